"""What a player can do in a turn: all of it, stated once."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations

from rules.circuitry.actions import (
    Charge,
    Deliver,
    Discard,
    Discharge,
    Done,
    Exchange,
    Flip,
    Free,
    Give,
    Inhibit,
    Place,
    Rotate,
    Slide,
    Swap,
    Take,
)
from rules.circuitry.board import Way, colour_of, number_of
from rules.circuitry.cards import BLACK, CircuitCard, Colour
from rules.circuitry.grid import Cell
from rules.circuitry.movement import forces, moves, portal_forces, portals
from rules.circuitry.state import GIFTS, HELD, CircuitryState, Side, fits
from rules.core.cards import CardId
from rules.core.game import Seat
from rules.core.notation import Action

DONE = Done()
DISCHARGE = Discharge()
GOLD = "gold"
ACTIVE = "active"
"""The words for the gold deck and the active green deck."""


def takes(g: CircuitryState) -> list[Take]:
    """4.2, 4.5, 4.6 What can be taken."""
    found = [_take(GOLD)] if g.gold else []
    if g.active_green:
        found.append(_take(ACTIVE))
    else:
        found += [_take(card) for card, pile in g.piles.items() if pile]
    return found


def turn_options(g: CircuitryState, seat: Seat, forced: Seat | None) -> list[Action]:
    """4.3 Everything that the active player can do; forced: the seat whose pawn a Force still holds (8.7)."""
    side = g.sides[seat]
    found: list[Action] = []
    if g.plays_left() > 0:
        found += moves(g, seat)
        found += charges(g, seat)
        found += deliveries(g, seat)
    if not g.laid:
        found += placements(g, side.circuits)
    if g.plays_left() > 0:
        found += board_actions(g, side)
        found += forces(g, seat, forced)
        found += portals(g, seat)
        found += portal_forces(g, seat)
        found += exchanges(g, seat)
    found += inhibits(g, seat)
    found += releases(g, seat)
    found += gifts(g, seat, g.team(seat))
    if not (g.variant.passed and side.circuits and not g.laid):
        found.append(DONE)
    return found


def interrupts(g: CircuitryState, seat: Seat, *, in_turn: bool) -> list[Action]:
    """9.1, 11.6 What a seat can do that is not asked; in_turn: whether the active player is free to act."""
    found: list[Action] = list(inhibits(g, seat))
    if in_turn and g.active in g.team(seat):
        found += gifts(g, seat, (g.active,))
    return found


def charges(g: CircuitryState, seat: Seat) -> Iterator[Charge]:
    """7.1, 7.2, 11.2, 11.3"""
    side = g.sides[seat]
    there = g.board.by_number[number_of(side.node)]
    point = there.card.charge
    if point is None or colour_of(side.node) not in there.face.by_charge:
        return
    room = g.needed(seat) - len(side.carried)
    if g.variant.restricted:
        room = min(room, HELD + 1 - side.held)
    if room <= 0:
        return
    own, several = point is side.colour, g.variant.charges > 1
    if not own and (not several or side.foreign):
        return
    for card in side.movement():
        if fits(card, point):
            yield from (_charge(point, card, count) for count in range(1, 1 + (room if own and several else 1)))
        elif own and several:
            yield _charge(point, card, 1)


def deliveries(g: CircuitryState, seat: Seat) -> Iterator[Deliver]:
    """7.3, 11.4"""
    side = g.sides[seat]
    if not (side.carried and g.board.turned_over and side.node == side.home):
        return
    needed = g.needed(seat)
    for card in side.movement():
        for count in range(1, 1 + min(len(side.carried), needed)):
            if card == BLACK or count == 1 < needed:
                yield _deliver(card, count)


def placements(g: CircuitryState, circuits: Iterable[CircuitCard]) -> Iterator[Place]:
    """4.7"""
    places = g.board.places
    for circuit in circuits:
        for cell in places:
            yield from _places(circuit.number, cell)


def board_actions(g: CircuitryState, side: Side) -> list[Action]:
    """8.1 to 8.5"""
    found: list[Action] = []
    board = g.board
    if side.holds("rotate"):
        found += [_rotate(there.card.number) for there in board.placed[1:]]
    if (flip := side.holds("flip")) or side.holds("swap"):
        occupied = g.occupied_cards
        free = tuple(sorted([there.card.number for there in board.placed[1:] if there.card.number not in occupied]))
        found += [_flip(number) for number in free] if flip else []
        found += _swaps(free) if side.holds("swap") else ()
    if side.holds("slide"):
        found += [_slide(number, cell) for number, cells in board.slides.items() for cell in cells]
    return found


def exchanges(g: CircuitryState, seat: Seat) -> Iterator[Exchange]:
    """8.10, 11.8"""
    side = g.sides[seat]
    if side.holds("exchange") is None:
        return
    beside, team = g.board.neighbours(side.node), g.team(seat)
    for other, their in enumerate(g.sides):
        if their.node not in beside:
            continue
        if other not in team:
            if their.carried:
                yield _exchange(their.colour, 1)
        else:
            room = HELD - their.held if g.variant.restricted else len(side.carried)
            yield from (_exchange(their.colour, count) for count in range(1, 1 + min(room, len(side.carried))))


def inhibits(g: CircuitryState, seat: Seat) -> list[Inhibit]:
    """9.1"""
    for mini in g.sides[seat].minis:
        if mini.id == "inhibit":
            return [_inhibit(g.sides[other].colour) for other in g.opponents(seat)]
    return []


def releases(g: CircuitryState, seat: Seat) -> Iterator[Action]:
    """9.3, 9.4"""
    side = g.sides[seat]
    if side.holds("free") and g.plays_left() > 0:
        yield from (_free(g.sides[mate].colour) for mate in g.team(seat) if g.sides[mate].inhibited)
    if side.inhibited and side.carried:
        yield DISCHARGE


def gifts(g: CircuitryState, seat: Seat, to: Sequence[Seat]) -> Iterator[Give]:
    """11.6, 11.7"""
    if g.gifts >= GIFTS:
        return
    for mate in to:
        their = g.sides[mate]
        if mate != seat and not (g.variant.restricted and their.held >= HELD):
            yield from (_give(their.colour, card) for card in dict.fromkeys(mini.id for mini in g.sides[seat].minis))


def discards(side: Side) -> list[Discard]:
    """11.12"""
    return [_discard(card) for card in dict.fromkeys(mini.id for mini in side.minis)]


# Actions are made once: lists of options only refer to them.


@cache
def _take(pile: str) -> Take:
    return Take(pile)


@cache
def _charge(point: Colour, card: CardId, count: int) -> Charge:
    return Charge(point, card, count)


@cache
def _deliver(card: CardId, count: int) -> Deliver:
    return Deliver(card, count)


@cache
def _places(number: int, cell: Cell) -> tuple[Place, ...]:
    return tuple(Place(number, cell, way) for way in Way)


@cache
def _rotate(number: int) -> Rotate:
    return Rotate(number)


@cache
def _flip(number: int) -> Flip:
    return Flip(number)


@lru_cache(maxsize=4096)
def _swaps(numbers: Sequence[int]) -> tuple[Swap, ...]:
    return tuple(_swap(first, second) for first, second in combinations(numbers, 2))


@cache
def _swap(first: int, second: int) -> Swap:
    return Swap(first, second)


@cache
def _slide(number: int, cell: Cell) -> Slide:
    return Slide(number, cell)


@cache
def _exchange(pawn: Colour, count: int) -> Exchange:
    return Exchange(pawn, count)


@cache
def _inhibit(pawn: Colour) -> Inhibit:
    return Inhibit(pawn)


@cache
def _free(pawn: Colour) -> Free:
    return Free(pawn)


@cache
def _give(pawn: Colour, card: CardId) -> Give:
    return Give(pawn, card)


@cache
def _discard(card: CardId) -> Discard:
    return Discard(card)
