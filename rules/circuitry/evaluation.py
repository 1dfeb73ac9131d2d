"""Evaluating unfinished matches of Circuitry: a player who carries a charge, and has a short way to deliver it, is
ahead.

The merits were fitted to positions of matches that quick players of two to six seats played to the end.
"""

from typing import Final

from rules.circuitry.board import Board, NodeId
from rules.circuitry.cards import BLACK
from rules.circuitry.options import teams
from rules.circuitry.plan import steps_to
from rules.circuitry.state import CircuitryState, Side
from rules.core.evaluation import share_of
from rules.core.events import Seat

_FAR: Final = 6
"""The maximum number of steps for which a way counts, since the board changes before a longer way is walked."""

_CHARGED: Final = 1.2
"""The merit of all charges that are still needed, carried at no distance from the player's node on card 1."""
_STEP_HOME: Final = 0.39
"""The loss of merit with each step of the way home, for a player who is charged."""
_BLACK: Final = 1.27
"""The merit of a black card for a player who is charged: only a black card delivers."""
_EQUIPPED: Final = 0.34
"""The merit of having movement cards for the whole way home too."""
_TURNED_OVER: Final = 0.69
"""The merit of a card 1 that is turned over, for a player who is charged. The others lose `_LATE`."""
_LATE: Final = 0.44
_CHARGED_WAIT: Final = 1.1
"""The loss of merit with the part of a round until the player's next turn, for a player who is charged; `_WAIT` is that
for the others.
"""
_WAIT: Final = 0.23

_LAID: Final = 1.69
"""The merit of a charge point that is on the board."""
_STEP_THERE: Final = 0.07
"""The loss of merit with each step to the charge point."""
_STEP_BACK: Final = 0.25
"""The loss of merit with each step from the charge point to the player's node on card 1."""
_KIND: Final = 0.1
"""The merit of a black card, and that of a card that can take a charge, for a player who is not charged."""

_MOVEMENT: Final = 0.1
"""The merit of a movement card, up to `_MANY` of them."""
_MANY: Final = 8
_CARRIED: Final = 0.4
"""The merit of a charge of a player who still needs more."""
_DELIVERED: Final = 2.0
_INHIBITED: Final = 0.26
_GONE: Final = -20.0


def evaluate(g: CircuitryState, seat: Seat) -> float:
    """Return a player's chance to win, from 0 to 1."""
    seats = range(len(g.sides))
    return share_of([_merit(g, other) for other in seats], teams(g.variant, len(g.sides)), seat)


def _merit(g: CircuitryState, seat: Seat) -> float:
    """Return the merit of a player's position: the higher, the better."""
    side = g.sides[seat]
    if side.left:
        return _GONE
    movement = black = own_colour = 0
    for mini in side.minis:
        movement += mini.movement
        black += mini.id == BLACK
        own_colour += mini.id == side.colour.value
    wait = (seat - g.active) % len(g.sides) / len(g.sides)
    merit = _MOVEMENT * min(movement, _MANY) + _DELIVERED * side.delivered
    if side.inhibited:
        merit -= _INHIBITED
    if len(side.carried) >= g.needed(seat):
        return merit + _merit_of_charged(g, side, movement, black) - _CHARGED_WAIT * wait
    kinds = (black > 0) + (own_colour > 0 or black > 1)
    return merit + _merit_of_uncharged(g, side) + _KIND * kinds - _WAIT * wait


def _merit_of_charged(g: CircuitryState, side: Side, movement: int, black: int) -> float:
    steps = _steps(g.board, (side.home,), _others(g, side), side.node)
    merit = _CHARGED - _STEP_HOME * steps
    if black:
        merit += _BLACK
        if movement > steps:
            merit += _EQUIPPED
    if g.board.turned_over:
        merit += _TURNED_OVER
    return merit


def _merit_of_uncharged(g: CircuitryState, side: Side) -> float:
    merit = _CARRIED * len(side.carried)
    if g.board.turned_over:
        merit -= _LATE
    ends = g.board.charge_nodes(side.colour)
    if not ends:
        return merit
    there = _steps(g.board, ends, _others(g, side), side.node)
    return merit + _LAID - _STEP_THERE * there - _STEP_BACK * _steps(g.board, ends, (), side.home)


def _others(g: CircuitryState, side: Side) -> tuple[NodeId, ...]:
    """Return the nodes of all other pawns, which block the way."""
    return tuple([other.node for other in g.sides if other is not side])


def _steps(board: Board, ends: tuple[NodeId, ...], blocked: tuple[NodeId, ...], start: NodeId) -> int:
    return min(_FAR, steps_to(board, ends, blocked, start).get(start, _FAR))
