"""The artwork of processes and Magnum Opus cards: layers of outlines in the unit square."""

from collections.abc import Mapping
from enum import Enum
from math import cos, hypot, pi, sin
from typing import Final

Point = tuple[float, float]
Outline = tuple[Point, ...]


class Tone(Enum):
    """The material of a layer."""

    MAIN = "the ink of the card's kind"
    PALE = "glass and bone"
    DARK = "the ground of the picture"
    GOLD = "gold"
    HOT = "fire and blood"
    WET = "water"
    LEAF = "plants"


MAIN, PALE, DARK, GOLD, HOT, WET, LEAF = Tone
Artwork = tuple[tuple[Tone, tuple[Outline, ...]], ...]


def _arc(x: float, y: float, radius: float, start: float = 0.0, end: float = 1.0) -> Outline:
    """Return part of a circle. Angles are in turns, clockwise from the right."""
    turns = [2 * pi * (start + (end - start) * step / 28) for step in range(29)]
    return tuple((x + radius * cos(a), y + radius * sin(a)) for a in turns)


def _band(x: float, y: float, radii: Point, start: float = 0.0, end: float = 1.0) -> Outline:
    """Return part of a ring between an outer and an inner radius."""
    return (*_arc(x, y, radii[0], start, end), *reversed(_arc(x, y, radii[1], start, end)))


def _bar(x: float, y: float, to_x: float, to_y: float, wide: float) -> Outline:
    """Return a line as an outline that is `wide` across."""
    far = hypot(to_x - x, to_y - y)
    dx, dy = (y - to_y) / far * wide / 2, (to_x - x) / far * wide / 2
    return (x + dx, y + dy), (to_x + dx, to_y + dy), (to_x - dx, to_y - dy), (x - dx, y - dy)


def _block(left: float, top: float, right: float, bottom: float) -> Outline:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _drop(x: float, y: float, radius: float) -> Outline:
    """Return a drop; the point is the centre of its round part."""
    return (x, y - 2.1 * radius), *_arc(x, y, radius, -0.1, 0.6)


def _heart(x: float, y: float, size: float) -> Outline:
    turns = [step / 40 * 2 * pi for step in range(40)]
    return tuple(
        (x + size * sin(t) ** 3, y - size * (13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 16)
        for t in turns
    )


def _star(x: float, y: float, rays: int, radius: float, inner: float) -> Outline:
    lengths = [radius if place % 2 == 0 else inner for place in range(2 * rays)]
    angles = [(place / (2 * rays) - 0.25) * 2 * pi for place in range(2 * rays)]
    return tuple((x + r * cos(a), y + r * sin(a)) for r, a in zip(lengths, angles, strict=True))


def _wave(y: float) -> Outline:
    upper = [(0.08 + step / 40 * 0.84, y + 0.06 * sin(step / 40 * 4 * pi)) for step in range(41)]
    return (*upper, *((x, y + 0.1) for x, y in reversed(upper)))


def _snow() -> tuple[Outline, ...]:
    outlines = []
    for turn in range(6):
        a = turn / 6 * 2 * pi + pi / 2
        outlines.append(_bar(0.5, 0.5, 0.5 + 0.43 * cos(a), 0.5 + 0.43 * sin(a), 0.09))
        x, y = 0.5 + 0.24 * cos(a), 0.5 + 0.24 * sin(a)
        outlines += [_bar(x, y, x + 0.17 * cos(a + lean), y + 0.17 * sin(a + lean), 0.07) for lean in (-0.8, 0.8)]
    return tuple(outlines)


_BULB: Final = (_block(0.37, 0.04, 0.63, 0.11), _block(0.42, 0.08, 0.58, 0.45), _arc(0.5, 0.65, 0.31))
_INSIDE: Final = (_block(0.47, 0.11, 0.53, 0.45), _arc(0.5, 0.65, 0.25))
_CROWN: Final = ((0.14, 0.3), (0.32, 0.52), (0.5, 0.2), (0.68, 0.52), (0.86, 0.3), (0.8, 0.78), (0.2, 0.78))
_FLAME: Final = (
    *((0.5, 0.02), (0.66, 0.24), (0.76, 0.46), (0.74, 0.66), (0.62, 0.8), (0.38, 0.8), (0.26, 0.66)),
    *((0.25, 0.48), (0.36, 0.38), (0.4, 0.22)),
)
_GLOW: Final = ((0.52, 0.34), (0.62, 0.56), (0.58, 0.74), (0.42, 0.74), (0.38, 0.6), (0.46, 0.5))
_SHIELD: Final = (
    (0.5, 0.02),
    (0.9, 0.15),
    (0.9, 0.5),
    (0.76, 0.78),
    (0.5, 0.98),
    (0.24, 0.78),
    (0.1, 0.5),
    (0.1, 0.15),
)
_BRICKS: Final = (
    *(_block(left, 0.16, right, 0.36) for left, right in ((0.08, 0.47), (0.53, 0.92))),
    *(_block(left, 0.42, right, 0.62) for left, right in ((0.08, 0.26), (0.32, 0.68), (0.74, 0.92))),
    *(_block(left, 0.68, right, 0.88) for left, right in ((0.08, 0.47), (0.53, 0.92))),
)


def _ingot(x: float, y: float) -> Outline:
    return (x - 0.13, y), (x + 0.13, y), (x + 0.2, y + 0.24), (x - 0.2, y + 0.24)


def _arrow(x: float, top: float) -> tuple[Outline, ...]:
    return ((x, top), (x + 0.12, top + 0.17), (x - 0.12, top + 0.17)), _block(x - 0.045, top + 0.1, x + 0.045, 0.7)


ARTWORK: Final[Mapping[str, Artwork]] = {
    "calcination": ((HOT, (_FLAME,)), (GOLD, (_GLOW,)), (PALE, (_block(0.16, 0.84, 0.84, 0.94),))),
    "sublimation": (
        (MAIN, (*_arrow(0.22, 0.22), *_arrow(0.5, 0.04), *_arrow(0.78, 0.22))),
        (PALE, (_arc(0.5, 0.74, 0.4, 0, 0.5),)),
    ),
    "conjunction": ((GOLD, (_band(0.36, 0.5, (0.32, 0.21)),)), (PALE, (_band(0.64, 0.5, (0.32, 0.21)),))),
    "exaltation": ((GOLD, (_CROWN, _block(0.2, 0.82, 0.8, 0.92))), (HOT, (_star(0.5, 0.14, 5, 0.15, 0.06),))),
    "ceration": (
        (PALE, (_block(0.34, 0.42, 0.66, 0.9), _block(0.2, 0.86, 0.8, 0.95))),
        (MAIN, (_drop(0.36, 0.62, 0.06), _block(0.3, 0.42, 0.7, 0.5))),
        (GOLD, (_drop(0.5, 0.28, 0.12),)),
    ),
    "fermentation": (
        (PALE, _BULB),
        (MAIN, (_arc(0.5, 0.65, 0.25, -0.06, 0.56),)),
        (DARK, (_arc(0.4, 0.72, 0.06), _arc(0.58, 0.64, 0.05), _arc(0.54, 0.8, 0.045))),
        (MAIN, (_arc(0.78, 0.22, 0.08), _arc(0.68, 0.36, 0.05), _arc(0.26, 0.26, 0.06))),
    ),
    "separation": (
        (WET, (_arc(0.42, 0.5, 0.36, 0.25, 0.75),)),
        (HOT, (_arc(0.58, 0.5, 0.36, -0.25, 0.25),)),
        (PALE, (_block(0.475, 0.02, 0.525, 0.98),)),
    ),
    "distillation": (
        (
            PALE,
            (_arc(0.34, 0.62, 0.3), ((0.22, 0.36), (0.4, 0.06), (0.95, 0.48), (0.9, 0.58), (0.46, 0.28), (0.5, 0.5))),
        ),
        (MAIN, (_arc(0.34, 0.62, 0.22, 0, 0.5),)),
        (WET, (_drop(0.88, 0.84, 0.1),)),
    ),
    "cohobation": (
        (MAIN, (_band(0.5, 0.52, (0.44, 0.32), -0.14, 0.72), ((0.5, -0.04), (0.5, 0.3), (0.76, 0.13)))),
        (WET, (_drop(0.5, 0.6, 0.16),)),
    ),
    "amalgamation": (
        (WET, (_arc(0.32, 0.36, 0.26),)),
        (HOT, (_arc(0.68, 0.36, 0.26),)),
        (LEAF, (_arc(0.5, 0.68, 0.26),)),
        (GOLD, (_arc(0.5, 0.48, 0.13),)),
    ),
    "multiplication": (
        (GOLD, tuple(_arc(x, y, 0.11) for x, y in ((0.5, 0.14), (0.86, 0.5), (0.5, 0.86), (0.14, 0.5)))),
        (PALE, (_bar(0.24, 0.24, 0.76, 0.76, 0.12), _bar(0.76, 0.24, 0.24, 0.76, 0.12))),
    ),
    "cementation": ((MAIN, _BRICKS),),
    "dissolution": (
        (PALE, (_block(0.14, 0.08, 0.86, 0.4), _block(0.14, 0.4, 0.3, 0.58), _block(0.42, 0.4, 0.58, 0.5))),
        (WET, (_drop(0.22, 0.86, 0.09), _drop(0.5, 0.76, 0.09), _drop(0.78, 0.66, 0.09))),
    ),
    "putrefaction": (
        (PALE, (_arc(0.5, 0.42, 0.38), _block(0.3, 0.7, 0.7, 0.95))),
        (DARK, (_arc(0.35, 0.46, 0.11), _arc(0.65, 0.46, 0.11), ((0.5, 0.56), (0.57, 0.7), (0.43, 0.7)))),
        (DARK, (_block(0.41, 0.8, 0.45, 0.95), _block(0.55, 0.8, 0.59, 0.95))),
    ),
    "trituration": (
        (PALE, (_bar(0.88, 0.06, 0.5, 0.56, 0.13), _arc(0.88, 0.08, 0.1))),
        (MAIN, (((0.1, 0.44), (0.9, 0.44), (0.72, 0.82), (0.28, 0.82)), _block(0.24, 0.86, 0.76, 0.96))),
    ),
    "coagulation": ((MAIN, (_SHIELD,)), (DARK, (_drop(0.5, 0.6, 0.2),)), (WET, (_drop(0.5, 0.6, 0.14),))),
    "fixation": (
        (
            PALE,
            (_band(0.5, 0.38, (0.28, 0.18), 0.5, 1), *(_block(x, 0.38, x + 0.1, 0.52) for x in (0.22, 0.68))),
        ),
        (GOLD, (_block(0.14, 0.46, 0.86, 0.94),)),
        (DARK, (_arc(0.5, 0.64, 0.08), _block(0.46, 0.66, 0.54, 0.82))),
    ),
    "digestion": (
        (MAIN, (_arc(0.5, 0.5, 0.36, 0, 0.5), _block(0.08, 0.42, 0.92, 0.52))),
        (MAIN, (_bar(0.3, 0.76, 0.22, 0.96, 0.09), _bar(0.7, 0.76, 0.78, 0.96, 0.09))),
        (PALE, tuple(_bar(x, 0.34, x + 0.08, 0.06, 0.07) for x in (0.24, 0.46, 0.68))),
    ),
    "cibation": (
        (PALE, (((0.06, 0.1), (0.94, 0.1), (0.6, 0.48), (0.6, 0.66), (0.4, 0.66), (0.4, 0.48)),)),
        (MAIN, (((0.2, 0.18), (0.8, 0.18), (0.54, 0.44), (0.46, 0.44)),)),
        (WET, (_drop(0.5, 0.9, 0.08),)),
    ),
    "ablution": ((PALE, (_drop(0.5, 0.28, 0.12),)), (WET, (_wave(0.5), _wave(0.68), _wave(0.86)))),
    "congelation": ((MAIN, _snow()),),
    "philosophers-stone": (
        (GOLD, (_band(0.5, 0.5, (0.49, 0.42)),)),
        (HOT, (((0.5, 0.06), (0.88, 0.72), (0.12, 0.72)),)),
        (DARK, (((0.5, 0.18), (0.78, 0.67), (0.22, 0.67)),)),
        (PALE, (_block(0.35, 0.4, 0.65, 0.67),)),
        (DARK, (_arc(0.5, 0.535, 0.1),)),
    ),
    "aqua-regia": (
        (WET, (_drop(0.5, 0.68, 0.3),)),
        (GOLD, (tuple((x * 0.8 + 0.1, y * 0.62 - 0.1) for x, y in _CROWN),)),
    ),
    "elixir-of-life": ((PALE, _BULB), (DARK, _INSIDE), (HOT, (_heart(0.5, 0.65, 0.18),))),
    "alkahest": (
        (PALE, tuple(tuple((x, 0.78 - 0.78 * y) for x, y in part) for part in _BULB)),
        (LEAF, (_arc(0.5, 0.27, 0.19), _drop(0.5, 0.92, 0.08), _drop(0.24, 0.8, 0.06), _drop(0.76, 0.8, 0.06))),
    ),
    "ouroboros": (
        (LEAF, (_band(0.5, 0.52, (0.44, 0.29), -0.2, 0.7), ((0.34, -0.04), (0.66, 0.14), (0.38, 0.32), (0.26, 0.14)))),
        (DARK, (_arc(0.42, 0.13, 0.045),)),
    ),
    "emerald-tablet": (
        (LEAF, (_arc(0.5, 0.38, 0.34, 0.5, 1), _block(0.16, 0.38, 0.84, 0.96))),
        (DARK, tuple(_block(0.28, y, right, y + 0.07) for y, right in ((0.36, 0.72), (0.52, 0.72), (0.68, 0.56)))),
    ),
    "azoth": (
        (GOLD, (_star(0.5, 0.5, 8, 0.5, 0.3),)),
        (DARK, (_arc(0.5, 0.5, 0.24),)),
        (HOT, (_star(0.5, 0.5, 3, 0.22, 0.1),)),
    ),
    "chrysopoeia": ((GOLD, (_ingot(0.5, 0.2), _ingot(0.27, 0.54), _ingot(0.73, 0.54))),),
    "homunculus": (
        (PALE, _BULB),
        (DARK, _INSIDE),
        (MAIN, (_arc(0.5, 0.55, 0.08), _block(0.45, 0.62, 0.55, 0.78), _bar(0.36, 0.66, 0.64, 0.66, 0.06))),
        (MAIN, (_bar(0.48, 0.76, 0.42, 0.86, 0.06), _bar(0.52, 0.76, 0.58, 0.86, 0.06))),
    ),
    "panacea": (
        (PALE, (_arc(0.5, 0.52, 0.42, 0, 0.5), _block(0.28, 0.9, 0.72, 0.98))),
        (LEAF, (_block(0.42, 0.02, 0.58, 0.46), _block(0.28, 0.16, 0.72, 0.32))),
    ),
}
"""The artwork of cards, by id."""
PLAIN: Final[Artwork] = ((PALE, _BULB), (MAIN, (_arc(0.5, 0.65, 0.25, -0.05, 0.55),)))
"""Artwork of cards that `ARTWORK` does not list."""
RETURN_ARROWS: Final[tuple[Outline, ...]] = (
    *(_band(0.5, 0.5, (0.44, 0.3), start, start + 0.36) for start in (0.06, 0.56)),
    *(((0.94, 0.5), (0.62, 0.5), (0.8, 0.76)), ((0.06, 0.5), (0.38, 0.5), (0.2, 0.24))),
)
"""Two arrows in a circle."""
