"""Random boards, and positions of random matches."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from rules.circuitry.board import HUB, Axis, Board, Placed, Way, names, number_of
from rules.circuitry.grid import Cell
from rules.circuitry.limits import HELD
from rules.circuitry.phases import TURNS
from rules.circuitry.state import CircuitryState
from rules.core import rng
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import advance, options
from tests.rules.circuitry.tables import GAME

T = TypeVar("T")


class Dice:
    """Random choices, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.state = rng.split(seed, 1)

    def below(self, bound: int) -> int:
        self.state, value = rng.below(self.state, bound)
        return value

    def any_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]


WAYS: Final = tuple(Way)


def boards(seed: int, changes: int) -> Iterator[Board]:
    """Yield a board of real cards after each of this many changes."""
    dice = Dice(seed)
    circuits = GAME.content.circuits
    board = Board((Placed(circuits[HUB], Cell(0, 0), dice.any_of(WAYS)),))
    yield board
    for _ in range(changes):
        board = changed(board, dice)
        yield board


def changed(board: Board, dice: Dice) -> Board:
    """Return the board with one card laid, rotated, flipped, swapped or slid at random."""
    others = [placed.card.number for placed in board.placed[1:]]
    left = [card for number, card in GAME.content.circuits.items() if number not in board.by_number]
    draw = dice.below(8)
    if draw < 3 or len(others) < 2:
        return board.laid(dice.any_of(left), dice.any_of(board.places), dice.any_of(WAYS))
    number = dice.any_of(others)
    if draw == 3:
        return board.with_way(number, board.by_number[number].way.rotated)
    if draw == 4:
        return board.with_way(number, board.by_number[number].way.flipped)
    if draw == 5:
        return board.swapped(number, dice.any_of([other for other in others if other != number]))
    slides = [(slid, cell) for slid, cells in board.slides.items() for cell in cells]
    return board.slid(*dice.any_of(slides)) if slides else board


def setup(seed: int) -> tuple[int, dict[str, str]]:
    """Return a valid combination of players and options, another one for each seed."""
    dice, seats = Dice(seed), 2 + seed % 5
    while True:
        chosen = {option.name: dice.any_of(option.values) for option in GAME.options}
        if seats in GAME.playable(chosen):
            return seats, chosen


def begun(seed: int) -> CircuitryState:
    seats, chosen = setup(seed)
    return GAME.begin(seats=seats, options=chosen, decks=(), seed=seed)


def scattered(seed: int) -> CircuitryState:
    """Return a state in the middle of a match: cards on the board, pawns in any place, filled hands, some charges taken
    and delivered.
    """
    g, dice = begun(seed), Dice(seed + 1)
    g.events = []
    _deal_out(g, dice)
    if dice.below(2):
        g.board = g.board.over(dice.any_of(tuple(Axis)))
    _stand(g, dice)
    if not g.board.turned_over and not any(number_of(node) == HUB for node in g.occupied):
        g.board = g.board.over(Axis.LONG)
    for seat, each in enumerate(g.sides):
        each.delivered = dice.below(g.needed(seat)) if dice.below(3) == 0 else 0
        origins = [other.colour for other in g.sides if other is not each][: g.variant.charges - 1]
        each.carried = (each.colour,) * (dice.below(g.needed(seat) + 1) if dice.below(2) else 0)
        if origins and dice.below(3) == 0 and len(each.carried) < g.needed(seat):
            each.carried += (dice.any_of(origins),)
        each.inhibited = max(0, dice.below(7) - 3)
        while g.variant.restricted and each.held > HELD:
            g.put_away(each, each.minis[0])
    g.events = []
    g.turn = g.stirred = 2 + dice.below(26)
    g.active = dice.below(len(g.sides))
    g.phase = TURNS[g.active]
    return g


def _deal_out(g: CircuitryState, dice: Dice) -> None:
    """Put most circuit cards on the board and deal hands of mini cards; every Exchange is in someone's hand."""
    for each in g.sides:
        for card in each.circuits.copy():
            if dice.below(3):
                each.circuits.remove(card)
                g.board = g.board.laid(card, dice.any_of(g.board.places), dice.any_of(WAYS))
        for _ in range(dice.below(10)):
            each.receive(g.gold.pop())
        for pile in g.piles.values():
            if dice.below(2) and pile:
                each.receive(pile.pop())
    for mini in [mini for mini in g.gold if mini.id == "exchange"]:
        g.gold.remove(mini)
        dice.any_of(g.sides).receive(mini)


def _stand(g: CircuitryState, dice: Dice) -> None:
    """Put pawns on free nodes, often at home or beside a charge point."""
    for each in g.sides:
        each.node = ""
    beside = [names(placed.card.number)[colour] for placed in g.board.placed for colour in placed.face.by_charge]
    by_charge = {placed.card.charge: placed for placed in g.board.placed if placed.card.charge}
    off = [node for node in g.board.nodes if number_of(node) != HUB]
    alone = not g.board.turned_over and len(off) >= len(g.sides) and dice.below(3) > 0
    for seat, each in enumerate(g.sides):
        if placed := by_charge.get(each.colour):
            beside = [names(placed.card.number)[colour] for colour in placed.face.by_charge]
        last = g.board.neighbours(g.sides[seat - 1].node) if seat else beside
        wanted = dice.any_of(([each.home], beside, last, g.board.neighbours(each.home), g.board.nodes))
        if alone:  # the first one is the last on #1
            wanted = [node for node in wanted if node in off] or off if seat else [each.home]
        free = [node for node in wanted if node not in g.occupied]
        each.node = dice.any_of(free or [node for node in g.board.nodes if node not in g.occupied])


def acting(g: CircuitryState) -> list[tuple[Seat, tuple[Action, ...]]]:
    """Return every seat with options, in turn or out of it, and these options."""
    return [(seat, legal) for seat in range(len(g.sides)) if (legal := options(g, seat))]


RARE: Final = {"Charge", "Deliver", "Exchange", "PortalForce", "Portal", "Free", "Discharge"}


def chosen(g: CircuitryState, dice: Dice) -> tuple[Seat, Action]:
    """Choose for a seat that has to decide, sometimes for another one: first the kind of action, then the action, since
    there are so many places.
    """
    able = acting(g)
    waiting = [each for each in able if each[0] in g.phase.waiting]
    seat, legal = dice.any_of(able if dice.below(12) == 0 else waiting)
    kinds = sorted({type(action).__name__ for action in legal})
    if dice.below(4):
        kinds = [kind for kind in kinds if kind not in ("Done", "Give")] or kinds
    if dice.below(2):
        kinds = [kind for kind in kinds if kind in RARE] or kinds
    kind = dice.any_of(kinds)
    return seat, dice.any_of([action for action in legal if type(action).__name__ == kind])


def after(g: CircuitryState, seat: Seat, action: Action) -> CircuitryState:
    """Return the state after one of the options, faster than `apply`, which would list all options again."""
    g = g.clone()
    advance(g, seat, action)
    return g


def steps(g: CircuitryState, seed: int, plies: int) -> Iterator[tuple[Seat, Action, CircuitryState]]:
    """Yield each action from now on, with the state after it."""
    dice = Dice(seed)
    for _ in range(plies):
        if not g.phase.waiting:
            return
        seat, action = chosen(g, dice)
        g = after(g, seat, action)
        yield seat, action, g


@lru_cache(maxsize=1)
def positions(seed: int, plies: int) -> Sequence[CircuitryState]:
    """Return the states of a match, from its beginning or its middle on; do not change them."""
    g = scattered(seed) if seed % 2 else begun(seed)
    return (g, *(table for _, _, table in steps(g, seed, plies)))
