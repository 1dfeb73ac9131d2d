"""Outlines for T&B's card art, in the unit square with y downwards."""

from math import atan2, cos, pi, sin
from typing import Final

Points = tuple[tuple[float, float], ...]
_STEPS: Final = 24
"""The number of straight pieces of a curve."""


def bar(start: tuple[float, float], end: tuple[float, float], width: float, narrow: float | None = None) -> Points:
    """Return a straight stroke; it tapers if `narrow` is the width at its end."""
    (x, y), (to_x, to_y) = start, end
    angle = atan2(to_y - y, to_x - x) + pi / 2
    one, two = width / 2, (width if narrow is None else narrow) / 2
    across, down = cos(angle), sin(angle)
    return (
        (x + one * across, y + one * down),
        (to_x + two * across, to_y + two * down),
        (to_x - two * across, to_y - two * down),
        (x - one * across, y - one * down),
    )


def disc(x: float, y: float, radius: float) -> Points:
    return bow(x, y, radius, (0, 1), radius)[: _STEPS + 1]


def bow(x: float, y: float, radius: float, turns: tuple[float, float], width: float) -> Points:
    """Return part of a ring, from a radius `width` inwards.

    turns: its first and last angle in turns, clockwise from the right.
    """
    start, end = turns
    angles = [(start + (end - start) * step / _STEPS) * 2 * pi for step in range(_STEPS + 1)]
    outer = [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
    inner = [(x + (radius - width) * cos(angle), y + (radius - width) * sin(angle)) for angle in reversed(angles)]
    return (*outer, *inner)


def crescent(x: float, y: float, radius: float, turns: tuple[float, float], thick: float) -> Points:
    """Return the blade of a sickle: part of a ring that is pointed at both ends."""
    start, end = turns
    parts = [step / _STEPS for step in range(_STEPS + 1)]
    angles = [(start + (end - start) * part) * 2 * pi for part in parts]
    outer = [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
    inner = [
        (x + (radius - thick * sin(part * pi)) * cos(angle), y + (radius - thick * sin(part * pi)) * sin(angle))
        for part, angle in zip(reversed(parts), reversed(angles), strict=True)
    ]
    return (*outer, *inner)


def arrowhead(tip: tuple[float, float], back: tuple[float, float], width: float) -> Points:
    """Return a triangle, given its tip and the middle of its base."""
    return bar(back, tip, width, 0)


def box(left: float, top: float, right: float, bottom: float) -> Points:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def mirrored(points: Points) -> Points:
    """Return the mirror image of an outline: left and right are swapped."""
    return tuple((1 - x, y) for x, y in points)
