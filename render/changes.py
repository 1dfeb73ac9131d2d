"""What differs between two pictures of one table: it stays bright, and all else steps back."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from render.canvas import Canvas, mapped
from render.landscape import PARTS
from render.palette import GROUND, NUMBERS, Ink, blend
from render.pieces import SEATS

CELL: Final = 8
"""How exact it is, in pixels."""
ROOM: Final = 2
"""Cells around what has changed that stay bright, too."""
_HOLES: Final = 2
"""Cells between two places that have changed which are bright with them."""
_DIM: Final = 0.45
"""How much is left of what has not changed: it can still be read."""

_THIN, _FRAMES = 3, 5
"""Lines of fewer pixels do not count; in the colours of seats, those that are put around whoever is asked."""
_SEATED: Final = [255 if number in {ink for ink, _ in SEATS} else 0 for number in range(256)]
"""By palette number: the colours of seats."""


def spotlit(before: Canvas, after: Canvas) -> Canvas:
    """The later of two tables, of which only that is bright in which they differ, with its head and its foot, which
    always do. It is drawn on.
    """
    if before.pixels.size != after.pixels.size:
        return after
    lit = _differing(before, after)
    for box in (PARTS.head, PARTS.foot):
        lit.paste(255, (box.left, box.top, box.right, box.bottom))
    after.stamp(mapped(after.pixels, _dimmed()), mapped(lit, [255] + [0] * 255, "1"), 0, 0)
    return after


def marked(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """The lines of the later of two tables, those that are new first, and marked."""
    known, lines = set(before), list(after)
    fresh = [f"New: {line}" for line in lines if line not in known]
    return [*fresh, *(line for line in lines if line in known)]


def _differing(before: Canvas, after: Canvas) -> Image.Image:
    """255 where two tables differ, and near there; else 0."""
    differs = mapped(ImageChops.difference(before.pixels, after.pixels), [0] + [255] * 255)
    seated = ImageChops.lighter(*(mapped(canvas.pixels, _SEATED) for canvas in (before, after)))
    frames = ImageChops.multiply(differs, seated).filter(ImageFilter.MinFilter(_FRAMES))
    others = ImageChops.subtract(differs, seated).filter(ImageFilter.MinFilter(_THIN))
    cells = mapped(ImageChops.lighter(frames, others).reduce(CELL), [0] + [255] * 255)
    wide = cells.filter(ImageFilter.MaxFilter(2 * (ROOM + _HOLES) + 1)).filter(ImageFilter.MinFilter(2 * _HOLES + 1))
    return mapped(wide.resize((wide.width * CELL, wide.height * CELL), Image.Resampling.BILINEAR), _HALF).crop(
        (0, 0, *differs.size)
    )


_HALF: Final = [0] * 128 + [255] * 128


@cache
def _dimmed() -> list[int]:
    """By palette number: what is left of it in the background."""
    return [blend(Ink(number), GROUND, _DIM) if number < NUMBERS else 0 for number in range(256)]
