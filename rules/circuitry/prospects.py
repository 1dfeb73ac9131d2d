"""What the table of Circuitry is worth to its players, before one of them has won: who needs fewest turns."""

from typing import Final

from rules.circuitry.board import Board, NodeId
from rules.circuitry.cards import BLACK
from rules.circuitry.limits import PLAYED
from rules.circuitry.options import teams
from rules.circuitry.plan import steps_to
from rules.circuitry.state import CircuitryState, Side
from rules.core.events import Seat
from rules.core.prospects import share_of

_FAR: Final = 9
"""Steps beyond which a way is not longer: the board will change before."""
_UNLAID: Final = 12
"""Steps to a charge point that is not on the board, and home from there."""
_TURN: Final = 0.8
"""What it is worth to win a turn earlier."""
_DRAWN: Final = 1.6
"""Movement cards that a turn brings."""
_NO_BLACK: Final = 3.0
_NO_CHARGER: Final = 1.5
"""Turns until a card comes that delivers, and one that charges."""
_BOTH: Final = 0.4
"""What the shorter of two waits adds to the longer one."""
_CARRIED: Final = 0.4
"""What a charge is worth beside the turns that it spares: nobody has to lay or reach its charge point any more."""
_BENEATH: Final = 0.5
"""Turns that it takes longer as long as card 1 is not turned over."""
_INHIBITED: Final = 0.5
_GREEN: Final = 0.06
_CARD: Final = 0.06
_GONE: Final = -20.0


def prospects(g: CircuitryState, seat: Seat) -> float:
    """Which share of the win a player can expect."""
    seats = range(len(g.sides))
    return share_of([_merit(g, other) for other in seats], teams(g.variant, len(g.sides)), seat)


def _merit(g: CircuitryState, seat: Seat) -> float:
    """How well a player stands."""
    side = g.sides[seat]
    if side.left:
        return _GONE
    movement = sum([mini.movement for mini in side.minis])
    worth = _GREEN * (len(side.minis) - movement) + _CARD * movement
    worth += _CARRIED * len(side.carried) + 2 * side.delivered
    return worth - _TURN * _turns(g, seat, side, movement)


def _turns(g: CircuitryState, seat: Seat, side: Side, movement: int) -> float:
    """How many turns a player still needs to deliver, if nothing changes but what is drawn."""
    charged = len(side.carried) >= g.needed(seat)
    black = own = 0
    for mini in side.minis:
        black += mini.id == BLACK
        own += mini.id == side.colour.value
    cards = _way(g.board, g, side, charged=charged) + (1 if charged else 2)
    waits = 0.0 if black else _NO_BLACK
    if not charged and not own and black < 2:
        waits += _NO_CHARGER
    missing = max(0, cards - movement) / _DRAWN
    turns = max(waits, missing) + _BOTH * min(waits, missing) + cards / PLAYED
    if not g.board.turned_over:
        turns += _BENEATH
    if side.inhibited:
        turns += _INHIBITED
    return turns + ((seat - g.active) % len(g.sides)) / len(g.sides)


def _way(board: Board, g: CircuitryState, side: Side, *, charged: bool) -> int:
    """The steps that are left: to the charge point and home."""
    home = side.home
    blocked = tuple([other.node for other in g.sides if other is not side])
    if charged:
        return _steps(board, (home,), blocked, side.node)
    ends = board.charge_nodes(side.colour)
    if not ends:
        return _UNLAID
    return _steps(board, ends, blocked, side.node) + _steps(board, ends, (), home)


def _steps(board: Board, ends: tuple[NodeId, ...], blocked: tuple[NodeId, ...], start: NodeId) -> int:
    return min(_FAR, steps_to(board, ends, blocked, start).get(start, _FAR))
