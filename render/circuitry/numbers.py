"""Write card numbers that can be read on any background and hide little of it."""

from typing import Final

from PIL import ImageFilter

from render import fonts
from render.cache import cached
from render.canvas import Align, Box, Canvas, Piece, mapped
from render.palette import COVERED, INK, LAMINATE, TEXT, blend

PRINT: Final = blend(TEXT, LAMINATE, 0.8)
"""Ink of print on a card."""
_RIM: Final = 1
"""Width of the dark rim of a number, in pixels."""


def rimmed(canvas: Canvas, number: int, kind: fonts.Type, box: Box) -> None:
    """Draw the number of a card with a dark rim, in the middle of a box."""
    canvas.stamp(*_rimmed(str(number), kind, (box.width, box.height)), box.left, box.top)


@cached
def _rimmed(text: str, kind: fonts.Type, size: tuple[int, int]) -> Piece:
    dark = Canvas(*size, INK)
    dark.text(text, kind, dark.box, PRINT, align=Align.MIDDLE)
    words = mapped(dark.pixels, _WRITTEN)
    return dark.pixels, mapped(words.filter(ImageFilter.MaxFilter(2 * _RIM + 1)), COVERED, "1")


_WRITTEN: Final = tuple(0 if place == INK else 255 for place in range(256))
