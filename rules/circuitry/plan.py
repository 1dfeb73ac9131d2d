"""How far everybody is from winning, as a simple player reckons it: in steps, by what everybody knows."""

from collections.abc import Collection, Mapping
from typing import Final

from rules.circuitry.board import HUB, Board, NodeId, names
from rules.circuitry.cards import Colour
from rules.circuitry.view import CircuitryView, SideView

UNLAID: Final = 12.0
"""Steps that the way to a charge point is reckoned at that is not on the board yet."""
CUT_OFF: Final = 16.0
"""The same for a way that is not there now."""


def home(colour: Colour) -> NodeId:
    """A colour's node on card 1."""
    return names(HUB)[colour]


def goals(view: CircuitryView, board: Board, side: SideView) -> tuple[NodeId, ...]:
    """Where a player wants to be next."""
    if len(side.carried) < view.variant.charges - view.delivered(side.seat):
        found = board.charge_nodes(side.colour)
        if not side.carried or found:
            return found
    return (home(side.colour),)


def steps_to(
    board: Board, ends: tuple[NodeId, ...], blocked: tuple[NodeId, ...], start: NodeId | None = None
) -> Mapping[NodeId, int]:
    """How many steps nodes are from the nearest of these ends, going round blocked nodes: all of them, or no further
    than to the start, if one is given.
    """
    key = ends, blocked, start
    known = board.ways.get(key)
    if known is None:
        known = board.ways[key] = _steps_to(board, ends, blocked, start)
    return known


def _steps_to(
    board: Board, ends: tuple[NodeId, ...], blocked: tuple[NodeId, ...], start: NodeId | None
) -> Mapping[NodeId, int]:
    found, neighbours = dict.fromkeys(ends, 0), board.adjacency
    edge, steps = list(ends), 0
    while edge and start not in found:
        steps += 1
        further = []
        for node in edge:
            for to in neighbours[node]:
                if to not in found:
                    found[to] = steps
                    if to not in blocked:
                        further.append(to)
        edge = further
    return found


def remaining(view: CircuitryView, board: Board, side: SideView, start: NodeId) -> float:
    """How many steps a player is from having delivered, if the pawn stood at the start on this board."""
    ends = goals(view, board, side)
    if not ends:
        return 2 * UNLAID
    blocked = tuple([other.node for other in view.sides if other.seat != side.seat])
    ahead: float = steps_to(board, ends, blocked, start).get(start, CUT_OFF)
    target = home(side.colour)
    if target not in ends:
        ahead += steps_to(board, ends, (), target).get(target, CUT_OFF)
    return ahead


def leader(view: CircuitryView, steps: Mapping[int, float], seats: Collection[int]) -> int:
    """Who of these is nearest to winning."""
    return min(seats, key=lambda seat: steps[seat] - 3 * len(view.sides[seat].carried) - 6 * view.delivered(seat))
