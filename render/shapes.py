"""Draw shapes as coverage, the share of each pixel that a shape covers (0 to 255). They are cached."""

from enum import Enum
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from render.cache import cached

_SCALE: Final = 4
"""The factor by which a shape is drawn larger and then scaled down, to smooth its edges."""

_Points = tuple[tuple[float, float], ...]


def _turned(corners: int, start: float, radius: float = 0.5) -> _Points:
    """Return a regular polygon around the middle of the unit square.

    start: the direction of its first corner, in turns, clockwise from the right.
    """
    angles = [(start + corner / corners) * 2 * pi for corner in range(corners)]
    return tuple((0.5 + radius * cos(a), 0.5 + radius * sin(a)) for a in angles)


def _star(points: int, inner: float) -> _Points:
    outer_ring, inner_ring = _turned(points, -0.25), _turned(points, -0.25 + 0.5 / points, inner)
    return tuple(point for pair in zip(outer_ring, inner_ring, strict=True) for point in pair)


def _gear(teeth: int) -> _Points:
    angle = 2 * pi / teeth
    rim = ((-0.30, 0.36), (-0.20, 0.5), (0.20, 0.5), (0.30, 0.36))
    return tuple(
        (0.5 + r * cos((tooth + part) * angle), 0.5 + r * sin((tooth + part) * angle))
        for tooth in range(teeth)
        for part, r in rim
    )


def _heart() -> _Points:
    turns = [step / 40 * 2 * pi for step in range(40)]
    return tuple(
        (
            0.5 + 0.5 * sin(t) ** 3,
            0.46 - (13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 32,
        )
        for t in turns
    )


def _drop() -> _Points:
    touch = 0.15  # angle, as part of a full turn, between the tip and the points where the sides meet the round part
    turns = [(-0.25 + touch + step / 40 * (1 - 2 * touch)) * 2 * pi for step in range(41)]
    return ((0.5, -0.06), *((0.5 + 0.4 * cos(t), 0.6 + 0.4 * sin(t)) for t in turns))


class Shape(Enum):
    """A shape in the unit square: the outlines that are filled, then those that are cut out of them."""

    TRIANGLE = (((0.5, 0.02), (1.0, 0.94), (0.0, 0.94)),), ()
    SQUARE = (((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),), ()
    DISC = (_turned(48, 0),), ()
    DIAMOND = (((0.5, -0.04), (1.04, 0.5), (0.5, 1.04), (-0.04, 0.5)),), ()
    HEXAGON = (_turned(6, 0.25, 0.54),), ()
    STAR = (_star(5, 0.22),), ()
    HEART = (_heart(),), ()
    DROP = (_drop(),), ()
    SHIELD = (
        (((0.5, 0.0), (0.94, 0.14), (0.94, 0.52), (0.8, 0.78), (0.5, 1.0), (0.2, 0.78), (0.06, 0.52), (0.06, 0.14)),),
        (),
    )
    SWORD = (
        (
            ((0.98, 0.02), (0.98, 0.22), (0.47, 0.73), (0.27, 0.53), (0.78, 0.02)),
            ((0.12, 0.5), (0.24, 0.38), (0.62, 0.76), (0.5, 0.88)),
            ((0.24, 0.62), (0.38, 0.76), (0.16, 0.98), (0.02, 0.84)),
        ),
        (),
    )
    GEAR = (_gear(8),), (_turned(32, 0, 0.17),)
    CHEVRON = (((0.2, 0.0), (0.45, 0.0), (0.85, 0.5), (0.45, 1.0), (0.2, 1.0), (0.6, 0.5)),), ()
    POINTER = (((0.1, 0.0), (0.95, 0.5), (0.1, 1.0)),), ()
    PLUS = (
        (
            (
                (0.38, 0.05),
                (0.62, 0.05),
                (0.62, 0.38),
                (0.95, 0.38),
                (0.95, 0.62),
                (0.62, 0.62),
                (0.62, 0.95),
                (0.38, 0.95),
                (0.38, 0.62),
                (0.05, 0.62),
                (0.05, 0.38),
                (0.38, 0.38),
            ),
        ),
        (),
    )
    AID = (
        (
            (
                *((0.22, 0.02), (0.78, 0.02), (0.78, 0.22), (0.98, 0.22), (0.98, 0.78), (0.78, 0.78)),
                *((0.78, 0.98), (0.22, 0.98), (0.22, 0.78), (0.02, 0.78), (0.02, 0.22), (0.22, 0.22)),
            ),
        ),
        (),
    )
    """A plus with room for a number."""
    CROSS = (
        (
            (
                (0.2, 0.06),
                (0.5, 0.36),
                (0.8, 0.06),
                (0.94, 0.2),
                (0.64, 0.5),
                (0.94, 0.8),
                (0.8, 0.94),
                (0.5, 0.64),
                (0.2, 0.94),
                (0.06, 0.8),
                (0.36, 0.5),
                (0.06, 0.2),
            ),
        ),
        (),
    )


@cached
def shape(kind: Shape, size: int) -> Image.Image:
    """Draw a shape in a square of `size` pixels."""
    filled, cut = kind.value
    large = Image.new("L", (size * _SCALE, size * _SCALE))
    draw = ImageDraw.Draw(large)
    for parts, level in ((filled, 255), (cut, 0)):
        for points in parts:
            draw.polygon([(x * size * _SCALE, y * size * _SCALE) for x, y in points], fill=level)
    return large.reduce(_SCALE)


@cached
def corner(radius: int) -> Image.Image:
    """Draw the upper left quarter of a disc."""
    large = Image.new("L", (radius * _SCALE, radius * _SCALE))
    ImageDraw.Draw(large).ellipse((0, 0, 2 * radius * _SCALE - 1, 2 * radius * _SCALE - 1), fill=255)
    return large.reduce(_SCALE)
