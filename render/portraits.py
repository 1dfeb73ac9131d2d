"""The faces of computer players: one for each game and level, drawn from a common set of parts.

The game gives the colour and the hat (`Style.attire`), the level the look and the number of pips on the chest. So the
levels differ by shape, also where a face is small.
"""

from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from render.cache import cached
from render.canvas import Piece
from render.palette import AMBER, INK, OAK, TEXT, VERMILION, Ink, blend, smoothed
from render.scenery import Outline
from render.style import Attire

LEVELS: Final = ("novice", "regular", "expert")
"""The levels that have a face, weakest first."""
_SCALE: Final = 4
"""The factor by which a part is drawn larger and then scaled down, to smooth its edges."""
_SKINS: Final = (
    (blend(AMBER, TEXT, 0.45), blend(AMBER, INK, 0.8)),
    (blend(AMBER, TEXT, 0.7), blend(AMBER, INK, 0.8)),
    (blend(AMBER, INK, 0.62), blend(AMBER, INK, 0.5)),
)
"""The inks of faces, each with that of the shaded neck: they go round, so that no level has the same in each game."""
_HAIR: Final = (blend(VERMILION, INK, 0.75), OAK, blend(TEXT, INK, 0.75))
"""The inks of brows and hair, by level."""

Parts = tuple[tuple[Ink, Outline], ...]

_SPOKEN: Final = ", a computer"
"""The end of the name of a player with a face, in words."""


def has_face(level: str) -> bool:
    """Return whether a player of this level has a face: not a person, and not a script."""
    return level in LEVELS


def spoken(name: str, level: str) -> str:
    """Return a name as words say it of a player who may have a face on the picture."""
    return f"{name}{_SPOKEN}" if has_face(level) else name


@cached
def portrait(attire: Attire, level: str, size: int) -> Piece:
    """Draw a computer's face in a disc of this many pixels, in the colours of a game."""
    disc = _mask(_ellipse(0.5, 0.5, 0.5, 0.5), size)
    pixels = bytearray([blend(attire.ink, INK, 0.35)]) * size**2
    for ink, outline in _parts(attire, LEVELS.index(level)):
        for place, coverage in enumerate(_mask(outline, size).tobytes()):
            if coverage:  # its edges are smoothed into the parts below, which have several inks
                pixels[place] = smoothed(ink, Ink(pixels[place]))[coverage]
    return Image.frombytes("L", (size, size), bytes(pixels)), disc.point(
        [255 if coverage > 127 else 0 for coverage in range(256)], "1"
    )


def _parts(attire: Attire, rank: int) -> Parts:
    """Return the parts of a portrait, later ones over earlier ones."""
    (skin, neck), hair = _SKINS[(attire.ink + rank) % len(_SKINS)], _HAIR[rank]
    coat = blend(attire.ink, INK, 0.8)
    body: Parts = (
        (coat, ((0.1, 1.02), (0.18, 0.86), (0.38, 0.78), (0.62, 0.78), (0.82, 0.86), (0.9, 1.02))),
        (neck, ((0.41, 0.68), (0.59, 0.68), (0.59, 0.8), (0.5, 0.86), (0.41, 0.8))),
        (skin, _ellipse(0.5, 0.51, 0.24, 0.28)),
        (skin, _ellipse(0.26, 0.53, 0.045, 0.07)),
        (skin, _ellipse(0.74, 0.53, 0.045, 0.07)),
    )
    return (*body, *(_novice, _regular, _expert)[rank](hair), *attire.hat, *_pips(rank + 1))


def _pips(count: int) -> Parts:
    left = 0.5 - 0.065 * (count - 1)
    return tuple((TEXT, _ellipse(left + 0.13 * place, 0.92, 0.045, 0.045)) for place in range(count))


def _eyes(width: float, height: float, pupil: float, up: float) -> Parts:
    """Return two eyes. up: how far they look up."""
    white = tuple((TEXT, _ellipse(x, 0.5, width, height)) for x in (0.4, 0.6))
    return (*white, *((INK, _ellipse(x, 0.5 - up, pupil, pupil)) for x in (0.4, 0.6)))


def _novice(hair: Ink) -> Parts:
    """Return wide eyes, raised brows and an open mouth."""
    brows = tuple((hair, _stroke((x - 0.06, 0.375), (x + 0.06, 0.365), 0.03)) for x in (0.39, 0.61))
    return (*_eyes(0.075, 0.08, 0.038, 0.015), *brows, (blend(VERMILION, INK, 0.5), _ellipse(0.5, 0.68, 0.05, 0.055)))


def _regular(hair: Ink) -> Parts:
    """Return calm eyes, level brows and a smile."""
    brows = tuple((hair, _stroke((x - 0.07, 0.42), (x + 0.07, 0.42), 0.035)) for x in (0.4, 0.6))
    smile = ((0.39, 0.65), (0.61, 0.65), (0.56, 0.71), (0.44, 0.71))
    return (*_eyes(0.06, 0.05, 0.036, 0.0), *brows, (blend(VERMILION, INK, 0.5), smile))


def _expert(hair: Ink) -> Parts:
    """Return narrow eyes, lowered brows, long hair, a scar and a thin mouth."""
    brows = ((hair, _stroke((0.3, 0.39), (0.47, 0.46), 0.045)), (hair, _stroke((0.7, 0.39), (0.53, 0.46), 0.045)))
    left = ((0.29, 0.3), (0.34, 0.3), (0.3, 0.5), (0.31, 0.72), (0.25, 0.84), (0.18, 0.78), (0.2, 0.5))
    right = tuple((1 - x, y) for x, y in left)
    scar = _stroke((0.61, 0.56), (0.66, 0.66), 0.03)
    mouth = _stroke((0.42, 0.68), (0.59, 0.665), 0.025)
    face = ((hair, left), (hair, right), (blend(VERMILION, INK, 0.45), scar), (INK, mouth))
    return (*_eyes(0.065, 0.03, 0.03, 0.0), *brows, *face)


def _ellipse(x: float, y: float, across: float, down: float) -> Outline:
    """Return an ellipse around a place; across, down: half its width and height."""
    turns = [step / 32 * 2 * pi for step in range(32)]
    return tuple((x + across * cos(turn), y + down * sin(turn)) for turn in turns)


def _stroke(start: tuple[float, float], end: tuple[float, float], thick: float) -> Outline:
    (x, y), (far, low), half = start, end, thick / 2
    return ((x, y - half), (far, low - half), (far, low + half), (x, y + half))


def _mask(outline: Outline, size: int) -> Image.Image:
    large = Image.new("L", (size * _SCALE, size * _SCALE))
    ImageDraw.Draw(large).polygon([(x * size * _SCALE, y * size * _SCALE) for x, y in outline], fill=255)
    return large.reduce(_SCALE)
