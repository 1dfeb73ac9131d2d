"""Boards that came about at random, and positions of matches played at random."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from rules.circuitry.board import HUB, Board, Placed, Way
from rules.circuitry.grid import Cell
from rules.circuitry.state import CircuitryState
from rules.core import rng
from rules.core.game import Seat, apply, options
from rules.core.notation import Action
from tests.rules.circuitry.tables import GAME

T = TypeVar("T")


class Dice:
    """Chances, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.state = rng.split(seed, 1)

    def below(self, bound: int) -> int:
        self.state, value = rng.below(self.state, bound)
        return value

    def any_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]


WAYS: Final = tuple(Way)


def boards(seed: int, changes: int) -> Iterator[Board]:
    """A board of real cards after each of so many changes."""
    dice = Dice(seed)
    circuits = GAME.content.circuits
    board = Board((Placed(circuits[HUB], Cell(0, 0), dice.any_of(WAYS)),))
    yield board
    for _ in range(changes):
        board = changed(board, dice)
        yield board


def changed(board: Board, dice: Dice) -> Board:
    """With one card laid, rotated, flipped, swapped or slid at random."""
    others = [there.card.number for there in board.placed[1:]]
    left = [card for number, card in GAME.content.circuits.items() if number not in board.by_number]
    what = dice.below(8)
    if what < 3 or len(others) < 2:
        return board.laid(dice.any_of(left), dice.any_of(board.places), dice.any_of(WAYS))
    number = dice.any_of(others)
    if what == 3:
        return board.with_way(number, board.by_number[number].way.rotated)
    if what == 4:
        return board.with_way(number, board.by_number[number].way.flipped)
    if what == 5:
        return board.swapped(number, dice.any_of([other for other in others if other != number]))
    slides = [(slid, cell) for slid, cells in board.slides.items() for cell in cells]
    return board.slid(*dice.any_of(slides)) if slides else board


def setup(seed: int) -> tuple[int, dict[str, str]]:
    """Players and options that go together, another mix for every seed."""
    dice = Dice(seed)
    while True:
        chosen = {option.name: dice.any_of(option.values) for option in GAME.options}
        if seats := GAME.playable(chosen):
            return dice.any_of(seats), chosen


def begun(seed: int) -> CircuitryState:
    seats, chosen = setup(seed)
    return GAME.begin(seats=seats, options=chosen, decks=(), seed=seed)


def acting(g: CircuitryState) -> list[tuple[Seat, tuple[Action, ...]]]:
    """Every seat that may do something, in turn or out of it, and what."""
    return [(seat, legal) for seat in range(len(g.sides)) if (legal := options(g, seat))]


def chosen(g: CircuitryState, dice: Dice) -> tuple[Seat, Action]:
    """Whoever is asked and now and then another; first what kind of action, then which: there are so many places."""
    able = acting(g)
    waiting = [each for each in able if each[0] in g.phase.waiting]
    seat, legal = dice.any_of(able if dice.below(6) == 0 else waiting)
    kinds = sorted({type(action).__name__ for action in legal})
    if len(kinds) > 1 and dice.below(4):
        kinds = [kind for kind in kinds if kind != "Done"]
    kind = dice.any_of(kinds)
    return seat, dice.any_of([action for action in legal if type(action).__name__ == kind])


def steps(seed: int, plies: int) -> Iterator[tuple[CircuitryState, Seat, Action, CircuitryState]]:
    """What was done in a match, with the table before it and after it."""
    g, dice = begun(seed), Dice(seed)
    for _ in range(plies):
        if not g.phase.waiting:
            return
        seat, action = chosen(g, dice)
        after = apply(g, seat, action)
        yield g, seat, action, after
        g = after


def positions(seed: int, plies: int) -> Iterator[CircuitryState]:
    """The tables of a match, from its beginning on."""
    yield begun(seed)
    for _, _, _, after in steps(seed, plies):
        yield after
