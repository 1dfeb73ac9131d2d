"""Draw T&B's card art, by which players can tell cards apart at 60 pixels. A card without art shows its grid shape
instead.
"""

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Final

from PIL import Image, ImageDraw

from render.cache import cached
from render.canvas import Box, Canvas, Piece, inked, mapped
from render.palette import (
    AMBER,
    BLUE,
    GREEN,
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
from render.scenery import painted, scene
from render.tnb.artwork import ARTWORK, Artwork, Material
from render.tnb.backdrops import BACKDROPS
from render.tnb.outlines import Points, box
from rules.tnb.cards import TnbCard
from rules.tnb.grid import TILES

ART: Final = 62
"""Width and height of the art on a tile, in pixels."""
_SCALE: Final = 4
"""The factor by which art is drawn larger and then scaled down, to smooth its edges."""
_EDGE: Final = 0.07
_RAIDER, _STRIKER = 2, 1
"""The number of tiles that the grid shape of a raider covers, and that of a striker."""


def kind(card: TnbCard) -> Ink:
    """Return the ink of a card's kind: guards, which never attack, or attackers by the number of tiles they cover."""
    if not card.damage:
        return BLUE
    covered = card.shape.bit_count()
    return ORCHID if covered == _STRIKER else GREEN if covered == _RAIDER else VIOLET


@cached
def art(card: TnbCard, size: int) -> Piece:
    """Draw the card's picture in a square of `size` pixels with rounded corners."""
    ink = kind(card)
    ground = blend(ink, INK, 0.35)
    inks = _inks(ink)
    canvas = Canvas(size, size, ground)
    # Adjacent outlines of one material are drawn together, because their edges blend into the ground and would show.
    for material, parts in groupby(ARTWORK.get(card.id) or _shape(card), itemgetter(0)):
        tile, mask = inked(_mask((points for _, points in parts), size), inks[material], ground)
        canvas.stamp(tile, mask, 0, 0)
    return canvas.pixels, _rounded(size)


def _inks(ink: Ink) -> dict[Material, Ink]:
    """Return the ink of each material on a card of a kind."""
    return {
        Material.METAL: TEXT,
        Material.WOOD: blend(AMBER, OAK, 0.5),
        Material.CLOTH: ink,
        Material.DARK: INK,
        Material.FIRE: VERMILION,
        Material.GLOW: YELLOW,
    }


def draw_scene(canvas: Canvas, box: Box, card: TnbCard, motif: Box) -> None:
    """Draw the card's picture as a scene that fills a box, with the thing itself in the square box `motif`."""
    ink = kind(card)
    scene(canvas, box, ink, BACKDROPS[ink], mirrored=bool(card.order % 2))
    inks = _inks(blend(TEXT, ink, 0.3))
    painted(canvas, motif, ((inks[material], points) for material, points in ARTWORK.get(card.id) or _shape(card)))


def _shape(card: TnbCard) -> Artwork:
    def cell(column: int, row: int) -> Points:
        left, top = 0.04 + column * 0.32, 0.04 + row * 0.32
        return box(left, top, left + 0.28, top + 0.28)

    return tuple((Material.METAL, cell(tile.column, tile.row)) for tile in TILES if tile.bit & card.shape)


def _mask(parts: Iterable[Points], size: int) -> Image.Image:
    large = Image.new("L", (size * _SCALE, size * _SCALE))
    draw = ImageDraw.Draw(large)
    scale, start = size * _SCALE * (1 - 2 * _EDGE), size * _SCALE * _EDGE
    for points in parts:
        draw.polygon([(start + x * scale, start + y * scale) for x, y in points], fill=255)
    return large.reduce(_SCALE)


@cached
def _rounded(size: int) -> Image.Image:
    """Return the mask of a square with rounded corners."""
    large = Image.new("L", (size * _SCALE, size * _SCALE))
    ImageDraw.Draw(large).rounded_rectangle((0, 0, size * _SCALE - 1, size * _SCALE - 1), size * _SCALE // 6, fill=255)
    return mapped(large.reduce(_SCALE), [0] * 128 + [255] * 128, "1")
