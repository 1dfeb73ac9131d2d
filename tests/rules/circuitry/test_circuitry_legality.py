"""All options of Circuitry, compared with a slow restatement of the rules (book.py) in random matches."""

from collections import Counter
from functools import lru_cache

import pytest

from rules.circuitry.board import Board, colour_of
from rules.circuitry.phases import Turn
from rules.circuitry.state import CircuitryState
from rules.core.play import options
from tests.examples import seeds
from tests.rules.circuitry.book import Book, Slowly
from tests.rules.circuitry.test_circuitry_slide import slid
from tests.rules.circuitry.walks import scattered, steps

SEEDS = seeds(6)
PLIES = 30
KINDS = 21
"""The number of kinds of actions."""


def offered(g: CircuitryState, book: Book) -> None:
    """Check every seat's options."""
    slowly = Slowly(g, book)
    texts = list(map(str, options(g, book.active)))
    assert len(set(texts)) == len(texts)
    sliding = {text for text in texts if text.startswith("slide")}
    ways = {text for text in texts if text.startswith("move") and "+" in text} if book.inhibited[book.active] else set()
    assert set(texts) - sliding - ways == set(slowly.options())
    assert sliding == all_slides(g, slowly)
    for text in ways:
        _, word, cards = text.split()
        paid = cards.split("+")
        assert slowly.steps(slowly.side, 4)[word] == len(paid)
        assert paid[-1] in ("black", str(colour_of(word.replace("1b-", "1-"))))
        assert not Counter(paid) - slowly.hand
    for seat in range(len(g.sides)):
        if seat != book.active:
            assert set(map(str, options(g, seat))) == set(slowly.out_of_turn(seat, gifts=True))


def all_slides(g: CircuitryState, slowly: Slowly) -> set[str]:
    return slides(g.board) if slowly.hand["slide"] and slowly.plays > 0 else set()


@lru_cache(maxsize=1)
def slides(board: Board) -> set[str]:
    cells = {(placed.cell.column, placed.cell.row) for placed in board.placed}
    return {
        f"slide {placed.card.number} {x},{y}"
        for placed in board.placed[1:]
        for x, y in slid(cells, (placed.cell.column, placed.cell.row))
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_options_are_what_the_rules_allow_and_nothing_else(seed: int) -> None:
    checked(seed)


def checked(seed: int) -> Counter[str]:
    """Compare every seat's options in a match with the book, and return how often each kind of action was played."""
    g = scattered(seed)
    book, kinds = Book(g), Counter[str]()
    offered(g, book)
    for place, (seat, action, after) in enumerate(steps(g, seed, PLIES)):
        book.write(seat, action)
        kinds[type(action).__name__] += 1
        if after.outcome is not None:
            break
        assert (after.active, after.played, after.laid, after.gifts) == (
            book.active,
            book.played,
            book.laid,
            book.gifts,
        )
        assert [each.inhibited for each in after.sides] == book.inhibited
        assert [Counter(each.carried) for each in after.sides] == [+carried for carried in book.carried]
        assert [each.delivered for each in after.sides] == book.delivered
        if isinstance(after.phase, Turn):
            assert after.phase.forced == book.forced
            if place % 2 == 0:
                offered(after, book)
    return kinds


def test_every_kind_of_action_is_compared_at_least_three_times() -> None:
    """Further matches are compared if they have a kind that is rare among the first."""
    kinds = sum(map(played, SEEDS), Counter[str]())
    for seed in range(len(SEEDS), 1000):
        if any(kinds[kind] < 3 for kind in played(seed)):
            kinds += checked(seed)
        if len(kinds) == KINDS and min(kinds.values()) >= 3:
            return
    raise AssertionError(kinds)


def played(seed: int) -> Counter[str]:
    """Return how often each kind of action is played in a match."""
    return Counter(type(action).__name__ for _, action, _ in steps(scattered(seed), seed, PLIES))
