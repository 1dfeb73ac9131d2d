"""Distances to a win, in steps, as the quick player estimates them from public information."""

from collections.abc import Collection, Mapping
from typing import Final

from rules.circuitry.board import HUB, Board, NodeId, names
from rules.circuitry.cards import Colour
from rules.circuitry.view import CircuitryView, SideView

UNLAID: Final = 12.0
"""The assumed number of steps to a charge point that is not on the board yet."""
CUT_OFF: Final = 16.0
"""The assumed number of steps to a node that cannot be reached now."""


def home(colour: Colour) -> NodeId:
    """Return the node of this colour on card 1."""
    return names(HUB)[colour]


def goals(view: CircuitryView, board: Board, side: SideView) -> tuple[NodeId, ...]:
    """Return the nodes that a player wants to reach next."""
    if len(side.carried) < view.variant.charges - view.delivered(side.seat):
        charge_nodes = board.charge_nodes(side.colour)
        if not side.carried or charge_nodes:
            return charge_nodes
    return (home(side.colour),)


def steps_to(
    board: Board, ends: tuple[NodeId, ...], blocked: tuple[NodeId, ...], start: NodeId | None = None
) -> Mapping[NodeId, int]:
    """Return by node the number of steps to the nearest of these ends, around blocked nodes. With a start, the search
    stops once the start is reached, so nodes that are farther away may be missing.
    """
    key = ends, blocked, start
    distances = board.ways.get(key)
    if distances is None:
        distances = board.ways[key] = _steps_to(board, ends, blocked, start)
    return distances


def _steps_to(
    board: Board, ends: tuple[NodeId, ...], blocked: tuple[NodeId, ...], start: NodeId | None
) -> Mapping[NodeId, int]:
    distances, neighbours = dict.fromkeys(ends, 0), board.adjacency
    edge, steps = list(ends), 0
    while edge and start not in distances:
        steps += 1
        further = []
        for node in edge:
            for to in neighbours[node]:
                if to not in distances:
                    distances[to] = steps
                    if to not in blocked:
                        further.append(to)
        edge = further
    return distances


def remaining(view: CircuitryView, board: Board, side: SideView, start: NodeId) -> float:
    """Return a player's number of steps to a delivery on this board, with the pawn on the node `start`."""
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
    """Return the seat among these that is nearest to winning."""
    return min(seats, key=lambda seat: steps[seat] - 3 * len(view.sides[seat].carried) - 6 * view.delivered(seat))
