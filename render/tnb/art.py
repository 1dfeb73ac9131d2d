"""T&B's card art: a card is known by it at 60 pixels. A card without art of its own shows its shape."""

from typing import Final

from PIL import Image, ImageDraw

from render.cache import kept
from render.canvas import Canvas, Piece, inked
from render.palette import (
    AMBER,
    BLUE,
    INK,
    OAK,
    ORCHID,
    TEXT,
    VERMILION,
    VIOLET,
    YELLOW,
    Ink,
    blend,
)
from render.shapes import corner
from render.tnb.motifs import MOTIFS, Motif, Of
from render.tnb.outlines import box
from rules.tnb.cards import TnbCard
from rules.tnb.grid import TILES

ART: Final = 62
"""How wide and high it is on a tile."""
_FINE: Final = 4
"""How many times larger it is drawn before it is reduced."""
_EDGE: Final = 0.07
_RAIDER, _STRIKER = 2, 1
"""So many tiles the shapes of these cover."""


def kind(card: TnbCard) -> Ink:
    """The ink of a card's kind: guards, who never attack, and the others by how many tiles they cover."""
    if not card.damage:
        return BLUE
    covered = card.shape.bit_count()
    return ORCHID if covered == _STRIKER else AMBER if covered == _RAIDER else VIOLET


@kept
def art(card: TnbCard, size: int) -> Piece:
    """The card's picture in a square of so many pixels, its corners cut round."""
    ink = kind(card)
    ground = blend(ink, INK, 0.35)
    inks = {
        Of.METAL: TEXT,
        Of.WOOD: blend(OAK, TEXT, 0.5),
        Of.CLOTH: ink,
        Of.DARK: INK,
        Of.FIRE: VERMILION,
        Of.GLOW: YELLOW,
    }
    canvas = Canvas(size, size, ground)
    for of, points in MOTIFS.get(card.id) or _shape(card):
        tile, seen = inked(_mask(points, size), inks[of], ground)
        canvas.stamp(tile, seen, 0, 0)
    return canvas.pixels, _rounded(size)


def _shape(card: TnbCard) -> Motif:
    def cell(column: int, row: int) -> tuple[tuple[float, float], ...]:
        left, top = 0.04 + column * 0.32, 0.04 + row * 0.32
        return box(left, top, left + 0.28, top + 0.28)

    return tuple((Of.METAL, cell(tile.column, tile.row)) for tile in TILES if tile.bit & card.shape)


def _mask(points: tuple[tuple[float, float], ...], size: int) -> Image.Image:
    large = Image.new("L", (size * _FINE, size * _FINE))
    scale, start = size * _FINE * (1 - 2 * _EDGE), size * _FINE * _EDGE
    ImageDraw.Draw(large).polygon([(start + x * scale, start + y * scale) for x, y in points], fill=255)
    return large.reduce(_FINE)


def _rounded(size: int) -> Image.Image:
    radius = size // 6
    quarter = corner(radius).point(lambda coverage: 255 if coverage > 127 else 0, "1")
    seen = Image.new("1", (size, size), 1)
    for right in (False, True):
        for low in (False, True):
            piece = quarter
            if right:
                piece = piece.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            if low:
                piece = piece.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
            seen.paste(piece, (size - radius if right else 0, size - radius if low else 0))
    return seen
