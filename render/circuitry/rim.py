"""Where pathways leave the board: a letter for each way around it, and a bar where one ends."""

from typing import Final

from render import fonts
from render.canvas import Align, Box, Canvas
from render.circuitry.face import GLEAM
from render.circuitry.plan import Plan
from render.fonts import Type
from render.palette import MUTED
from rules.circuitry.board import Board
from rules.circuitry.cards import PORTS
from rules.circuitry.letters import Rim, rims

_MARGIN, _WIDE = 36, 52
"""How much room letters need beside the board, and how much where two stand for one way."""
_LETTER: Final = Type(26, bold=True)
_SMALL: Final = Type(20, bold=True)
_NARROW: Final = 64
"""Cards below this width have small letters beside them."""
_OUT: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""By edge: which way leads out."""


def margins(board: Board) -> tuple[int, int]:
    """How much room the letters need, left and right, above and below."""
    wide = any(len(end.letter) > 1 for end in rims(board))
    return (_WIDE if wide else _MARGIN), _MARGIN


def rim(canvas: Canvas, board: Board, plan: Plan) -> None:
    """A letter beside each pathway that leaves the board, or a bar where it is a dead end."""
    for end in rims(board):
        if plan.holds(board.by_number[end.number].cell):
            (_letter if end.letter else _bar)(canvas, board, plan, end)


def _place(board: Board, plan: Plan, end: Rim) -> tuple[float, float]:
    box, port = plan.cell(board.by_number[end.number].cell), PORTS[end.port]
    return box.left + port.x * plan.step, box.top + port.y * plan.step


def _letter(canvas: Canvas, board: Board, plan: Plan, end: Rim) -> None:
    kind = _SMALL if plan.card < _NARROW else _LETTER
    wide, high = fonts.width(end.letter, kind) + 4, fonts.capital_height(kind) + 4
    (x, y), (across, down) = _place(board, plan, end), _OUT[end.port // 2]
    x += across * (wide // 2 + 5)
    y += down * (high // 2 + 5)
    room = Box(round(x - wide / 2) - 2, round(y - high / 2), wide + 4, high)
    if room.left >= 0 and room.top >= 0 and room.right <= plan.width and room.bottom <= plan.height:
        canvas.text(end.letter, kind, room, GLEAM, align=Align.MIDDLE)


def _bar(canvas: Canvas, board: Board, plan: Plan, end: Rim) -> None:
    (x, y), (across, down) = _place(board, plan, end), _OUT[end.port // 2]
    long, thick = max(plan.step * 1.3, 12), max(plan.step * 0.34, 4)
    wide, high = (long, thick) if down else (thick, long)
    x += across * (thick / 2 + 2)
    y += down * (thick / 2 + 2)
    canvas.fill(Box(round(x - wide / 2), round(y - high / 2), round(wide), round(high)), MUTED)
