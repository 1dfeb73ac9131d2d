"""Where the parts of a table stand: the board beside the players, or above them where that makes a wide one larger."""

from typing import Final, NamedTuple

from render.canvas import UNIT, Box
from render.circuitry.minis import STOCK_HEIGHT
from render.circuitry.plan import READABLE, ROOM, Plan, planned
from render.circuitry.rim import margins
from render.landscape import GAP, MARGIN, PARTS
from rules.circuitry.board import Board

_HEAD: Final = 48
_FREE: Final = 64
"""How much larger than the board its ground is where there is room, for flags of pawns."""
_GAIN: Final = 1.1
"""How much larger cards are to be at least for the board to lie above the players: they are looked for beside it."""


class Layout(NamedTuple):
    """The parts of a table, and how many players are side by side."""

    board: Box
    head: Box
    people: Box
    stock: Box
    abreast: int


def _beside() -> Layout:
    board = Box(PARTS.foot.right - ROOM[0], MARGIN, *ROOM)
    head, rest = Box(MARGIN, MARGIN, board.left - MARGIN - GAP, board.height).row(_HEAD)
    people, stock = rest.row(UNIT)[1].row(rest.height - STOCK_HEIGHT - 2 * UNIT)
    return Layout(board, head, people, stock.row(UNIT)[1], 1)


def _above() -> Layout:
    column = _HEAD + UNIT + STOCK_HEIGHT
    board, rest = Box(MARGIN, MARGIN, PARTS.foot.width, ROOM[1]).row(ROOM[1] - column - UNIT)
    left, people = rest.row(UNIT)[1].column(BESIDE.head.width)
    head, stock = left.row(_HEAD)
    return Layout(board, head, people.column(GAP)[1], stock.row(UNIT)[1], 2)


BESIDE: Final = _beside()
ABOVE: Final = _above()


def laid_out(board: Board) -> tuple[Layout, Plan]:
    """The layout of a table with this board, and where its cells lie."""
    beside, above = (_planned(board, layout.board) for layout in (BESIDE, ABOVE))
    if beside.card < READABLE and above.card >= _GAIN * beside.card:
        return ABOVE, above
    return BESIDE, beside


def _planned(board: Board, room: Box) -> Plan:
    plan = planned(board.cells, (room.width, room.height), margins(board), upright=board.upright)
    return plan.within(min(plan.width + _FREE, room.width), min(plan.height + _FREE, room.height))
