"""Lay out the parts of a table: the board beside the players."""

from typing import Final, NamedTuple

from render.canvas import UNIT, Box
from render.circuitry.minis import STOCK_HEIGHT
from render.circuitry.plan import ROOM, Plan, plan_for
from render.circuitry.rim import margins
from render.landscape import GAP, MARGIN, PARTS
from rules.circuitry.board import Board

_HEAD: Final = 48
_FREE: Final = 64
"""The greatest space around the board for the flags of pawns, in pixels."""


class Layout(NamedTuple):
    """The boxes of a table's parts."""

    board: Box
    head: Box
    people: Box
    stock: Box


def _layout() -> Layout:
    board = Box(PARTS.foot.right - ROOM[0], MARGIN, *ROOM)
    head, below = Box(MARGIN, MARGIN, board.left - MARGIN - GAP, board.height).row(_HEAD)
    people, stock = below.row(UNIT)[1].row(below.height - STOCK_HEIGHT - 2 * UNIT)
    return Layout(board, head, people, stock.row(UNIT)[1])


LAYOUT: Final = _layout()


def plan_of(board: Board) -> Plan:
    """Return the plan of a whole board on a table."""
    room = LAYOUT.board
    plan = plan_for(board.cells, (room.width, room.height), margins(board), upright=board.upright)
    return plan.within(min(plan.width + _FREE, room.width), min(plan.height + _FREE, room.height))
