"""The one palette that every picture is drawn in.

A canvas holds palette numbers, not colours, so finished pieces are copied as bytes and a picture is a PNG of 8 bits.
Between the inks lie the shades that smooth edges need. Colours are told apart by colour-blind people where they can
be, and a shape, a letter or a number stands beside each one anyway.
"""

from functools import cache
from itertools import pairwise
from typing import Final, NewType

Ink = NewType("Ink", int)
"""A number in the palette."""

_Colour = tuple[int, int, int]

_NEUTRALS: Final[tuple[_Colour, ...]] = (
    (12, 15, 22),
    (20, 24, 33),
    (27, 32, 44),
    (36, 43, 58),
    (49, 58, 77),
    (72, 84, 108),
    (168, 179, 201),
    (240, 244, 250),
)
_STEPS_BETWEEN_NEUTRALS: Final = (2, 2, 2, 2, 3, 9, 8)
_ACCENTS: Final[tuple[_Colour, ...]] = (
    (98, 203, 255),
    (255, 178, 70),
    (255, 106, 72),
    (92, 132, 245),
    (38, 178, 132),
    (244, 227, 84),
    (226, 144, 208),
    (158, 112, 255),
)
_MATERIALS: Final[tuple[_Colour, ...]] = (
    (40, 62, 84),
    (26, 30, 78),
    (78, 50, 32),
    (52, 66, 40),
    (16, 66, 52),
)
_STEPS_TO_DARK: Final = 9
_STEPS_TO_LIGHT: Final = 5
_MATERIAL_STEPS: Final = (4, 6)
"""From a material to the darkest neutral, and to the lightest."""
_SMOOTHING: Final = 8
"""Shades of an edge: enough to look smooth, few enough to compress well."""


def _between(first: _Colour, second: _Colour, part: float) -> _Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue


def _colours() -> tuple[_Colour, ...]:
    colours = [*_NEUTRALS, *_ACCENTS, *_MATERIALS]
    for (first, second), steps in zip(pairwise(_NEUTRALS), _STEPS_BETWEEN_NEUTRALS, strict=True):
        colours.extend(_between(first, second, step / (steps + 1)) for step in range(1, steps + 1))
    dark, light = _NEUTRALS[1], _NEUTRALS[-1]
    for accent in _ACCENTS:
        colours.extend(_between(accent, dark, step / (_STEPS_TO_DARK + 1)) for step in range(1, _STEPS_TO_DARK + 1))
        colours.extend(_between(accent, light, step / (_STEPS_TO_LIGHT + 1)) for step in range(1, _STEPS_TO_LIGHT + 1))
    for material in _MATERIALS:
        for end, steps in zip((_NEUTRALS[0], light), _MATERIAL_STEPS, strict=True):
            colours.extend(_between(material, end, step / (steps + 1)) for step in range(1, steps + 1))
    return tuple(colours)


COLOURS: Final = _colours()
"""Red, green and blue by palette number."""

INK, GROUND, WELL, PANEL, STRIP, EDGE, MUTED, TEXT = (Ink(number) for number in range(8))
"""The neutrals from dark to light: for words on accents, then surfaces from the back to the front, lines, and words."""
SKY, AMBER, VERMILION, BLUE, GREEN, YELLOW, ORCHID, VIOLET = (Ink(number) for number in range(8, 16))
STEEL, SPACE, OAK, TURF, LAMINATE = (Ink(number) for number in range(16, 21))
"""What the games' tables are made of: dark enough for words on them."""


@cache
def blend(ink: Ink, ground: Ink, part: float) -> Ink:
    """The shade nearest to so much of an ink (0 to 1) over a ground."""
    red, green, blue = _between(COLOURS[ground], COLOURS[ink], part)
    distances = [2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2 for r, g, b in COLOURS]
    return Ink(distances.index(min(distances)))


@cache
def smoothed(ink: Ink, ground: Ink) -> tuple[Ink, ...]:
    """The shade for each coverage from 0 to 255 of a shape in an ink over a ground."""
    shades = [blend(ink, ground, step / _SMOOTHING) for step in range(_SMOOTHING + 1)]
    return tuple([shades[round(coverage * _SMOOTHING / 255)] for coverage in range(256)])


COVERED: Final = tuple(255 if round(coverage * _SMOOTHING / 255) else 0 for coverage in range(256))
"""For each coverage from 0 to 255 whether anything of the shape is seen."""


def contrast(first: Ink, second: Ink) -> float:
    """The contrast of two inks from 1 to 21, as WCAG 2.2 defines it: words need 4.5."""
    lights = sorted((_luminance(COLOURS[first]), _luminance(COLOURS[second])))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(colour: _Colour) -> float:
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: int) -> float:
    """The light, from 0 to 1, that a part of a colour of sRGB stands for."""
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
