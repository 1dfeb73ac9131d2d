"""The parts of drawings: layers of outlines in the unit square, from back to front."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import cos, pi, sin

Points = tuple[tuple[float, float], ...]


class Tone(Enum):
    """The role of an ink in a sprite."""

    HULL = "hull"
    SHADE = "shade"
    LIGHT = "light"
    GLOW = "glow"


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Outlines in one tone.

    Layers are compared by identity, so that cached pieces are found quickly.
    """

    tone: Tone
    outlines: tuple[Points, ...]


Drawing = tuple[Layer, ...]


def both(*outlines: Points) -> tuple[Points, ...]:
    """Return outlines together with their reflections in a horizontal line."""
    return (*outlines, *(tuple((x, 1 - y) for x, y in outline) for outline in outlines))


def block(left: float, top: float, right: float, bottom: float) -> Points:
    """Return a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def blob(*knots: tuple[float, float]) -> Points:
    """Return a smooth closed outline through the points (a Catmull-Rom spline)."""
    steps, count, points = 8, len(knots), []
    for place in range(count):
        before, start, end, after = (knots[(place + shift) % count] for shift in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            points.append(
                (_spline(before[0], start[0], end[0], after[0], t), _spline(before[1], start[1], end[1], after[1], t))
            )
    return tuple(points)


def _spline(before: float, start: float, end: float, after: float, t: float) -> float:
    bend = (2 * before - 5 * start + 4 * end - after) * t**2 + (3 * start - before - 3 * end + after) * t**3
    return (2 * start + (end - before) * t + bend) / 2


def disc(x: float, y: float, wide: float, high: float) -> Points:
    """Return an ellipse around a point, from half its width and half its height."""
    return arc(x, y, (wide, high), 0, 1)


def arc(x: float, y: float, radii: tuple[float, float], start: float, end: float) -> Points:
    """Return part of an ellipse. Angles are in turns, clockwise from the right."""
    angles = [2 * pi * (start + (end - start) * step / 24) for step in range(25)]
    return tuple((x + radii[0] * cos(a), y + radii[1] * sin(a)) for a in angles)


def ring_part(x: float, y: float, radii: tuple[float, float], start: float, end: float) -> Points:
    """Return part of a ring between an outer and an inner radius, in turns as for `arc`."""
    outer, inner = radii
    return (*arc(x, y, (outer, outer), start, end), *reversed(arc(x, y, (inner, inner), start, end)))


def jagged(points: int, inner: float, outer: Iterable[float]) -> Points:
    """Return a star with `points` rays. Their lengths come from `outer` in turn; `inner` is the radius between two
    rays.
    """
    lengths = tuple(outer)
    outline = []
    for place in range(points):
        ray, dip = 2 * pi * place / points, 2 * pi * (place + 0.5) / points
        length = lengths[place % len(lengths)]
        outline += [
            (0.5 + length * cos(ray), 0.5 + length * sin(ray)),
            (0.5 + inner * cos(dip), 0.5 + inner * sin(dip)),
        ]
    return tuple(outline)


HULL, SHADE, LIGHT, GLOW = Tone
