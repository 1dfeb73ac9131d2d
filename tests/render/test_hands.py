"""A hand's picture changes only when its owner's cards, values or options change."""

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import pytest

from bot.content.seeds import load_game
from render.picture import hand_picture, hand_text
from render.wording import AT_REST, at_rest, question
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.play import View
from tests.examples import thorough
from tests.render import circuitry_tables
from tests.render.tables import NAMES, views

EVERYBODY = {"seat", "options", "events"}
"""The fields of a view that depend on the seat but are not the seat's own possessions."""


def own(view: Any, public: View, seats: int) -> tuple[Any, ...]:
    """Return a seat's possessions: its values, its private knowledge, and the orientation of its cards."""
    names = [field.name for field in fields(view) if field.name not in EVERYBODY]
    by_seat = [value for name in names if isinstance(value := getattr(view, name), tuple) and len(value) == seats]
    turned = getattr(getattr(view, "board", None), "upright", None)
    return (
        view.sides[view.seat] if hasattr(view, "sides") else [value[view.seat] for value in by_seat],
        turned,
        *((name, getattr(view, name)) for name in names if getattr(view, name) != getattr(public, name)),
    )


def resting(game: Game, player: str) -> Iterator[tuple[Any, Any, bool]]:
    """Yield a seat's views before and after each ply during which it had no options, and whether its possessions stayed
    the same.
    """
    seats = game.seats[0]
    seen = list(views(game, 4, 1, player))
    plies = [seen[first : first + seats + 1] for first in range(0, len(seen), seats + 1)]
    for (public, *before), (then, *after) in pairwise(plies):
        for was, now in zip(before, after, strict=True):
            if at_rest(was) and at_rest(now):
                yield was, now, own(was, public, seats) == own(now, then, seats)


@pytest.mark.parametrize("player", ["greedy", "random"])
def test_an_idle_owners_hand_stays_the_same_while_nothing_of_theirs_changes(catalog_game: Game, player: str) -> None:
    names, rested, same = NAMES[: catalog_game.seats[0]], 0, 0
    for was, now, unchanged in resting(catalog_game, player):
        rested += 1
        if unchanged:
            same += 1
            assert hand_text(catalog_game, now, names) == hand_text(catalog_game, was, names)
    assert same > 0 or not rested


@pytest.mark.parametrize("player", ["greedy", *thorough("random")])
def test_hands_with_equal_text_have_equal_pictures(catalog_game: Game, player: str) -> None:
    names, rested, same = NAMES[: catalog_game.seats[0]], 0, 0
    for was, now, _ in resting(catalog_game, player):
        rested += 1
        if hand_text(catalog_game, now, names) == hand_text(catalog_game, was, names):
            same += 1
            assert hand_picture(catalog_game, now, names) == hand_picture(catalog_game, was, names)
    assert same >= min(10, rested)


@pytest.mark.parametrize("held", [0, 1])
def test_a_hand_of_circuitry_changes_when_its_cards_turn_with_the_board(held: int) -> None:
    game = circuitry_tables.load()
    turned, upright = (circuitry_tables.stretched(game, columns) for columns in (3, 14))
    hands = [
        replace(turned, options=(), board=source.board, circuits=turned.circuits[:held]) for source in (turned, upright)
    ]
    names = circuitry_tables.names_for(turned)
    assert [view.board.upright for view in hands] == [False, True]
    assert len({hand_text(game, view, names) for view in hands}) == 1 + held
    assert len({hand_picture(game, view, names) for view in hands}) == 1 + held


@pytest.mark.parametrize("key", GAMES)
def test_a_hand_leaves_the_question_the_result_and_the_news_to_the_message(
    key: str, drawn_lines: dict[str, bool]
) -> None:
    game = load_game(key)
    names, cases = NAMES[: game.seats[0]], set()
    for view in views(game, 3, 5):
        if view.seat is not None:
            hand_picture(game, view, names)
            news = [game.narrate(event, names) for event in view.events]
            said = {question(game, view, names), AT_REST, *filter(None, news)}
            assert not said & set(hand_text(game, view, names).splitlines())
            assert not said & set(drawn_lines)
            cases.add((view.outcome is None, bool(view.options)))
    assert cases == {(True, True), (True, False), (False, False)}
