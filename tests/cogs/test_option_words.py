"""Options are read as they are shown, in every spelling."""

import pytest

from bot.content.seeds import load_game
from cogs.presses.lobby import option_choices
from cogs.widgets.choices import ManyChoices, NoSuchChoice
from cogs.widgets.option_words import read_options
from rules.core.game import Game
from tests.cogs.town import Town, private


def test_every_option_that_is_shown_is_accepted_by_its_word_and_by_its_label(catalog_game: Game) -> None:
    offered = option_choices(catalog_game, every=True)
    for choice in offered:
        name, _, value = choice.word.partition("=")
        for typed in (choice.word, choice.text, choice.text.lower(), f"{name}: {value}", f"{name} {value}"):
            assert read_options(offered, typed) == [choice.word], typed


@pytest.mark.parametrize(
    "typed", ["teams=two charges=2", "Teams: two, Charges: 2", "teams: two charges: 2", "teams two; charges 2"]
)
def test_several_options_are_read_in_one_text(typed: str) -> None:
    offered = option_choices(load_game("circuitry"), every=True)
    assert read_options(offered, typed) == ["teams=two", "charges=2"]


def test_a_part_of_a_value_is_enough_if_only_one_begins_so() -> None:
    offered = option_choices(load_game("circuitry"), every=True)
    assert read_options(offered, "teams tw") == ["teams=two"]
    with pytest.raises(ManyChoices) as refused:
        read_options(offered, "teams: t")
    assert str(refused.value) == "Which one do you mean by “teams t”: `teams=two` or `teams=three`?"
    with pytest.raises(NoSuchChoice):
        read_options(offered, "wings")


async def test_a_match_opens_with_an_option_as_its_label_spells_it(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="circuitry", against="people here", options="Teams: two")
    assert (await town.match()).options["teams"] == "two"
    said = private(await town.ada.slash(town.tavern, "match option", option="teams: three, charges: 2"))
    assert "one option at a time" in said.content
