"""The one palette of every picture.

A canvas holds palette numbers, not colours, so that finished pieces can be copied as bytes and a picture is a PNG with
8 bits a pixel. The shades between the inks smooth edges. As far as possible, colour-blind people can tell the colours
apart; besides, each one comes with a shape, a letter or a number.
"""

from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple, NewType

Ink = NewType("Ink", int)
"""A palette number."""

_Colour = tuple[int, int, int]


class Theme(StrEnum):
    """A set of colours for the palette numbers. The files of a picture in two themes differ only in the palette."""

    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"


class _Inks(NamedTuple):
    """The basic colours of a theme, from which all its other colours are mixed."""

    neutrals: tuple[_Colour, ...]
    """In order: words on accents, surfaces from back to front, lines, and words."""
    accents: tuple[_Colour, ...]
    materials: tuple[_Colour, ...]


_THEMES: Final = {
    Theme.DARK: _Inks(
        neutrals=(
            (12, 15, 22),
            (20, 24, 33),
            (27, 32, 44),
            (36, 43, 58),
            (49, 58, 77),
            (72, 84, 108),
            (168, 179, 201),
            (240, 244, 250),
        ),
        accents=(
            (98, 203, 255),
            (255, 178, 70),
            (255, 106, 72),
            (92, 132, 245),
            (38, 178, 132),
            (244, 227, 84),
            (226, 144, 208),
            (158, 112, 255),
        ),
        materials=((40, 62, 84), (26, 30, 78), (78, 50, 32), (52, 66, 40), (16, 66, 52)),
    ),
    Theme.LIGHT: _Inks(
        neutrals=(
            (255, 255, 255),
            (236, 239, 245),
            (246, 248, 251),
            (226, 231, 240),
            (214, 221, 233),
            (150, 161, 184),
            (70, 80, 102),
            (16, 20, 30),
        ),
        accents=(
            (0, 104, 168),
            (158, 84, 0),
            (196, 48, 14),
            (38, 74, 190),
            (0, 112, 78),
            (116, 96, 0),
            (162, 40, 130),
            (104, 56, 204),
        ),
        materials=((198, 211, 224), (208, 211, 241), (233, 215, 195), (213, 225, 198), (198, 229, 216)),
    ),
    Theme.CONTRAST: _Inks(
        neutrals=(
            (0, 0, 0),
            (0, 0, 0),
            (8, 8, 12),
            (20, 22, 28),
            (32, 36, 46),
            (130, 142, 168),
            (220, 226, 238),
            (255, 255, 255),
        ),
        accents=(
            (130, 216, 255),
            (255, 194, 92),
            (255, 148, 118),
            (142, 172, 255),
            (84, 218, 170),
            (255, 240, 110),
            (255, 176, 236),
            (200, 168, 255),
        ),
        materials=((22, 38, 56), (16, 18, 56), (52, 30, 16), (30, 42, 20), (4, 44, 32)),
    ),
}
_STEPS_BETWEEN_NEUTRALS: Final = (2, 2, 2, 2, 3, 9, 8)
_STEPS_TO_DARK: Final = 9
_STEPS_TO_LIGHT: Final = 5
_MATERIAL_STEPS: Final = (4, 6)
"""The number of shades between a material and the neutral `INK`, and between it and the neutral `TEXT`."""
_SMOOTHING: Final = 5
"""The number of shades of an edge: enough to look smooth, and few enough to compress well."""


def _between(first: _Colour, second: _Colour, part: float) -> _Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue


def _colours(inks: _Inks) -> tuple[_Colour, ...]:
    """Return all colours of a theme, by palette number."""
    neutrals = inks.neutrals
    colours = [*neutrals, *inks.accents, *inks.materials]
    for (first, second), steps in zip(pairwise(neutrals), _STEPS_BETWEEN_NEUTRALS, strict=True):
        colours.extend(_between(first, second, step / (steps + 1)) for step in range(1, steps + 1))
    back, front = neutrals[1], neutrals[-1]
    for accent in inks.accents:
        colours.extend(_between(accent, back, step / (_STEPS_TO_DARK + 1)) for step in range(1, _STEPS_TO_DARK + 1))
        colours.extend(_between(accent, front, step / (_STEPS_TO_LIGHT + 1)) for step in range(1, _STEPS_TO_LIGHT + 1))
    for material in inks.materials:
        for end, steps in zip((neutrals[0], front), _MATERIAL_STEPS, strict=True):
            colours.extend(_between(material, end, step / (steps + 1)) for step in range(1, steps + 1))
    return tuple(colours)


COLOURS: Final = {theme: _colours(inks) for theme, inks in _THEMES.items()}
"""The colours of each theme, by palette number, as red, green and blue."""
PALETTES: Final = {theme: bytes(part for colour in colours for part in colour) for theme, colours in COLOURS.items()}
"""The same colours as image files hold them: three bytes each."""
NUMBERS: Final = len(COLOURS[Theme.DARK])
"""The number of colours in the palette."""
_DRAWN: Final = COLOURS[Theme.DARK]
"""The colours by which the nearest shade is chosen, in all themes."""

INK, GROUND, WELL, PANEL, STRIP, EDGE, MUTED, TEXT = (Ink(number) for number in range(8))
"""The neutrals: for words on accents, surfaces from back to front, lines, and words. In the dark theme they go from
dark to light.
"""
SKY, AMBER, VERMILION, BLUE, GREEN, YELLOW, ORCHID, VIOLET = (Ink(number) for number in range(8, 16))
STEEL, SPACE, OAK, TURF, LAMINATE = (Ink(number) for number in range(16, 21))
"""The materials of the games' tables. Words can be read on them."""


@cache
def blend(ink: Ink, ground: Ink, part: float) -> Ink:
    """Return the shade that is nearest to an ink of this opacity (`part`, from 0 to 1) over a ground."""
    red, green, blue = _between(_DRAWN[ground], _DRAWN[ink], part)
    distances = [2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2 for r, g, b in _DRAWN]
    return Ink(distances.index(min(distances)))


@cache
def smoothed(ink: Ink, ground: Ink) -> tuple[Ink, ...]:
    """Return the shade of an ink over a ground, for each coverage from 0 to 255."""
    shades = [blend(ink, ground, step / _SMOOTHING) for step in range(_SMOOTHING + 1)]
    return tuple([shades[round(coverage * _SMOOTHING / 255)] for coverage in range(256)])


COVERED: Final = tuple(255 if round(coverage * _SMOOTHING / 255) else 0 for coverage in range(256))
"""For each coverage from 0 to 255: 255 if the pixel is drawn, otherwise 0."""
