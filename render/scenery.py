"""The scenes on cards: flat layers of outlines behind a card's own motif, in shades of one ink.

Each game has its own backdrops, and its cards their own motifs; this module lays them over each other. A backdrop
consists of blocks, and no edge is smoothed, so that a scene costs few bytes: Discord shows pictures smaller than they
are.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Box, Canvas
from render.palette import INK, Ink, blend

_COARSE: Final = 6
"""The size of a backdrop's blocks, in pixels: equal rows cost next to nothing in a file."""
_GRAIN: Final = 2
"""The size of a motif's blocks, in pixels: one pixel where a desktop shows the picture."""
_SHADOW: Final = 4
"""The distance of a motif's shadow, in pixels, to the right and down."""
_FINE: Final = 1
"""The size of all blocks on a fine canvas, in pixels."""
_HALF: Final = tuple(255 if coverage > 127 else 0 for coverage in range(256))

Outline = tuple[tuple[float, float], ...]
"""Corners in the unit square, which is stretched over the scene."""


class Layer(NamedTuple):
    """Outlines of one shade. Later layers lie over earlier ones."""

    shade: float
    """The strength of the scene's ink, from 0 (black) to 1."""
    outlines: tuple[Outline, ...]


class Backdrop(NamedTuple):
    """The sky behind a motif, and the layers in front of it."""

    sky: float
    """The shade of the sky, as in `Layer`."""
    layers: tuple[Layer, ...]


def scene(canvas: Canvas, box: Box, ink: Ink, backdrop: Backdrop, *, mirrored: bool = False) -> Ink:
    """Draw a backdrop in shades of an ink, for half of the cards mirrored; return the ink of its sky."""
    sky = blend(ink, INK, backdrop.sky)
    block = _FINE if canvas.fine else _COARSE
    wide, high = -(-box.width // block), -(-box.height // block)
    small = Image.new("L", (wide, high), sky)
    draw = ImageDraw.Draw(small)
    for shade, outlines in backdrop.layers:
        for points in outlines:
            corners = [((1 - x if mirrored else x) * wide, y * high) for x, y in points]
            draw.polygon(corners, fill=blend(ink, INK, shade))
    large = small.resize((wide * block, high * block), Image.Resampling.NEAREST)
    canvas.place(large.crop((0, 0, box.width, box.height)), box.left, box.top)
    return sky


def motif(canvas: Canvas, box: Box, mask: Image.Image, ink: Ink) -> None:
    """Draw a motif in the middle of a box, above its shadow. mask: its coverage, from 0 to 255."""
    grain = _FINE if canvas.fine else _GRAIN
    small = mask.reduce(grain).point(_HALF, "1")
    seen = small.resize((small.width * grain, small.height * grain), Image.Resampling.NEAREST)
    left, top = box.left + (box.width - mask.width) // 2, box.top + (box.height - mask.height) // 2
    for shade, away in ((INK, _SHADOW), (ink, 0)):
        canvas.stamp(Image.new("L", seen.size, shade), seen, left + away, top + away)


def painted(canvas: Canvas, box: Box, parts: Iterable[tuple[Ink, Outline]]) -> None:
    """Draw a motif of coloured outlines in a square box, later ones over earlier ones, above its shadow."""
    grain = _FINE if canvas.fine else _GRAIN
    wide, high = box.width // grain, box.height // grain
    shadow, drawn = Image.new("1", (wide, high)), Image.new("L", (wide, high))
    seen, draw = ImageDraw.Draw(shadow), ImageDraw.Draw(drawn)
    for ink, points in parts:
        corners = [(x * (wide - 1), y * (high - 1)) for x, y in points]
        seen.polygon(corners, fill=1)
        draw.polygon(corners, fill=ink)
    size = (wide * grain, high * grain)
    mask, pixels = (image.resize(size, Image.Resampling.NEAREST) for image in (shadow, drawn))
    canvas.stamp(Image.new("L", size, INK), mask, box.left + _SHADOW, box.top + _SHADOW)
    canvas.stamp(pixels, mask, box.left, box.top)


def hills(*tops: float, low: float = 1.0) -> Outline:
    """Return ground whose upper edge goes through these heights, from the left to the right end."""
    step = 1 / (len(tops) - 1)
    return (*((place * step, top) for place, top in enumerate(tops)), (1.0, low), (0.0, low))


def towers(*heights: float, low: float = 1.0) -> tuple[Outline, ...]:
    """Return towers side by side over the whole width; a height of `low` or more leaves a gap."""
    wide = 1 / len(heights)
    return tuple(
        ((place * wide, top), ((place + 1) * wide, top), ((place + 1) * wide, low), (place * wide, low))
        for place, top in enumerate(heights)
        if top < low
    )


def rays(x: float, y: float, ends: Sequence[tuple[float, float]]) -> tuple[Outline, ...]:
    """Return a beam of light from a point to each pair of ends on the lower edge."""
    return tuple(((x, y), (left, 1.0), (right, 1.0)) for left, right in ends)


def specks(*places: tuple[float, float], size: float = 0.012) -> tuple[Outline, ...]:
    """Return small squares, such as stars or windows."""
    return tuple(((x, y), (x + size, y), (x + size, y + 2 * size), (x, y + 2 * size)) for x, y in places)
