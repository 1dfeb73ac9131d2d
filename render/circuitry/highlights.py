"""Highlight a player's options on a board: nodes with numbers of steps, and numbered places."""

from typing import Final

from render import fonts
from render.canvas import Align, Box, Canvas
from render.circuitry.face import radius
from render.circuitry.pawns import ring
from render.circuitry.plan import Plan
from render.circuitry.symbols import around, colour_disc
from render.fonts import DISPLAY, STRONG, TITLE
from render.palette import INK, PANEL, TEXT, YELLOW
from rules.circuitry.board import Board, NodeId, colour_of

_BADGE: Final = 36
_SLOT: Final = PANEL
GAP: Final = 4


def highlight_node(canvas: Canvas, plan: Plan, board: Board, node: NodeId) -> None:
    """Draw a node that the pawn can reach: bright, with a ring."""
    shown = board.node(node)
    assert shown is not None
    x, y = plan.node(board, node)
    size = 2 * radius(shown) * plan.step
    colour_disc(canvas, colour_of(node), around(x, y, size))
    ring(canvas, around(x, y, max(size * 1.3, size + 8)), TEXT, 0.09)


def badge(canvas: Canvas, plan: Plan, board: Board, node: NodeId, figure: str) -> None:
    """Draw a figure on a yellow badge beside a node. The whole badge is on the canvas."""
    x, y = plan.node(board, node)
    x, y = x + 1.35 * plan.step, y - 1.35 * plan.step
    wide = max(_BADGE, fonts.width(figure, STRONG) + 14)
    left = min(max(round(x - wide / 2), 0), canvas.box.width - wide)
    top = min(max(round(y - _BADGE / 2), 0), canvas.box.height - _BADGE)
    box = Box(left, top, wide, _BADGE)
    canvas.panel(box, INK, radius=_BADGE // 2)
    canvas.panel(box.inset(2), YELLOW, radius=_BADGE // 2 - 2)
    canvas.text(figure, STRONG, box, INK, align=Align.MIDDLE)


def slot(canvas: Canvas, plan: Plan, cell: Box, number: str) -> None:
    """Draw a numbered place for a card, as far as it lies in the picture."""
    room = plan.shown(cell.inset(GAP))
    if room is None:
        return
    canvas.panel(room, _SLOT, edge=YELLOW, line=3)
    least = min(room.width, room.height)
    kind = DISPLAY if least > 110 else TITLE if least > 48 else STRONG
    canvas.text(number, kind, room, TEXT, align=Align.MIDDLE)
