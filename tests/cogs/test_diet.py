"""A hand says everything only once, and its first button is high enough to be seen on a phone."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

import cogs.messages.hand
from bot.application.table.hand_footers import HandFooter
from bot.content.seeds import load_game
from bot.model.position import Position
from cogs.messages.hand import MOST_LINES, Wanted, hand_message
from cogs.messages.message import Message
from cogs.widgets.choice_level import LONG
from cogs.widgets.cursor import Cursor
from cogs.widgets.purposes import ACT, CHOOSE, SHOW
from render.picture import Picture, hand_text
from rules.catalog import GAMES
from rules.core.game import Game
from tests.cogs.test_fingerprints import names, positions
from tests.examples import thorough

SHORTEST = 20
"""The number of characters of the shortest text that counts as a sentence."""
LINES = 7
"""The maximum number of lines above the picture and the first button; for newcomers `MOST_LINES`."""
PHONE_LINE = 46
"""The number of characters in a line on a phone."""
PHONE_LINES = 15
"""The maximum number of lines on a phone: with a picture 455 pixels high, the buttons begin on the same screen."""


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing: tests of pictures do that."""
    monkeypatch.setattr(cogs.messages.hand, "_picture", lambda *_: ("hand", Picture(b"", "")))


def asked(game: Game, seats: int, seed: int) -> Iterator[tuple[Position, int]]:
    """Yield positions of a match, with a seat that can act."""
    for position in positions(game, seats, seed):
        for seat in range(seats):
            if position.view_for(100 + seat).view.options:
                yield position, seat


@cache
def hands(key: str, *, is_new: bool, seed: int = 13) -> list[tuple[Position, int, Message]]:
    """Return hands of a match with the fewest players, and of one with the most."""
    game, shown = load_game(key), []
    for seats in {min(game.seats), max(game.seats)}:
        for position, seat in asked(game, seats, seed):
            table_view = position.view_for(100 + seat)
            tip = game.tip(table_view.view) if is_new else ""
            shown += [
                (position, seat, hand_message(position, table_view, names(position), margin=footer))
                for footer in (HandFooter(is_new=is_new, tip=tip), HandFooter(is_new=is_new, phone_tip=is_new))
            ]
    return shown


def components(message: Message) -> list[dict[str, Any]]:
    return [item.to_component_dict() for item in message.items]


def sentences_of(lines: Sequence[str]) -> list[str]:
    """Return the sentences of lines that are long enough to count."""
    parts = (part for line in lines for part in line.strip("•*- ").rstrip(".").split(". "))
    return [part for part in parts if len(part) >= SHORTEST]


def wrapped(lines: Sequence[str]) -> int:
    """Return how many lines a phone shows."""
    return sum(-(-len(line) // PHONE_LINE) for line in lines)


@pytest.mark.parametrize("seed", [12, 13, *thorough(*range(14, 40))])
@pytest.mark.parametrize(("is_new", "most"), [(False, LINES), (True, MOST_LINES)])
@pytest.mark.parametrize("key", GAMES)
async def test_few_lines_stand_above_the_first_button(key: str, most: int, seed: int, *, is_new: bool) -> None:
    counted = [message.content.splitlines() for _, _, message in hands(key, is_new=is_new, seed=seed)]
    assert max(map(len, counted)) <= most
    assert max(map(wrapped, counted)) <= PHONE_LINES + (3 if is_new else 0)


@pytest.mark.parametrize("key", GAMES)
async def test_explanations_come_in_the_order_of_their_buttons(key: str) -> None:
    for _, _, message in hands(key, is_new=True):
        labels = [str(item.get("label")).removesuffix(" …") for item in components(message)]
        explained = [line[2:].partition("**: ")[0] for line in message.content.splitlines() if line.startswith("**")]
        places = [labels.index(label) for label in explained if label in labels]
        assert places == sorted(places)


@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize("key", GAMES)
async def test_no_sentence_is_said_twice_in_text_and_picture(key: str, *, is_new: bool) -> None:
    compared = 0
    for position, seat, message in hands(key, is_new=is_new):
        view = position.view_for(100 + seat).view
        in_picture = hand_text(position.game, view, names(position))
        lines = message.content.splitlines()[1:]
        news, rest = (
            sentences_of([line for line in lines if line.startswith("•") is is_news]) for is_news in (True, False)
        )
        assert len(set(rest)) == len(rest)
        assert not set(news) & set(rest)
        sentences = [*news, *rest]
        on_cards = " ".join(str(getattr(card, "text", "")) for card in position.game.cards.values())
        again = [text for text in sentences if text in in_picture]
        assert all(is_new and text in on_cards for text in again), "a card's own words explain it to newcomers"
        compared += len(sentences)
    assert compared > 30


@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize("key", GAMES)
async def test_a_choice_is_a_button_or_in_a_menu_and_not_both(key: str, *, is_new: bool) -> None:
    for _, _, message in hands(key, is_new=is_new):
        in_menus = {
            (*read["words"], *option["value"].split())
            for item in components(message)
            if (read := CHOOSE.read(item["custom_id"])) is not None
            for option in item["options"]
        }
        for item in components(message):
            acts, shows = ACT.read(item["custom_id"]), SHOW.read(item["custom_id"])
            if acts and not item["label"].startswith(("Suggested: ", "Play the example")):
                assert acts["words"] not in in_menus
            doubled = shows is not None and any(words[: len(shows["words"])] == shows["words"] for words in in_menus)
            if shows and doubled and not shows["page"]:  # another page of the same menu doubles nothing
                assert item["label"].startswith("Picture: ")


@pytest.mark.parametrize("key", GAMES)
async def test_labels_of_buttons_are_short_and_the_rest_stands_beside(key: str) -> None:
    for is_new in (False, True):
        for _, _, message in hands(key, is_new=is_new):
            assert all(len(item["label"]) <= LONG for item in components(message) if "label" in item)


async def test_a_choice_that_has_begun_replaces_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("tnb")
    position, seat = next(
        (position, seat)
        for position, seat in asked(game, 2, seed=11)
        if any(option.verb == "attack" for option in position.view_for(100 + seat).view.options)
    )
    table_view = position.view_for(100 + seat)
    question = game.prompt(table_view.view, names(position))
    chosen = Cursor(game, table_view.view, ("attack",)).onward().words
    without = hand_message(position, table_view, names(position), Wanted(chosen=chosen)).content
    assert question in hand_message(position, table_view, names(position)).content
    assert question not in without
    assert "**Attack" in without
    monkeypatch.setattr(cogs.messages.hand, "_picture", lambda *_: ("choice", Picture(b"", "")))
    assert "**Attack" not in hand_message(position, table_view, names(position), Wanted(chosen=chosen)).content
