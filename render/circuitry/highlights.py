"""Highlight a player's options on a board: nodes with numbers of steps, and numbered places."""

from collections.abc import Sequence
from typing import Final

from render.canvas import Align, Box, Canvas
from render.circuitry.aside import crowd_of, places
from render.circuitry.face import radius
from render.circuitry.outlines import Symbol
from render.circuitry.pawns import pointer, ring
from render.circuitry.plan import Plan
from render.circuitry.symbols import COLOURS, SHAPES, around, colour_disc, inner, symbol
from render.fonts import DISPLAY, STRONG, TITLE
from render.palette import INK, PANEL, TEXT, YELLOW, Ink
from render.shapes import Shape
from rules.circuitry.board import Board, NodeId, colour_of

_BADGE: Final = 34
_LIT: Final = 0.3
"""The cost of hiding a node that cannot be reached with a figure, as a share of that of hiding one that can."""
_PLATE: Final = 60, 46
"""Width and height of a card's number in its middle, in pixels."""
_FIGURED: Final = 46
"""The smallest size of a node with a figure inside, with its ring, in pixels."""
_ROOMY: Final = 54
"""The smallest size of a node's shape that has a large figure, in pixels."""
_SLOT: Final = PANEL
GAP: Final = 4


def highlight_node(canvas: Canvas, plan: Plan, board: Board, node: NodeId, figure: str = "") -> Box:
    """Draw a node that the pawn can reach: bright, with a ring, and a figure in place of its symbol. Return the box of
    the ring.
    """
    shown = board.node(node)
    assert shown is not None
    box = _ring(plan, board, node)
    if figure:
        return _figured(canvas, node, box, figure)
    colour_disc(canvas, colour_of(node), around(*plan.node(board, node), 2 * radius(shown) * plan.step))
    ring(canvas, box, TEXT, 0.09)
    return box


def _figured(canvas: Canvas, node: NodeId, box: Box, figure: str) -> Box:
    """Draw a figure in the shape of a node's colour, with a ring around it."""
    colour = colour_of(node)
    box = around(box.left + box.width / 2, box.top + box.height / 2, max(box.width, _FIGURED))
    symbol(canvas, Symbol.DISC, box, INK, INK)
    shape = inner(box, 0.8)
    canvas.shape(SHAPES[colour], shape.left, shape.top, shape.width, COLOURS[colour][0])
    low = shape.height // 8 if SHAPES[colour] is Shape.TRIANGLE else 0
    kind = TITLE if shape.width >= _ROOMY else STRONG
    canvas.text(figure, kind, shape._replace(top=shape.top + low), INK, align=Align.MIDDLE)
    ring(canvas, box, TEXT, 0.07)
    return box


def _ring(plan: Plan, board: Board, node: NodeId) -> Box:
    shown = board.node(node)
    assert shown is not None
    size = 2 * radius(shown) * plan.step
    return around(*plan.node(board, node), max(size * 1.3, size + 8))


def badges_beside(board: Board, plan: Plan, nodes: Sequence[NodeId], kept: Sequence[Box]) -> list[Box]:
    """Return a box beside each node for a figure, so that no figure hides another one or a node that can be reached.

    kept: boxes that should stay visible, such as those of pawns.
    """
    rings = [_ring(plan, board, node) for node in nodes]
    return places(crowd_of(board, plan, [*rings, *kept], (_BADGE, 4), _LIT), rings)


def badge(canvas: Canvas, box: Box, ring: Box, figure: str) -> None:
    """Draw a figure on a yellow badge, with a line to the ring of its node if that is not beside it."""
    pointer(canvas, ring, box, YELLOW, 4)
    canvas.panel(box, INK, radius=box.height // 2)
    canvas.panel(box.inset(2), YELLOW, radius=box.height // 2 - 2)
    canvas.text(figure, STRONG, box, INK, align=Align.MIDDLE)


def plate(canvas: Canvas, cell: Box, number: str, ink: Ink) -> None:
    """Draw the number of a card in its middle, for cards whose own number is small."""
    wide, high = _PLATE
    box = Box(cell.left + (cell.width - wide) // 2, cell.middle - high // 2, wide, high)
    canvas.panel(box, INK, radius=10)
    canvas.panel(box.inset(3), ink, radius=8)
    canvas.text(number, TITLE, box, INK, align=Align.MIDDLE)


def slot(canvas: Canvas, plan: Plan, cell: Box, number: str) -> None:
    """Draw a numbered place for a card, as far as it lies in the picture."""
    room = plan.shown(cell.inset(GAP))
    if room is None:
        return
    canvas.panel(room, _SLOT, edge=YELLOW, line=3)
    least = min(room.width, room.height)
    kind = DISPLAY if least > 110 else TITLE if least > 48 else STRONG
    canvas.text(number, kind, room, TEXT, align=Align.MIDDLE)
