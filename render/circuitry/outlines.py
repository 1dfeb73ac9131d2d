"""The symbols of Circuitry, for colours, actions, charge, chips and portals, as outlines in the unit square."""

from collections.abc import Iterable
from enum import Enum
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from render.cache import cached

Points = tuple[tuple[float, float], ...]

_SCALE: Final = 4
"""The factor by which a symbol is drawn larger and then scaled down, to smooth its edges."""


def arc(
    radius: float, start: float, end: float, middle: tuple[float, float] = (0.5, 0.5), squeeze: float = 1
) -> Points:
    """Return points on part of a circle; with `squeeze` below 1, on part of a flat ellipse. Angles are in turns,
    clockwise from the right.
    """
    steps = 24
    angles = [2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1)]
    return tuple((middle[0] + radius * cos(a), middle[1] + radius * squeeze * sin(a)) for a in angles)


def band(outer: float, inner: float, start: float, end: float) -> Points:
    """Return part of a ring, between two angles as for `arc`."""
    return (*arc(outer, start, end), *reversed(arc(inner, start, end)))


def _block(left: float, top: float, right: float, bottom: float) -> Points:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _turned(points: Points) -> Points:
    return tuple((1 - x, 1 - y) for x, y in points)


def _mirrored(points: Points) -> Points:
    return tuple((1 - x, y) for x, y in points)


def _heart() -> Points:
    turns = [step / 40 * 2 * pi for step in range(40)]
    return tuple(
        (0.5 + 0.5 * sin(t) ** 3, 0.46 - (13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 32)
        for t in turns
    )


def _whirl(start: float) -> Points:
    """Return an arm of the ring around a portal, which becomes thinner towards its end."""
    steps = 16
    turns = [start + 0.3 * step / steps for step in range(steps + 1)]
    inner = [0.5 - 0.19 * (1 - step / steps) ** 0.6 for step in range(steps + 1)]
    outside = tuple((0.5 + 0.5 * cos(2 * pi * t), 0.5 + 0.5 * sin(2 * pi * t)) for t in turns)
    inside = tuple((0.5 + r * cos(2 * pi * t), 0.5 + r * sin(2 * pi * t)) for t, r in zip(turns, inner, strict=True))
    return (*outside, *reversed(inside))


def _spiral(start: float) -> Points:
    """Return an arm of a spiral, from the rim to the middle."""
    steps = 30
    outer: list[tuple[float, float]] = []
    inner: list[tuple[float, float]] = []
    for step in range(steps + 1):
        part = step / steps
        angle, radius, half = 2 * pi * (start + 0.85 * part), 0.44 * (1 - part) + 0.05, 0.075 * (1 - 0.4 * part)
        outer.append((0.5 + (radius + half) * cos(angle), 0.5 + (radius + half) * sin(angle)))
        inner.append((0.5 + (radius - half) * cos(angle), 0.5 + (radius - half) * sin(angle)))
    return (*outer, *reversed(inner))


_ARROW: Final = ((0.0, 0.3), (0.34, 0.02), (0.34, 0.2), (0.9, 0.2), (0.9, 0.4), (0.34, 0.4), (0.34, 0.58))
_HALF: Final = ((0.02, 0.5), (0.4, 0.12), (0.4, 0.88))
_BOLT: Final = ((0.62, 0.0), (0.14, 0.58), (0.45, 0.58), (0.36, 1.0), (0.88, 0.4), (0.55, 0.4))


class Symbol(Enum):
    """A symbol: the outlines that are filled, and those that are cut out of them."""

    BARS = (_block(0.04, 0.12, 0.96, 0.4), _block(0.04, 0.6, 0.96, 0.88)), ()
    CRESCENT = (arc(0.5, 0, 1),), (arc(0.42, 0, 1, (0.74, 0.4)),)
    TRIANGLE = (((0.5, 0.0), (1.02, 0.92), (-0.02, 0.92)),), ()
    PLUS = (_block(0.34, 0.0, 0.66, 1.0), _block(0.0, 0.34, 1.0, 0.66)), ()
    DIAMOND = (((0.5, -0.06), (1.0, 0.5), (0.5, 1.06), (0.0, 0.5)),), ()
    HEART = (_heart(),), ()

    BOLT = (_BOLT,), ()
    BATTERY = (
        (
            (
                *((0.36, 0.0), (0.64, 0.0), (0.64, 0.1), (0.8, 0.1), (0.96, 0.26), (0.96, 0.84), (0.8, 1.0)),
                *((0.2, 1.0), (0.04, 0.84), (0.04, 0.26), (0.2, 0.1), (0.36, 0.1)),
            ),
        ),
        (),
    )
    STAR = (tuple(p for k in range(5) for p in (arc(0.52, k / 5 - 0.25, 1)[0], arc(0.22, k / 5 - 0.15, 1)[0])),), ()
    DISC = (arc(0.5, 0, 1),), ()
    CHIP = (
        (
            _block(0.12, 0.12, 0.88, 0.88),
            *(_block(0.0, at - 0.05, 1.0, at + 0.05) for at in (0.28, 0.5, 0.72)),
            *(_block(at - 0.05, 0.0, at + 0.05, 1.0) for at in (0.28, 0.5, 0.72)),
        ),
        (),
    )
    WHIRL = (_whirl(0.0), _whirl(1 / 3), _whirl(2 / 3)), ()
    """The ring around a node with a portal."""

    ROTATE = (
        (
            band(0.46, 0.28, 0.58, 0.93),
            band(0.46, 0.28, 0.08, 0.43),
            ((1.02, 0.5), (0.6, 0.44), (0.98, 0.1)),
            _turned(((1.02, 0.5), (0.6, 0.44), (0.98, 0.1))),
        ),
        (),
    )
    SWAP = (_ARROW, _turned(_ARROW)), ()
    FLIP = (_HALF, _mirrored(_HALF), _block(0.46, 0.0, 0.54, 1.0)), ()
    SLIDE = (
        (
            _block(0.0, 0.08, 0.4, 0.92),
            ((0.48, 0.4), (0.68, 0.4), (0.68, 0.2), (1.02, 0.5), (0.68, 0.8), (0.68, 0.6), (0.48, 0.6)),
        ),
        (_block(0.1, 0.2, 0.3, 0.8),),
    )
    FORCE = (
        (
            arc(0.22, 0, 1, (0.76, 0.24)),
            ((0.64, 0.4), (0.88, 0.4), (1.0, 1.0), (0.52, 1.0)),
            ((0.0, 0.52), (0.24, 0.52), (0.24, 0.34), (0.54, 0.63), (0.24, 0.92), (0.24, 0.74), (0.0, 0.74)),
        ),
        (),
    )
    PORTAL = (_spiral(0.0), _spiral(0.5)), ()
    INHIBIT = (arc(0.5, 0, 1),), (_block(0.16, 0.39, 0.84, 0.61),)
    FREE = (
        (
            _block(0.1, 0.46, 0.9, 1.0),
            tuple((x, y - 0.14) for x, y in band(0.3, 0.17, 0.5, 1.0)),
            _block(0.2, 0.34, 0.33, 0.5),
        ),
        (arc(0.1, 0, 1, (0.5, 0.72)),),
    )
    EXCHANGE = (
        (
            tuple((0.25 + x * 0.5, 0.2 + y * 0.6) for x, y in _BOLT),
            band(0.5, 0.38, 0.56, 0.9),
            band(0.5, 0.38, 0.06, 0.4),
            ((1.0, 0.5), (0.68, 0.42), (0.96, 0.18)),
            _turned(((1.0, 0.5), (0.68, 0.42), (0.96, 0.18))),
        ),
        (),
    )


@cached
def outline(symbol: Symbol, width: int, height: int) -> Image.Image:
    """Draw a symbol of this size in pixels as coverage, from 0 to 255."""
    filled, cut = symbol.value
    return _mask(filled, cut, width, height)


def _mask(filled: Iterable[Points], cut: Iterable[Points], width: int, height: int) -> Image.Image:
    across, down = width * _SCALE, height * _SCALE
    large = Image.new("L", (across, down))
    draw = ImageDraw.Draw(large)
    for parts, level in ((filled, 255), (cut, 0)):
        for points in parts:
            draw.polygon([(x * across, y * down) for x, y in points], fill=level)
    return large.reduce(_SCALE)
