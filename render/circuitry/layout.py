"""Lay out the parts of a table: the board beside the players."""

from typing import Final, NamedTuple

from render.canvas import UNIT, Box
from render.circuitry.minis import STOCK_HEIGHT, WIDE_STOCK_HEIGHT
from render.circuitry.plan import ROOM, Plan, plan_for
from render.circuitry.rim import margins
from render.landscape import GAP, MARGIN, PARTS
from rules.circuitry.board import Board

_HEAD: Final = 44
BAND: Final = 92
"""Height of the band above the board, in pixels: the goal, the way of the player who decides, and the map."""
PHONE_COLUMNS: Final = 2
"""The number of players side by side on a phone."""
_PHONE_PLAYER: Final = 116, 92, 68
"""Height of a part of a player on a phone in pixels, if all players are in one line, in two or in three."""


class Layout(NamedTuple):
    """The boxes of a table's parts."""

    band: Box
    board: Box
    head: Box
    people: Box
    stock: Box


def _layout() -> Layout:
    left = PARTS.foot.right - ROOM[0]
    band = Box(left, MARGIN, ROOM[0], BAND)
    board = Box(left, band.bottom + UNIT, *ROOM)
    head, below = Box(MARGIN, MARGIN, left - MARGIN - GAP, board.bottom - MARGIN).row(_HEAD)
    people, stock = below.row(UNIT)[1].row(below.height - STOCK_HEIGHT - 2 * UNIT)
    return Layout(band, board, head, people, stock.row(UNIT)[1])


LAYOUT: Final = _layout()


def tall_layout(body: Box, head: Box, players: int) -> Layout:
    """Return the layout for a phone, with the board at the top. body, head: of the table."""
    lines = -(-players // PHONE_COLUMNS)
    band, below = body.row(BAND)
    stock = body._replace(top=body.bottom - WIDE_STOCK_HEIGHT, height=WIDE_STOCK_HEIGHT)
    high = lines * (_PHONE_PLAYER[min(lines, len(_PHONE_PLAYER)) - 1] + UNIT) - UNIT
    people = body._replace(top=stock.top - GAP - high, height=high)
    board = below.row(UNIT)[1]
    return Layout(band, board._replace(height=people.top - GAP - board.top), head, people, stock)


def plan_of(board: Board, room: tuple[int, int] = ROOM) -> Plan:
    """Return the plan of a whole board on a table. room: the largest width and height, in pixels."""
    return plan_for(board.cells, room, margins(board), upright=board.upright).within(*room)
