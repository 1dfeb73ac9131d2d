"""What a player can do in a turn: all of it, stated once."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import permutations
from typing import Final

from rules.circuitry.actions import (
    Charge,
    Choose,
    Deliver,
    Discard,
    Discharge,
    Done,
    Exchange,
    Flip,
    Free,
    Give,
    Inhibit,
    LetBe,
    Place,
    Rotate,
    Slide,
    Swap,
    Take,
)
from rules.circuitry.board import Way, colour_of, number_of
from rules.circuitry.cards import BLACK, CircuitCard, Colour
from rules.circuitry.grid import Cell
from rules.circuitry.limits import GIFTS, HELD, SPARE
from rules.circuitry.movement import Outlook, forces, moves, portal_forces, portals
from rules.circuitry.state import CircuitryState, fits
from rules.core.events import Seat
from rules.core.notation import Action

DONE = Done()
DISCHARGE = Discharge()
LET_BE = LetBe()
GOLD = "gold"
TWO_GOLD = "two-gold"
ACTIVE = "active"
"""The words for the gold deck, for two cards of it, and for the active green deck."""
CHARGE = "charge"
"""The word for a charge that is discarded."""


def takes(g: CircuitryState, left: int) -> list[Take]:
    """4.2, 4.5, 4.6 What can be taken, if so many cards are still to be."""
    found = [_take(GOLD)] if g.gold else []
    if left > 1 and (len(g.gold) > 1 or (g.gold and g.gold_discard)) and has_room(g, left):
        found.append(_take(TWO_GOLD))
    if g.active_green:
        found.append(_take(ACTIVE))
    else:
        found += [_take(card) for card, pile in g.piles.items() if pile]
    return found


def has_room(g: CircuitryState, count: int) -> bool:
    """11.12 Whether the active player can take so many cards and need not discard any."""
    return not g.variant.restricted or g.sides[g.active].held + count <= HELD


def turn_options(g: CircuitryState, seat: Seat, forced: Seat | None) -> list[Action]:
    """4.3 Everything that the active player can do; forced: the seat whose pawn a Force still holds (8.7).

    11.10 With passed charge points a turn does not end before a circuit card is laid.
    """
    at = Outlook.of(g, seat)
    found: list[Action] = []
    if at.plays > 0:
        found += moves(at)
        found += charges(at)
        found += deliveries(at)
    if not g.laid:
        found += placements(g, at.side.circuits)
    if at.plays > 0:
        found += board_actions(at)
        found += forces(at, forced)
        found += portals(at)
        found += portal_forces(at)
        found += exchanges(at)
    found += inhibits(g, seat)
    found += releases(at)
    found += gifts(g, seat, g.team(seat))
    if not (g.variant.passed and at.side.circuits and not g.laid):
        found.append(DONE)
    return found


def reactions(g: CircuitryState, seat: Seat) -> Sequence[Action]:
    """9.1, 11.6 What a seat that is not asked can do in another player's turn, in teams."""
    if g.active in g.team(seat):
        return [*inhibits(g, seat), *gifts(g, seat, (g.active,))]
    return inhibits(g, seat)


def charges(at: Outlook) -> list[Charge]:
    """7.1, 7.2 Every way to take charges now, 9.7 while inhibited too.

    11.2 Several at one's own charge point, 11.3 one at somebody else's.
    """
    g, side = at.g, at.side
    there = g.board.at(number_of(side.node))
    point = there.card.charge
    if point is None or colour_of(side.node) not in there.face.by_charge:
        return []
    own, several = point is side.colour, g.variant.charges > 1
    room = g.needed(at.seat) - len(side.carried) + (SPARE if own else 0)
    if g.variant.restricted:
        room = min(room, HELD + 1 - side.held)
    if room <= 0 or (not own and (not several or side.foreign)):
        return []
    found = []
    for card in at.movement:
        if fits(card, point):
            found += [_charge(point, card, count) for count in range(1, 1 + (room if own and several else 1))]
        elif own and several and not hampered(at):
            found.append(_charge(point, card, 1))
    return found


def hampered(at: Outlook) -> bool:
    """9.7 Whether an Inhibit counts for charging and delivering too."""
    return at.side.inhibited > 0


def deliveries(at: Outlook) -> list[Deliver]:
    """7.3 Every way to deliver now, 9.7 while inhibited too, and 11.4 several charges."""
    g, side = at.g, at.side
    if not (side.carried and g.board.turned_over and side.node == side.home):
        return []
    needed = g.needed(at.seat)
    return [
        _deliver(card, count)
        for card in at.movement
        for count in range(1, 1 + min(len(side.carried), needed))
        if card == BLACK or (count == 1 < needed and not hampered(at))
    ]


def placements(g: CircuitryState, circuits: Sequence[CircuitCard]) -> list[Place]:
    """4.7 Every way to lay one of these circuit cards."""
    found: list[Place] = []
    places = g.board.places if circuits else ()
    for circuit in circuits:
        for cell in places:
            found += _places(circuit.number, cell)
    return found


def board_actions(at: Outlook) -> list[Action]:
    """8.1 to 8.5, and 6.4 nothing with #1."""
    found: list[Action] = []
    hand, board = at.hand, at.g.board
    if "rotate" in hand:
        found += [_rotate(there.card.number) for there in board.placed[1:]]
    if "flip" in hand or "swap" in hand:
        occupied = at.g.occupied_cards
        free = tuple(sorted([there.card.number for there in board.placed[1:] if there.card.number not in occupied]))
        found += [_flip(number) for number in free] if "flip" in hand else ()
        found += _swaps(free) if "swap" in hand else ()
    if "slide" in hand:
        found += [_slide(number, cell) for number, cells in board.slides.items() for cell in cells]
    return found


def exchanges(at: Outlook) -> list[Exchange]:
    """8.10 Every charge that can be taken from an opponent, or 11.8 given to a team-mate, by Exchange."""
    if "exchange" not in at.hand:
        return []
    g, side = at.g, at.side
    beside, team = g.board.neighbours(side.node), g.team(at.seat)
    found: list[Exchange] = []
    for other, their in enumerate(g.sides):
        if their.node not in beside:
            continue
        if other not in team:
            found += [_exchange(their.colour, 1)] if their.carried else ()
        else:
            room = HELD - their.held if g.variant.restricted else len(side.carried)
            found += [_exchange(their.colour, count) for count in range(1, 1 + min(room, len(side.carried)))]
    return found


def inhibits(g: CircuitryState, seat: Seat) -> Sequence[Inhibit]:
    """9.1 Every opponent who can be inhibited."""
    for mini in g.sides[seat].minis:
        if mini.id == "inhibit":
            return [_inhibit(g.sides[other].colour) for other in g.opponents(seat)]
    return ()


def releases(at: Outlook) -> list[Action]:
    """9.3 Every Inhibit that a Free can end, and 9.4 giving up a charge to end one's own."""
    found: list[Action] = []
    if "free" in at.hand and at.plays > 0:
        mates = map(at.g.sides.__getitem__, at.g.team(at.seat))
        found += [_free(mate.colour) for mate in mates if mate.inhibited]
    if at.side.inhibited and at.side.carried:
        found.append(DISCHARGE)
    return found


def gifts(g: CircuitryState, seat: Seat, to: Sequence[Seat]) -> list[Give]:
    """11.6, 11.7 Every mini card that can be given to these team-mates."""
    found: list[Give] = []
    if not g.variant.teams or g.gifts >= GIFTS:
        return found
    for mate in to:
        their = g.sides[mate]
        if mate != seat and not their.left and not (g.variant.restricted and their.held >= HELD):
            found += [_give(their.colour, card) for card in dict.fromkeys([mini.id for mini in g.sides[seat].minis])]
    return found


def discards(g: CircuitryState, seat: Seat) -> list[Action]:
    """11.12 What ends it that a player holds too much: 11.6 a gift does too."""
    side = g.sides[seat]
    words: list[str] = list(dict.fromkeys(mini.id for mini in side.minis))
    return [*map(_discard, [*words, CHARGE] if side.carried else words), *gifts(g, seat, g.team(seat))]


def chooses(g: CircuitryState, seat: Seat) -> list[Choose]:
    """11.13 The colours that nobody has chosen, or left with."""
    taken = [side.colour for other, side in enumerate(g.sides) if other < seat or side.left]
    return [_choose(colour) for colour in Colour if colour not in taken]


# Actions are made once: lists of options only refer to them.

_take: Final = cache(Take)
_charge: Final = cache(Charge)
_deliver: Final = cache(Deliver)
_rotate: Final = cache(Rotate)
_flip: Final = cache(Flip)
_swap: Final = cache(Swap)
_slide: Final = cache(Slide)
_exchange: Final = cache(Exchange)
_inhibit: Final = cache(Inhibit)
_free: Final = cache(Free)
_give: Final = cache(Give)
_discard: Final = cache(Discard)
_choose: Final = cache(Choose)


@cache
def _places(number: int, cell: Cell) -> tuple[Place, ...]:
    return tuple(Place(number, cell, way) for way in Way)


@lru_cache(maxsize=4096)
def _swaps(numbers: Sequence[int]) -> tuple[Swap, ...]:
    return tuple(_swap(first, second) for first, second in permutations(numbers, 2))
