"""Newcomers can ask what the words on their hand mean; each game has its words as data."""

import re
from collections.abc import Iterator

import pytest

from bot.application.table import tips
from bot.content.seeds import load_game, load_rulebook, load_terms, terms_of
from bot.lab.autoplay import Setup
from bot.model.match import TableView
from cogs.messages.terms import terms_on, terms_text
from cogs.widgets import purposes
from rules.core.game import Game
from rules.core.notation import words
from tests.cogs.test_limits import table_view_of
from tests.cogs.town import Town, buttons, press, private
from tests.one_more_game import SHIPPED

NAMES = ("Ada", "Bo")
BEGINNER = 3
"""The turns in which players learn the game's words."""
ASKED_FOR = {
    "alchemy": {"store", "Magnum Opus", "AP"},
    "allocator": {"FM", "boost"},
    "arms_dealer": {"bet", "pot", "look"},
    "tnb": {"TP", "Health"},
    "circuitry": {"charge point", "charge-point card", "inhibited", "gold"},
}
"""The words at which newcomers were seen to stumble."""


def hands(game: Game, plies: int) -> Iterator[TableView]:
    """Yield the hands of all asked seats of a match between quick players."""
    decks = tuple(sorted(game.decks))[: game.seats[0]]
    setup = Setup(game=game, players=("greedy",) * game.seats[0], options={}, decks=decks)
    state, _ = setup.begin(7)
    for _ in zip(range(plies), setup.play(state, 7), strict=False):
        for seat in state.phase.waiting:
            yield table_view_of(game, game.view(state, seat))


@pytest.mark.parametrize("key", SHIPPED)
def test_every_term_names_a_clause_and_is_explained_in_one_breath(key: str) -> None:
    numbers = {clause.number for clause in load_rulebook(key)}
    terms = load_terms(key)
    assert {term.clause for term in terms} <= numbers
    assert all(len(term.meaning) <= 130 for term in terms)
    assert ASKED_FOR[key] <= {word for term in terms for word in term.words}


@pytest.mark.parametrize("key", SHIPPED)
def test_words_are_explained_on_the_hands_that_show_them(key: str) -> None:
    game, explained = load_game(key), set[str]()
    for shown in hands(game, 60):
        terms = terms_on(game, shown, NAMES)
        explained |= {word for term in terms for word in term.words}
        text = terms_text(game, shown, NAMES)
        assert all(term.meaning in text and f"(rule {term.clause})" in text for term in terms)
        assert len(text) <= 2000
    assert explained >= ASKED_FOR[key]


@pytest.mark.parametrize("key", SHIPPED)
def test_every_abbreviation_in_questions_and_choices_of_the_first_turns_is_explained(key: str) -> None:
    game = load_game(key)
    names = {word for card in game.cards.values() for word in re.findall(r"\w+", card.name)}
    names |= {word for card in game.cards.values() for word in re.findall(r"\w+", str(getattr(card, "faction", "")))}
    for shown in hands(game, 60):
        view = shown.view
        if view.turn > BEGINNER:
            break
        labels = [game.label(view, words(option)[:1]) for option in view.options]
        text = " ".join([game.prompt(view, NAMES), *(f"{label.text} {label.detail}" for label in labels)])
        explained = {word for term in terms_on(game, shown, NAMES) for word in term.words}
        assert set(re.findall(r"\b[A-Z]{2,4}\b", text)) - names <= explained


@pytest.mark.parametrize(
    ("key", "word"),
    [
        *(
            ("alchemy", word)
            for word in ("parry", "countered", "blocked", "exhausted", "doubled", "halved", "reaction")
        ),
        *(("allocator", word) for word in ("ATK", "DEF", "DEV")),
        *(("arms_dealer", word) for word in ("formation", "scrapyard")),
    ],
)
def test_words_of_labels_and_pictures_are_explained(key: str, word: str) -> None:
    assert any(word in term.words for term in load_terms(key))


def test_a_line_that_is_no_term_is_named() -> None:
    assert terms_of("# a comment\n1.2 gold, coins: What you pay with.")[0].words == ("gold", "coins")
    with pytest.raises(ValueError, match=r"expected “1\.2 word, other form: meaning”"):
        terms_of("gold is what you pay with")


async def test_a_newcomer_asks_what_the_words_mean_and_others_are_not_offered_it(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    person = await town.asked(match.id)
    panel = private(await press(person, town.board(), purposes.HAND))
    said = private(await press(person, panel, purposes.TERMS))
    assert "• **Boost**: " in said.content
    assert "(rule 6.1)" in said.content
    monkeypatch.setattr(tips, "NEWCOMER", 0)
    panel = private(await press(person, town.board(), purposes.HAND))
    assert "What is this?" not in buttons(panel)
