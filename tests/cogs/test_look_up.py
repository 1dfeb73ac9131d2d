"""`/rules`, `/leaderboard`, `/help`."""

import re

import pytest

from bot.application.ratings import Leaderboard, Ratings, Standing
from bot.content.seeds import load_rulebook
from cogs.commands.rulebook import found_text, search
from cogs.delivery.permissions import PERMISSIONS
from rules.catalog import GAMES
from rules.core.game import Clause
from tests.cogs.town import Town, buttons, private

CLAUSES = (
    Clause(number="1.1", text="Two players share power.", ruling=False),
    Clause(number="1.2", text="Power is never negative.", ruling=True),
    Clause(number="2.1", text="A boost raises the power that is checked.", ruling=False),
    Clause(number="12.1", text="Boosting ends with two declines in a row.", ruling=False),
)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("2.1", ["2.1"]),
        ("rule 2.1", ["2.1"]),
        ("1", ["1.1", "1.2"]),
        ("POWER", ["1.1", "1.2", "2.1"]),
        ("pow play", ["1.1"]),
        ("boost", ["2.1", "12.1"]),
        ("dragon", []),
        ("", []),
    ],
)
def test_clauses_are_found_by_number_and_by_all_words(query: str, numbers: list[str]) -> None:
    assert [clause.number for clause in search(CLAUSES, query)] == numbers


def test_a_found_clause_stands_between_its_neighbours_with_its_mark() -> None:
    text = found_text("Game", CLAUSES, "1.2")
    assert "> 1.1 Two players" in text
    assert "a ruling of ours" in text
    assert "2.1" not in text


@pytest.mark.parametrize("key", GAMES)
def test_every_clause_of_every_rulebook_is_found_by_its_number_and_fits_a_message(key: str) -> None:
    clauses = load_rulebook(key)
    for clause in clauses:
        assert search(clauses, clause.number)[0] is clause
        assert len(found_text(GAMES[key].title, clauses, clause.number)) <= 2000


async def test_rules_are_offered_while_one_types_and_answered_privately(town: Town) -> None:
    offered = await town.ada.autocomplete(town.tavern, "rules", "query", "boost", game="allocator")
    assert 0 < len(offered) <= 25
    answer = private(await town.ada.slash(town.tavern, "rules", game="allocator", query=offered[0]["value"]))
    assert f"**{offered[0]['value']}**" in answer.content


@pytest.mark.drawn
async def test_a_rule_that_is_drawn_comes_with_its_picture(town: Town) -> None:
    answer = private(await town.ada.slash(town.tavern, "rules", game="alchemy", query="6.9"))
    [picture] = answer.attachments
    assert "Dust: strong against Water, Earth, Mud; weak to" in str(picture.description)
    plain = private(await town.ada.slash(town.tavern, "rules", game="alchemy", query="1.1"))
    assert not plain.attachments


async def test_the_leaderboard_is_kind_when_empty_and_ranks_after_a_match(town: Town) -> None:
    empty = private(await town.ada.slash(town.tavern, "leaderboard", game="allocator"))
    assert "Nobody has finished a match of Allocator here yet" in empty.content
    await town.open("allocator", town.ada, town.bo)
    await town.ada.click(private(await town.ada.slash(town.tavern, "match resign")), label="Resign")
    assert re.search(r"1\. Bo: \d+ points \(\+\d+\)\n2\. Ada: \d+ points \(-\d+\)", town.board().content)
    full = private(await town.cleo.slash(town.tavern, "leaderboard", game="allocator")).content
    assert full.index("Bo") < full.index("Ada")


async def test_long_leaderboards_have_pages(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowd(guild: int, game: str, *, first: int, count: int, user: int | None) -> Leaderboard:
        everybody = [Standing(place=n, user=n, points=2000 - n, games=3, wins=1) for n in range(1, 24)]
        return Leaderboard(standings=everybody[first:][:count], own=None, players=len(everybody))

    monkeypatch.setattr(Ratings, "leaderboard", lambda _, *args, **more: crowd(*args, **more))
    page = private(await town.ada.slash(town.tavern, "leaderboard", game="allocator"))
    assert list(buttons(page)) == ["Next"]
    await town.ada.click(page, label="Next")
    assert list(buttons(page)) == ["Previous", "Next"]
    await town.ada.click(page, label="Next")
    assert "23\\." in page.content


async def test_help_names_every_game_and_the_first_steps(town: Town) -> None:
    text = private(await town.ada.slash(town.tavern, "help")).content
    assert "/match new" in text
    assert all(game.title in text for game in town.games.values())


async def test_the_invite_asks_for_the_least_permissions(town: Town) -> None:
    assert f"permissions={PERMISSIONS.value}" in town.client.invite
    assert not PERMISSIONS.administrator
    assert town.client.intents.value == 1
    assert town.client.allowed_mentions is not None
    assert not town.client.allowed_mentions.users
