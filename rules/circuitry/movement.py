"""Chapter 5: the paths of pawns, and the cards that pay for them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rules.circuitry.actions import JOIN, Force, Move, Portal, PortalForce
from rules.circuitry.board import HUB, Board, NodeId, colour_of, number_of
from rules.circuitry.cards import BLACK, Colour
from rules.circuitry.state import CircuitryState, Side, fits
from rules.core.cards import CardId
from rules.core.events import Seat

PORTAL: Final = CardId("portal")
"""The Portal card. In notation it is also the payment of a jump that takes no movement card (8.8)."""
AT_ONCE: Final = 4
"""5.6 The maximum number of steps in one move."""

Counts = Mapping[CardId, int]
"""The number of cards of each kind."""


class Route(NamedTuple):
    """A path that one pawn can take."""

    path: tuple[NodeId, ...]
    """The nodes along the path, without the first."""
    port: int | None
    """6.1 The port by which the last pawn on #1 leaves #1 with its last step; None if it does not leave."""


def reach(g: CircuitryState, seat: Seat, steps: int) -> dict[NodeId, Route]:
    """5.1, 5.5 Return a shortest route to each node within this many steps, the nearest nodes first.

    6.2 A node on the side of #1 that comes up only when the pawn leaves is written with 1b: “1b-red”.
    """
    start, board, blocked = g.sides[seat].node, g.board, g.occupied
    last = g.is_last_on_hub(seat)
    routes: dict[NodeId, Route] = {}
    edge: list[tuple[NodeId, tuple[NodeId, ...]]] = [(start, ())]
    for _ in range(steps):
        further = []
        for node, path in edge:
            for word, to, port in _last_steps(board, node) if last else _steps(board, node):
                if word in routes or (to == word and to in blocked):
                    continue
                way = (*path, to)
                routes[word] = Route(way, port)
                if port is None:
                    further.append((to, way))
        edge = further
    return routes


def _steps(board: Board, node: NodeId) -> list[tuple[NodeId, NodeId, int | None]]:
    return [(to, to, None) for to in board.neighbours(node)]


def _last_steps(board: Board, node: NodeId) -> Iterator[tuple[NodeId, NodeId, int | None]]:
    """6.1 Yield the possible steps of the last pawn on #1: the word of the node, the node, and the port by which the
    pawn leaves #1, or None if it stays.
    """
    hub = board.hub
    for way in hub.face.ways[colour_of(node)]:
        if isinstance(way, int):
            port = (way + hub.way.shift) % 8
            for to in dict.fromkeys(board.arrivals(port).values()):
                yield f"{HUB}b-{colour_of(to)}" if number_of(to) == HUB else to, to, port
        else:
            to = f"{HUB}-{way}"
            yield to, to, None


@dataclass(slots=True)
class Outlook:
    """The parts of a state on which the legal actions of a player depend."""

    g: CircuitryState
    seat: Seat
    side: Side
    hand: Counts
    """The number of mini cards of each kind in the hand, in the order of the card list."""
    movement: Counts
    """The number of movement cards of each kind in the hand."""
    plays: int
    """11.11 The number of mini cards that may still be played this turn."""

    @classmethod
    def of(cls, g: CircuitryState, seat: Seat) -> "Outlook":
        """Return the parts of this state on which the legal actions of a seat depend."""
        side = g.sides[seat]
        hand: dict[CardId, int] = {}
        movement: dict[CardId, int] = {}
        for mini in side.minis:
            hand[mini.id] = hand.get(mini.id, 0) + 1
            if mini.movement:
                movement[mini.id] = hand[mini.id]
        return cls(g, seat, side, hand, movement, g.plays_left())


def moves(outlook: Outlook) -> list[Move]:
    """5.1 List every move of the player's own pawn; there may be none (5.7)."""
    limit = min(sum(outlook.movement.values()), outlook.plays, AT_ONCE)
    if limit <= 0:
        return []
    routes = reach(outlook.g, outlook.seat, limit)
    if outlook.side.inhibited:
        return [
            _move(word, cards)
            for word, route in routes.items()
            for cards in _inhibited_payments(route.path, outlook.movement)
        ]
    payments: list[Sequence[str]] = [list(outlook.movement)]
    held = tuple(outlook.movement.items())
    payments += [_payments(steps, held, outlook.side.colour) for steps in range(2, limit + 1)]
    return [_move(word, cards) for word, route in routes.items() for cards in payments[len(route.path) - 1]]


def _inhibited_payments(path: Sequence[NodeId], counts: Counts) -> list[str]:
    """9.2 Return an inhibited player's payments for this path: any fitting card for one step, or for several steps a
    card for each node.
    """
    if len(path) == 1:
        return [card for card in counts if fits(card, colour_of(path[0]))]
    cards = _matching(path, counts)
    return [JOIN.join(cards)] if cards else []


def _matching(path: Sequence[NodeId], counts: Counts) -> list[CardId]:
    """9.2 Return for each node a card of its colour, or a black one instead; [] if the cards do not suffice."""
    left = dict(counts)
    cards = []
    for node in path:
        card = CardId(colour_of(node).word)
        if not left.get(card):
            card = CardId(BLACK)
        if not left.get(card):
            return []
        left[card] -= 1
        cards.append(card)
    return cards


@lru_cache(maxsize=4096)
def _payments(steps: int, held: tuple[tuple[CardId, int], ...], own_colour: Colour) -> Sequence[str]:
    """5.6 Return the payments for several steps: first the usual cards, then for each kind among these a payment that
    spares this kind.
    """
    counts = dict(held)
    usual = _least_needed(steps, counts, own_colour)
    payments = {tuple(sorted(usual)): JOIN.join(usual)}
    for spared in dict.fromkeys(usual):
        cards = _least_needed(steps, counts, own_colour, spared)
        payments.setdefault(tuple(sorted(cards)), JOIN.join(cards))
    return tuple(payments.values())


def _least_needed(steps: int, counts: Counts, own_colour: Colour, spared: str = "") -> list[CardId]:
    """5.6 Return the cards that the player needs least: other colours first, from the largest stock; then the player's
    own colour, then black, and the spared kind last.
    """
    left = dict(counts)
    cards = []
    for _ in range(steps):
        card = max(
            left, key=lambda kind: (left[kind] > 0, kind != spared, kind != BLACK, kind != own_colour.word, left[kind])
        )
        left[card] -= 1
        cards.append(card)
    return cards


def forces(outlook: Outlook, forced: Seat | None) -> list[Force]:
    """8.6 List every way to force an opponent's pawn now. forced: the seat whose pawn an earlier Force still holds."""
    options: list[Force] = []
    if "force" not in outlook.hand and forced is None:
        return options
    for victim in outlook.g.opponents(outlook.seat):
        if "force" not in outlook.hand and victim != forced:
            continue
        pawn = outlook.g.sides[victim].colour
        counts = _for_pawn(outlook.movement, pawn)
        limit = min(sum(counts.values()), outlook.plays - (victim != forced), AT_ONCE)
        if limit > 0:
            payments = [_forcing_payments(steps, counts) for steps in range(1, limit + 1)]
            for word, route in reach(outlook.g, victim, limit).items():
                options += [_force(pawn, word, cards) for cards in payments[len(route.path) - 1]]
    return options


def _for_pawn(counts: Counts, pawn: Colour) -> Counts:
    """8.6 Return the numbers of the cards that can force this pawn, those of its colour first."""
    return {CardId(card): counts[CardId(card)] for card in (pawn.word, BLACK) if card in counts}


def _forcing_payments(steps: int, counts: Counts) -> list[str]:
    """8.6 Return every payment for this many forced steps, fewest black cards first."""
    coloured, black = sum(counts.values()) - counts.get(CardId(BLACK), 0), counts.get(CardId(BLACK), 0)
    colour = next(iter(counts))
    return [
        JOIN.join([colour] * (steps - blacks) + [BLACK] * blacks)
        for blacks in range(max(0, steps - coloured), min(steps, black) + 1)
    ]


def portals(outlook: Outlook) -> list[Portal]:
    """8.8 List every jump of the player's own pawn."""
    g, is_free = outlook.g, outlook.g.variant.free_portals
    if PORTAL not in outlook.hand or outlook.plays < (1 if is_free else 2):
        return []
    if outlook.side.inhibited:  # 9.2 no portals while inhibited
        return []
    return [
        _portal(node, card)
        for node in _open_portals(g)
        for card in ((PORTAL,) if is_free else _for_portal(outlook.movement, node))
    ]


def portal_forces(outlook: Outlook) -> list[PortalForce]:
    """8.9 List every jump that an opponent's pawn can be forced to take."""
    is_free = outlook.g.variant.free_portals
    if PORTAL not in outlook.hand or "force" not in outlook.hand or outlook.plays < (3 if is_free else 4):
        return []
    if outlook.side.inhibited:  # 9.2 no portals, for nobody's pawn
        return []
    counts, portals = outlook.movement, _open_portals(outlook.g)
    options = []
    for victim in outlook.g.opponents(outlook.seat):
        pawn = outlook.g.sides[victim].colour
        for first in _for_pawn(counts, pawn):
            for node in portals:
                payments = (first,) if is_free else _with_portal(first, counts, node)
                options += [_portal_force(pawn, node, cards) for cards in payments]
    return options


def _for_portal(counts: Counts, node: NodeId) -> list[CardId]:
    """8.8 Return the cards that can pay for this portal."""
    return [card for card in counts if fits(card, colour_of(node))]


def _with_portal(first: CardId, counts: Counts, node: NodeId) -> list[str]:
    """8.9 Return the payments for a pawn and this portal in which the first card pays for the pawn."""
    return [f"{first}{JOIN}{second}" for second in _for_portal(counts, node) if second != first or counts[first] > 1]


def _open_portals(g: CircuitryState) -> list[NodeId]:
    """8.11 Return the portals without a pawn."""
    blocked = g.occupied
    return [node for node in g.board.portals if node not in blocked]


# Each action is made once, and lists of options share it.

_move: Final = cache(Move)
_force: Final = cache(Force)
_portal: Final = cache(Portal)
_portal_force: Final = cache(PortalForce)
