"""Numbers of cards that stay read where the ring of a pawn lies on them."""

from collections.abc import Sequence
from typing import Final

from PIL import ImageFilter, ImageOps

from render import fonts
from render.cache import kept
from render.canvas import Box, Canvas, Piece, inked
from render.circuitry.face import PRINT, Lying, imprinted
from render.circuitry.plan import Plan
from render.palette import INK
from rules.circuitry.board import Board

_RIM: Final = 1
"""How wide the dark rim of a number is."""


def numbers_above(canvas: Canvas, board: Board, plan: Plan, rings: Sequence[Box]) -> None:
    """The numbers that rings lie on, once more above these, with a dark rim."""
    for there in board.placed:
        cell = plan.cell(there.cell)
        if not any(_meet(cell, ring) for ring in rings) or not plan.holds(there.cell):
            continue
        found = imprinted(Lying(there.card, there.way.side, plan.turn(there), plan.card))
        if found is None:
            continue
        box = found.box._replace(left=cell.left + found.box.left, top=cell.top + found.box.top)
        if any(_meet(box, ring) for ring in rings):
            text = str(there.card.number)
            words = fonts.written(text, found.kind)
            left = box.left + (box.width - fonts.width(text, found.kind)) // 2 + words.left
            base = box.top + (box.height + fonts.capital_height(found.kind)) // 2
            canvas.stamp(*_rimmed(text, found.kind), left - _RIM, base - words.rise - _RIM)


def _meet(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


@kept
def _rimmed(text: str, kind: fonts.Type) -> Piece:
    mask = ImageOps.expand(fonts.written(text, kind).mask, _RIM)
    piece, seen = inked(mask.filter(ImageFilter.MaxFilter(2 * _RIM + 1)), INK, INK)
    inner, inside = inked(mask, PRINT, INK)
    piece.paste(inner, (0, 0), inside)
    return piece, seen
