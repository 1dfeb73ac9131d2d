"""Lay out the parts of a table: the board beside the players."""

from typing import Final, NamedTuple

from render.canvas import UNIT, Box
from render.circuitry.minis import STOCK_HEIGHT
from render.circuitry.plan import ROOM, Plan, plan_for
from render.circuitry.rim import margins
from render.landscape import GAP, MARGIN, PARTS
from rules.circuitry.board import Board

_HEAD: Final = 48
PHONE_COLUMNS: Final = 2
"""The number of players side by side on a phone."""
_PHONE_PLAYER: Final = 116, 92, 68
"""Height of a part of a player on a phone in pixels, if all players are in one line, in two or in three."""
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


def tall_layout(body: Box, head: Box, players: int) -> Layout:
    """Return the layout for a phone, with the board at the top. body, head: of the table."""
    lines = -(-players // PHONE_COLUMNS)
    stock = body._replace(top=body.bottom - STOCK_HEIGHT, height=STOCK_HEIGHT)
    high = lines * (_PHONE_PLAYER[min(lines, len(_PHONE_PLAYER)) - 1] + UNIT) - UNIT
    people = body._replace(top=stock.top - GAP - high, height=high)
    return Layout(body._replace(height=people.top - GAP - body.top), head, people, stock)


def plan_of(board: Board, room: tuple[int, int] = ROOM) -> Plan:
    """Return the plan of a whole board on a table. room: the largest width and height, in pixels."""
    plan = plan_for(board.cells, room, margins(board), upright=board.upright)
    return plan.within(min(plan.width + _FREE, room[0]), min(plan.height + _FREE, room[1]))
