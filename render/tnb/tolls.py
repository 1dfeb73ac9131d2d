"""The losses on a board in a battle, as a row of symbols with numbers."""

from typing import Final

from render import fonts
from render.canvas import Box, Canvas
from render.fonts import STRONG
from render.palette import BLUE, TEXT, VERMILION
from render.shapes import Shape
from render.tnb.cards import DAMAGE, DEFENCE, HEALTH
from render.tnb.facts import Toll

TOLL_GAP: Final = 7
"""The room after each number, in pixels."""
_SYMBOL: Final = 22
_KINDS: Final = (HEALTH, VERMILION, "-"), (DAMAGE, TEXT, ""), (Shape.CROSS, VERMILION, "")
"""The symbol of each loss, its ink, and the sign of its number: Life Points, Health, and removed cards."""


def toll_width(toll: Toll, gap: int = TOLL_GAP) -> int:
    """Return the width of a row, in pixels. gap: the room after each number."""
    texts = [f"{sign}{number}" for (*_, sign), number in zip(_KINDS, toll, strict=True) if number]
    return sum(_SYMBOL + 3 + fonts.width(text, STRONG) + gap for text in texts) or _SYMBOL + gap


def gap_within(toll: Toll, width: int) -> int:
    """Return the largest room after each number with which a row fits into a width, at most `TOLL_GAP`."""
    return max(0, min(TOLL_GAP, (width - toll_width(toll, 0)) // len(toll)))


def draw_toll(canvas: Canvas, row: Box, toll: Toll, gap: int = TOLL_GAP) -> Box:
    """Draw the losses from the left edge of a box: a shield if there are none. Return the rest of the box.

    gap: the room after each number, in pixels.
    """
    for (shape, ink, sign), number in zip(_KINDS, toll, strict=True):
        if number:
            canvas.shape(shape, row.left, row.middle - _SYMBOL // 2, _SYMBOL, ink)
            row = row.column(_SYMBOL + 3)[1]
            row = row.column(canvas.text(f"{sign}{number}", STRONG, row, TEXT) + gap)[1]
    if not any(toll):
        canvas.shape(DEFENCE, row.left, row.middle - _SYMBOL // 2, _SYMBOL, BLUE)
        row = row.column(_SYMBOL + gap)[1]
    return row
