"""Highlight the differences between two pictures of one table, and dim the rest."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from render.canvas import Canvas, mapped
from render.landscape import PARTS
from render.palette import GROUND, NUMBERS, Ink, blend
from render.pieces import SEATS

CELL: Final = 8
"""Size in pixels of the cells that are compared."""
ROOM: Final = 2
"""Width of the bright margin around a change, in cells."""
_HOLES: Final = 2
"""The largest gap between two changes that stays bright, in cells."""
_DIM: Final = 0.45
"""The share of their contrast that unchanged parts keep, so that people can still read them."""

_THIN, _FRAMES = 3, 5
"""The smallest width, in pixels, of a line that counts as a change: in general, and in the colour of a seat.

So the thin frames around players who are asked do not count.
"""
_SEATED: Final = [255 if number in {ink for ink, _ in SEATS} else 0 for number in range(256)]
"""For each palette number: 255 if it is the colour of a seat, otherwise 0."""


def spotlight_changes(before: Canvas, after: Canvas) -> Canvas:
    """Dim on `after` everything that is the same on `before`, except the head and the foot; return `after`.

    Pictures of different sizes are not compared.
    """
    if before.pixels.size != after.pixels.size:
        return after
    lit = _differing(before, after)
    for box in (PARTS.head, PARTS.foot):
        lit.paste(255, (box.left, box.top, box.right, box.bottom))
    after.stamp(mapped(after.pixels, _dimmed()), mapped(lit, [255] + [0] * 255, "1"), 0, 0)
    return after


def new_lines_first(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """Return the lines of the later table: the new ones first, each after “New: ”, then the others."""
    earlier_lines, lines = set(before), list(after)
    fresh = [f"New: {line}" for line in lines if line not in earlier_lines]
    return [*fresh, *(line for line in lines if line in earlier_lines)]


def _differing(before: Canvas, after: Canvas) -> Image.Image:
    """Return a mask: 255 in and near the differences between two tables, otherwise 0."""
    differs = mapped(ImageChops.difference(before.pixels, after.pixels), [0] + [255] * 255)
    seated = ImageChops.lighter(*(mapped(canvas.pixels, _SEATED) for canvas in (before, after)))
    frames = _narrowed(ImageChops.multiply(differs, seated), _FRAMES // 2)
    others = _narrowed(ImageChops.subtract(differs, seated), _THIN // 2)
    cells = mapped(ImageChops.lighter(frames, others).reduce(CELL), [0] + [255] * 255)
    wide = cells.filter(ImageFilter.MaxFilter(2 * (ROOM + _HOLES) + 1)).filter(ImageFilter.MinFilter(2 * _HOLES + 1))
    return mapped(wide.resize((wide.width * CELL, wide.height * CELL), Image.Resampling.BILINEAR), _HALF).crop(
        (0, 0, *differs.size)
    )


def _narrowed(mask: Image.Image, by: int) -> Image.Image:
    """Return a mask without the outermost `by` pixels of each of its areas, except along the mask's own edges.

    Pillow's filter gives the same pixels in ten times the time, since it sorts the neighbours of each pixel.
    """
    width, height = mask.size
    for across, down in ((1, 0), (0, 1)) * by:
        whole = (0, 0, width - across, height - down), (across, down, width, height)
        for part, at in (whole, whole[::-1]):
            shifted = mask.copy()
            shifted.paste(mask.crop(part), at)
            mask = ImageChops.darker(mask, shifted)
    return mask


_HALF: Final = [0] * 128 + [255] * 128


@cache
def _dimmed() -> list[int]:
    """Return the dimmed ink of each palette number."""
    return [blend(Ink(number), GROUND, _DIM) if number < NUMBERS else 0 for number in range(256)]
