"""Lay out the parts of a table: the board beside the players, or above them if that makes its cards larger."""

from typing import Final, NamedTuple

from render.canvas import UNIT, Box
from render.circuitry.minis import STOCK_HEIGHT
from render.circuitry.plan import READABLE, ROOM, Plan, plan_for
from render.circuitry.rim import margins
from render.landscape import GAP, MARGIN, PARTS
from rules.circuitry.board import Board

_HEAD: Final = 48
_FREE: Final = 64
"""The greatest space around the board for the flags of pawns, in pixels."""
_GAIN: Final = 1.1
"""The board goes above the players only if this makes its cards larger by at least this factor."""


class Layout(NamedTuple):
    """The boxes of a table's parts, and the number of columns of players."""

    board: Box
    head: Box
    people: Box
    stock: Box
    abreast: int


def _beside() -> Layout:
    board = Box(PARTS.foot.right - ROOM[0], MARGIN, *ROOM)
    head, below = Box(MARGIN, MARGIN, board.left - MARGIN - GAP, board.height).row(_HEAD)
    people, stock = below.row(UNIT)[1].row(below.height - STOCK_HEIGHT - 2 * UNIT)
    return Layout(board, head, people, stock.row(UNIT)[1], 1)


def _above() -> Layout:
    column = _HEAD + UNIT + STOCK_HEIGHT
    board, below = Box(MARGIN, MARGIN, PARTS.foot.width, ROOM[1]).row(ROOM[1] - column - UNIT)
    left, people = below.row(UNIT)[1].column(BESIDE.head.width)
    head, stock = left.row(_HEAD)
    return Layout(board, head, people.column(GAP)[1], stock.row(UNIT)[1], 2)


BESIDE: Final = _beside()
ABOVE: Final = _above()


def layout_of(board: Board) -> tuple[Layout, Plan]:
    """Return the layout of a table with this board, and the plan of its cells."""
    beside, above = (_plan_for(board, layout.board) for layout in (BESIDE, ABOVE))
    if beside.card < READABLE and above.card >= _GAIN * beside.card:
        return ABOVE, above
    return BESIDE, beside


def _plan_for(board: Board, room: Box) -> Plan:
    plan = plan_for(board.cells, (room.width, room.height), margins(board), upright=board.upright)
    return plan.within(min(plan.width + _FREE, room.width), min(plan.height + _FREE, room.height))
