"""Evaluating unfinished matches of Circuitry: the player who needs the fewest turns is ahead."""

from typing import Final

from rules.circuitry.board import Board, NodeId
from rules.circuitry.cards import BLACK
from rules.circuitry.limits import PLAYED
from rules.circuitry.options import teams
from rules.circuitry.plan import steps_to
from rules.circuitry.state import CircuitryState, Side
from rules.core.evaluation import share_of
from rules.core.events import Seat

_FAR: Final = 9
"""The maximum number of steps for which a way counts, since the board changes before a longer way is walked."""
_UNLAID: Final = 12
"""The assumed number of steps to a charge point that is not on the board, and from there to the player's node on #1."""
_TURN: Final = 0.8
"""The merit of a win one turn earlier."""
_DRAWN: Final = 1.6
"""The expected number of movement cards drawn in a turn."""
_NO_BLACK: Final = 3.0
_NO_CHARGER: Final = 1.5
"""The expected number of turns until a card that can charge is drawn; `_NO_BLACK` is that for a card that can
deliver.
"""
_BOTH: Final = 0.4
"""The weight of the shorter of two waits, if a player waits for cards of two kinds at once. The longer one counts in
full.
"""
_CARRIED: Final = 0.4
"""The merit of a carried charge in addition to the turns that it saves, since its player need not go to the charge
point.
"""
_BENEATH: Final = 0.5
"""The number of turns added while card 1 is not turned over."""
_INHIBITED: Final = 0.5
_GREEN: Final = 0.06
_CARD: Final = 0.06
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
    movement = sum([mini.movement for mini in side.minis])
    worth = _GREEN * (len(side.minis) - movement) + _CARD * movement
    worth += _CARRIED * len(side.carried) + 2 * side.delivered
    return worth - _TURN * _turns(g, seat, side, movement)


def _turns(g: CircuitryState, seat: Seat, side: Side, movement: int) -> float:
    """Return the expected number of turns until a player delivers, if nothing but the hand changes."""
    charged = len(side.carried) >= g.needed(seat)
    black = own_colour = 0
    for mini in side.minis:
        black += mini.id == BLACK
        own_colour += mini.id == side.colour.value
    cards = _way(g.board, g, side, charged=charged) + (1 if charged else 2)
    waits = 0.0 if black else _NO_BLACK
    if not charged and not own_colour and black < 2:
        waits += _NO_CHARGER
    missing = max(0, cards - movement) / _DRAWN
    turns = max(waits, missing) + _BOTH * min(waits, missing) + cards / PLAYED
    if not g.board.turned_over:
        turns += _BENEATH
    if side.inhibited:
        turns += _INHIBITED
    return turns + ((seat - g.active) % len(g.sides)) / len(g.sides)


def _way(board: Board, g: CircuitryState, side: Side, *, charged: bool) -> int:
    """Return the number of steps to the charge point, if a charge is needed, and from there to the player's node on
    #1.
    """
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
