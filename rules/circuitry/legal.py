"""The legal actions of a turn, each rule stated once."""

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
"""The word of the active green deck in notation; `GOLD` is that of the gold deck, `TWO_GOLD` of two of its cards."""
CHARGE = "charge"
"""The word for a charge that is discarded, in notation."""


def takes(g: CircuitryState, left: int) -> list[Take]:
    """4.2, 4.5, 4.6 List the cards that the player can take. left: the number of cards still to be taken."""
    options = [_take(GOLD)] if g.gold else []
    if left > 1 and (len(g.gold) > 1 or (g.gold and g.gold_discard)) and has_room(g, left):
        options.append(_take(TWO_GOLD))
    if g.active_green:
        options.append(_take(ACTIVE))
    else:
        options += [_take(card) for card, pile in g.piles.items() if pile]
    return options


def has_room(g: CircuitryState, count: int) -> bool:
    """11.12 Return whether the active player can take this many cards without having to discard."""
    return not g.variant.restricted or g.sides[g.active].held + count <= HELD


def turn_options(g: CircuitryState, seat: Seat, forced: Seat | None) -> list[Action]:
    """4.3 List everything that the active player can do. forced: the seat whose pawn a Force still holds (8.7).

    11.10 If charge-point cards are passed, a turn cannot end before a circuit card is laid, and charge-point cards must
    be laid first.
    """
    at = Outlook.of(g, seat)
    options: list[Action] = []
    if at.plays > 0:
        options += moves(at)
        options += charges(at)
        options += deliveries(at)
    if not g.laid:
        options += placements(g, layable(g, at.side.circuits))
    if at.plays > 0:
        options += board_actions(at)
        options += forces(at, forced)
        options += portals(at)
        options += portal_forces(at)
        options += exchanges(at)
    options += inhibits(g, seat)
    options += releases(at)
    options += gifts(g, seat, g.team(seat))
    if not (g.variant.passed and at.side.circuits and not g.laid):
        options.append(DONE)
    return options


def reactions(g: CircuitryState, seat: Seat) -> Sequence[Action]:
    """9.1, 11.6 List a seat's reactions in another player's turn. Gifts are reactions too, in a game with teams."""
    if g.active in g.team(seat):
        return [*inhibits(g, seat), *gifts(g, seat, (g.active,))]
    return inhibits(g, seat)


def charges(outlook: Outlook) -> list[Charge]:
    """7.1, 7.2 List every way to take charges now, also while inhibited (9.7).

    At their own charge point, players can take several at once (11.2), at another player's only one (11.3).
    """
    g, side = outlook.g, outlook.side
    placed = g.board.at(number_of(side.node))
    point = placed.card.charge
    if point is None or colour_of(side.node) not in placed.face.by_charge:
        return []
    is_own, several = point is side.colour, g.variant.charges > 1
    room = g.needed(outlook.seat) - len(side.carried) + (SPARE if is_own else 0)
    if g.variant.restricted:
        room = min(room, HELD + 1 - side.held)
    if room <= 0 or (not is_own and (not several or side.foreign)):
        return []
    options = []
    for card in outlook.movement:
        if fits(card, point):
            options += [_charge(point, card, count) for count in range(1, 1 + (room if is_own and several else 1))]
        elif is_own and several and not inhibit_counts(outlook):
            options.append(_charge(point, card, 1))
    return options


def inhibit_counts(outlook: Outlook) -> bool:
    """9.7 Return whether an Inhibit restricts charging and delivering too."""
    return outlook.side.inhibited > 0


def deliveries(outlook: Outlook) -> list[Deliver]:
    """7.3 List every way to deliver now, also while inhibited (9.7); several charges at once (11.4)."""
    g, side = outlook.g, outlook.side
    if not (side.carried and g.board.turned_over and side.node == side.home):
        return []
    needed = g.needed(outlook.seat)
    return [
        _deliver(card, count)
        for card in outlook.movement
        for count in range(1, 1 + min(len(side.carried), needed))
        if card == BLACK or (count == 1 < needed and not inhibit_counts(outlook))
    ]


def layable(g: CircuitryState, circuits: Sequence[CircuitCard]) -> Sequence[CircuitCard]:
    """11.10 Return the cards of a hand that may be laid next."""
    first = [circuit for circuit in circuits if circuit.charge] if g.variant.hurried else []
    return first or circuits


def placements(g: CircuitryState, circuits: Sequence[CircuitCard]) -> list[Place]:
    """4.7 List every way to lay one of these circuit cards."""
    options: list[Place] = []
    places = g.board.places if circuits else ()
    for circuit in circuits:
        for cell in places:
            options += _places(circuit.number, cell)
    return options


def board_actions(outlook: Outlook) -> list[Action]:
    """8.1 to 8.5 List the changes of the board that the hand allows. None of them moves #1 (6.4)."""
    options: list[Action] = []
    hand, board = outlook.hand, outlook.g.board
    if "rotate" in hand:  # 8.1
        options += [_rotate(placed.card.number) for placed in board.placed[1:]]
    if "flip" in hand or "swap" in hand:  # 8.2, 8.3
        occupied = outlook.g.occupied_cards
        free = tuple(sorted([placed.card.number for placed in board.placed[1:] if placed.card.number not in occupied]))
        options += [_flip(number) for number in free] if "flip" in hand else ()
        options += _swaps(free) if "swap" in hand else ()
    if "slide" in hand:  # 8.4, 8.5
        options += [_slide(number, cell) for number, cells in board.slides.items() for cell in cells]
    return options


def exchanges(outlook: Outlook) -> list[Exchange]:
    """8.10 List every charge that an Exchange can take from an opponent, or give to a team-mate (11.8)."""
    if "exchange" not in outlook.hand:
        return []
    g, side = outlook.g, outlook.side
    beside, team = g.board.neighbours(side.node), g.team(outlook.seat)
    options: list[Exchange] = []
    for other, other_side in enumerate(g.sides):
        if other_side.node not in beside:
            continue
        if other not in team:
            options += [_exchange(other_side.colour, 1)] if other_side.carried else ()
        else:
            room = HELD - other_side.held if g.variant.restricted else len(side.carried)
            options += [_exchange(other_side.colour, count) for count in range(1, 1 + min(room, len(side.carried)))]
    return options


def inhibits(g: CircuitryState, seat: Seat) -> Sequence[Inhibit]:
    """9.1 List the Inhibits that the seat can play, one for each opponent."""
    for mini in g.sides[seat].minis:
        if mini.id == "inhibit":
            return [_inhibit(g.sides[other].colour) for other in g.opponents(seat)]
    return ()


def releases(outlook: Outlook) -> list[Action]:
    """9.3 List every way to end an Inhibit: a Free for the player or a team-mate, and giving up a charge for the player
    (9.4).
    """
    options: list[Action] = []
    if "free" in outlook.hand and outlook.plays > 0:
        mates = map(outlook.g.sides.__getitem__, outlook.g.team(outlook.seat))
        options += [_free(mate.colour) for mate in mates if mate.inhibited]
    if outlook.side.inhibited and outlook.side.carried:
        options.append(DISCHARGE)
    return options


def gifts(g: CircuitryState, seat: Seat, to: Sequence[Seat]) -> list[Give]:
    """11.6, 11.7 List every way to give a mini card to one of these team-mates."""
    options: list[Give] = []
    if not g.variant.teams or g.gifts >= GIFTS:
        return options
    for mate in to:
        mate_side = g.sides[mate]
        if mate != seat and not mate_side.left and not (g.variant.restricted and mate_side.held >= HELD):
            options += [
                _give(mate_side.colour, card) for card in dict.fromkeys([mini.id for mini in g.sides[seat].minis])
            ]
    return options


def discards(g: CircuitryState, seat: Seat) -> list[Action]:
    """11.12 List every way to come nearer to the limit: discards, and gifts (11.6)."""
    side = g.sides[seat]
    words: list[str] = list(dict.fromkeys(mini.id for mini in side.minis))
    return [*map(_discard, [*words, CHARGE] if side.carried else words), *gifts(g, seat, g.team(seat))]


def chooses(g: CircuitryState, seat: Seat) -> list[Choose]:
    """11.13 List the colours that nobody has chosen. The colour of a player who has left is not free either."""
    taken = [side.colour for other, side in enumerate(g.sides) if other < seat or side.left]
    return [_choose(colour) for colour in Colour if colour not in taken]


# Each action is made once, and lists of options share it.

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
