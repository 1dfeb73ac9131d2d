"""Circuitry's style: a bare circuit board with copper lines, vias and printed outlines."""

from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.canvas import Canvas, inked
from render.palette import AMBER, GREEN, INK, LAMINATE, TEXT, YELLOW, blend
from render.pieces import Badge
from render.style import Attire, Style

_BARE: Final = blend(LAMINATE, INK, 0.62)
_COPPER: Final = blend(YELLOW, _BARE, 0.24)
_SILK: Final = blend(TEXT, _BARE, 0.22)
_SOLDER: Final = blend(LAMINATE, INK, 0.25)
_SEAM: Final = blend(TEXT, _BARE, 0.3)
_SCALE: Final = 2
_PITCH: Final = 14
"""Distance between the lines of a bus, in pixels."""
_Way = tuple[tuple[int, int], ...]

_ATTIRE: Final = Attire(
    GREEN,
    (
        (AMBER, ((0.22, 0.38), (0.25, 0.23), (0.38, 0.13), (0.62, 0.13), (0.75, 0.23), (0.78, 0.38))),
        (YELLOW, ((0.44, 0.09), (0.56, 0.09), (0.56, 0.38), (0.44, 0.38))),
        (AMBER, ((0.16, 0.37), (0.84, 0.37), (0.88, 0.43), (0.12, 0.43))),
        (INK, ((0.22, 0.36), (0.78, 0.36), (0.78, 0.375), (0.22, 0.375))),
    ),
)
"""Its computers wear a hard hat."""
_BUSES: Final[tuple[tuple[int, _Way], ...]] = (
    (6, ((352, 0), (352, 60), (452, 160), (700, 160), (820, 40), (820, 0))),
    (4, ((1100, 196), (1000, 196), (900, 296), (900, 420), (1000, 520), (1100, 520))),
    (5, ((344, 420), (420, 420), (520, 520), (740, 520), (800, 580), (800, 700))),
    (3, ((352, 250), (470, 250), (560, 340), (660, 340))),
    (3, ((0, 560), (200, 560), (330, 690), (330, 700))),
)
"""For each bus: the number of its parallel lines, and the corners of the first one."""
_PARTS: Final = ((936, 56, 8, 5), (590, 236, 6, 4), (372, 306, 4, 5), (920, 560, 7, 3))
"""For each electronic part: its left and top in pixels, and its numbers of pads across and down."""


def _ground(canvas: Canvas) -> None:
    canvas.fill(canvas.box, _BARE)
    for layer, ink in ((_copper(canvas.pixels.size), _COPPER), (_silk(canvas.pixels.size), _SILK)):
        canvas.stamp(*inked(layer.reduce(_SCALE), ink, _BARE), 0, 0)


def _copper(size: tuple[int, int]) -> Image.Image:
    """Draw buses with a via at each end, and pads."""
    large = Image.new("L", (size[0] * _SCALE, size[1] * _SCALE))
    draw = ImageDraw.Draw(large)
    for count, way in _BUSES:
        for place in range(count):
            points = [(x * _SCALE, y * _SCALE) for x, y in _beside(way, place * _PITCH)]
            draw.line(points, fill=255, width=4 * _SCALE, joint="curve")
            for x, y in (points[0], points[-1]):
                _disc(draw, x, y, 7 * _SCALE, 255)
                _disc(draw, x, y, 3 * _SCALE, 0)
    for left, top, across, down in _PARTS:
        for x, y in _pads(left, top, across, down):
            draw.rectangle(
                [
                    (x - 4) * _SCALE,
                    (y - 4) * _SCALE,
                    (x + 4) * _SCALE - 1,
                    (y + 4) * _SCALE - 1,
                ],
                fill=255,
            )
    return large


def _silk(size: tuple[int, int]) -> Image.Image:
    """Draw the printed outlines of electronic parts, each with a dot at a corner."""
    large = Image.new("L", (size[0] * _SCALE, size[1] * _SCALE))
    draw = ImageDraw.Draw(large)
    for left, top, across, down in _PARTS:
        right, low = left + (across + 1) * _PITCH, top + (down + 1) * _PITCH
        draw.rectangle(
            [left * _SCALE, top * _SCALE, right * _SCALE, low * _SCALE],
            fill=0,
            outline=255,
            width=2 * _SCALE,
        )
        _disc(draw, (left + _PITCH) * _SCALE, (top + _PITCH) * _SCALE, 4 * _SCALE, 255)
    return large


def _beside(way: _Way, away: int) -> list[tuple[int, int]]:
    """Return a line at a distance from another one, on the right in the direction of that line, which may bend by 45 or
    90 degrees.
    """
    points = []
    for place, (x, y) in enumerate(way):
        near = [_normal(*pair) for pair in pairwise(way[max(place - 1, 0) : place + 2])]
        (ax, ay), (bx, by) = near[0], near[-1]
        scale = away / (1 + ax * bx + ay * by)
        points.append((round(x + (ax + bx) * scale), round(y + (ay + by) * scale)))
    return points


def _normal(start: tuple[int, int], end: tuple[int, int]) -> tuple[float, float]:
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    return -down / length, across / length


def _pads(left: int, top: int, across: int, down: int) -> list[tuple[int, int]]:
    right, low = left + (across + 1) * _PITCH, top + (down + 1) * _PITCH
    ends = [(left + place * _PITCH, y) for place in range(1, across + 1) for y in (top, low)]
    return ends + [(x, top + place * _PITCH) for place in range(1, down + 1) for x in (left, right)]


def _disc(draw: ImageDraw.ImageDraw, x: int, y: int, radius: int, level: int) -> None:
    draw.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill=level)


def style(badges: tuple[Badge, ...]) -> Style:
    """Return the style of a table whose seats have these badges."""
    return Style(YELLOW, _ground, _BARE, (_SOLDER, _SEAM), attire=_ATTIRE, seats=badges)
