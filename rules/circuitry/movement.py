"""Chapter 5: where pawns can go, and what is paid for it."""

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

AT_ONCE: Final = 4
"""5.6 Steps that can be taken in one go."""

Counts = Mapping[CardId, int]
"""Movement cards by kind."""


class Route(NamedTuple):
    """A way of one pawn."""

    path: tuple[NodeId, ...]
    """The nodes that it comes to."""
    port: int | None
    """6.1 If its last step takes the last pawn off #1: the port by which it leaves."""


def reach(g: CircuitryState, seat: Seat, steps: int) -> dict[NodeId, Route]:
    """5.1, 5.5 Where a pawn can get with so many steps, each place by a shortest way, the nearest first.

    6.2 A node of the side of #1 that comes up only as the pawn leaves it is called 1b, like “1b-red”.
    """
    start, board, blocked = g.sides[seat].node, g.board, g.occupied
    last = g.is_last_on_hub(seat)
    found: dict[NodeId, Route] = {}
    edge: list[tuple[NodeId, tuple[NodeId, ...]]] = [(start, ())]
    for _ in range(steps):
        further = []
        for node, path in edge:
            for word, to, port in _last_steps(board, node) if last else _steps(board, node):
                if word in found or (to == word and to in blocked):
                    continue
                way = (*path, to)
                found[word] = Route(way, port)
                if port is None:
                    further.append((to, way))
        edge = further
    return found


def _steps(board: Board, node: NodeId) -> list[tuple[NodeId, NodeId, int | None]]:
    return [(to, to, None) for to in board.neighbours(node)]


def _last_steps(board: Board, node: NodeId) -> Iterator[tuple[NodeId, NodeId, int | None]]:
    """6.1 The steps of the last pawn on #1: what each is called, where it leads, and the port by which it leaves."""
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
    """What a player's options are worked out of."""

    g: CircuitryState
    seat: Seat
    side: Side
    hand: Counts
    """The mini cards in the hand by kind, in the order of the card list."""
    movement: Counts
    """The movement cards among them."""
    plays: int
    """11.11 How many mini cards may still be played in this turn."""

    @classmethod
    def of(cls, g: CircuitryState, seat: Seat) -> "Outlook":
        """What the seat can choose from at the present table."""
        side = g.sides[seat]
        hand: dict[CardId, int] = {}
        movement: dict[CardId, int] = {}
        for mini in side.minis:
            hand[mini.id] = hand.get(mini.id, 0) + 1
            if mini.movement:
                movement[mini.id] = hand[mini.id]
        return cls(g, seat, side, hand, movement, g.plays_left())


def moves(at: Outlook) -> list[Move]:
    """5.1 Every way to move one's own pawn now, 5.7 which may be none."""
    limit = min(sum(at.movement.values()), at.plays, AT_ONCE)
    if limit <= 0:
        return []
    routes = reach(at.g, at.seat, limit)
    if at.side.inhibited:
        return [
            _move(word, cards)
            for word, route in routes.items()
            for cards in _inhibited_payments(route.path, at.movement)
        ]
    payments: list[Sequence[str]] = [list(at.movement)]
    held = tuple(at.movement.items())
    payments += [_payments(steps, held, at.side.colour) for steps in range(2, limit + 1)]
    return [_move(word, cards) for word, route in routes.items() for cards in payments[len(route.path) - 1]]


def _inhibited_payments(path: Sequence[NodeId], counts: Counts) -> list[str]:
    """9.2 What an inhibited player may pay for this way: for one step any card that fits, for more those that do."""
    if len(path) == 1:
        return [card for card in counts if fits(card, colour_of(path[0]))]
    cards = _matching(path, counts)
    return [JOIN.join(cards)] if cards else []


def _matching(path: Sequence[NodeId], counts: Counts) -> list[CardId]:
    """9.2 A card of the colour of each node, or a black one; [] if they do not suffice."""
    left = dict(counts)
    found = []
    for node in path:
        card = CardId(colour_of(node).word)
        if not left.get(card):
            card = CardId(BLACK)
        if not left.get(card):
            return []
        left[card] -= 1
        found.append(card)
    return found


@lru_cache(maxsize=4096)
def _payments(steps: int, held: tuple[tuple[CardId, int], ...], own: Colour) -> Sequence[str]:
    """5.6 What several steps can be paid with: the usual cards first, then those that spare one of these kinds."""
    counts = dict(held)
    usual = _least_needed(steps, counts, own)
    found = {tuple(sorted(usual)): JOIN.join(usual)}
    for spared in dict.fromkeys(usual):
        cards = _least_needed(steps, counts, own, spared)
        found.setdefault(tuple(sorted(cards)), JOIN.join(cards))
    return tuple(found.values())


def _least_needed(steps: int, counts: Counts, own: Colour, spared: str = "") -> list[CardId]:
    """5.6 Those that there are most of, one's own colour after all others, black ones after it, and one kind that is
    spared last.
    """
    left = dict(counts)
    found = []
    for _ in range(steps):
        card = max(left, key=lambda kind: (left[kind] > 0, kind != spared, kind != BLACK, kind != own.word, left[kind]))
        left[card] -= 1
        found.append(card)
    return found


def forces(at: Outlook, forced: Seat | None) -> list[Force]:
    """8.6 Every way to force an opponent's pawn now; forced: the one that a Force played before still holds."""
    found: list[Force] = []
    if "force" not in at.hand and forced is None:
        return found
    for victim in at.g.opponents(at.seat):
        if "force" not in at.hand and victim != forced:
            continue
        pawn = at.g.sides[victim].colour
        counts = _for_pawn(at.movement, pawn)
        limit = min(sum(counts.values()), at.plays - (victim != forced), AT_ONCE)
        if limit > 0:
            payments = [_forcing_payments(steps, counts) for steps in range(1, limit + 1)]
            for word, route in reach(at.g, victim, limit).items():
                found += [_force(pawn, word, cards) for cards in payments[len(route.path) - 1]]
    return found


def _for_pawn(counts: Counts, pawn: Colour) -> Counts:
    """8.6 The cards that force this pawn, its colour first."""
    return {CardId(card): counts[CardId(card)] for card in (pawn.word, BLACK) if card in counts}


def _forcing_payments(steps: int, counts: Counts) -> list[str]:
    """8.6 All that pay for so many steps, the fewest black cards first."""
    coloured, black = sum(counts.values()) - counts.get(CardId(BLACK), 0), counts.get(CardId(BLACK), 0)
    colour = next(iter(counts))
    return [
        JOIN.join([colour] * (steps - blacks) + [BLACK] * blacks)
        for blacks in range(max(0, steps - coloured), min(steps, black) + 1)
    ]


def portals(at: Outlook) -> list[Portal]:
    """8.8 Every jump of one's own pawn."""
    if "portal" not in at.hand or at.side.inhibited or at.plays < 2:
        return []
    return [_portal(node, card) for node in _free_portals(at.g) for card in at.movement if fits(card, colour_of(node))]


def portal_forces(at: Outlook) -> list[PortalForce]:
    """8.9 Every jump to which an opponent's pawn can be forced."""
    if "portal" not in at.hand or "force" not in at.hand or at.side.inhibited or at.plays < 4:
        return []
    counts, free = at.movement, _free_portals(at.g)
    found = []
    for victim in at.g.opponents(at.seat):
        pawn = at.g.sides[victim].colour
        for first in _for_pawn(counts, pawn):
            for node in free:
                found += [
                    _portal_force(pawn, node, f"{first}{JOIN}{second}")
                    for second in counts
                    if fits(second, colour_of(node)) and (second != first or counts[first] > 1)
                ]
    return found


def _free_portals(g: CircuitryState) -> list[NodeId]:
    """8.11 The portals without a pawn."""
    blocked = g.occupied
    return [node for node in g.board.portals if node not in blocked]


# Actions are made once: lists of options only refer to them.

_move: Final = cache(Move)
_force: Final = cache(Force)
_portal: Final = cache(Portal)
_portal_force: Final = cache(PortalForce)
