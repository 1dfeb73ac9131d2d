"""Draw sprites (drawings in a set of inks) over whatever is already on the canvas."""

from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.arms_dealer.fleets import HIDDEN, INSIGNIA, SHIPS
from render.arms_dealer.outlines import Drawing, Layer, Tone
from render.arms_dealer.symbols import BURST, COIN, CRATE, EYE, ITEMS, ROCK, SWAP
from render.cache import cached
from render.canvas import Box, Canvas, Piece, inked
from render.palette import AMBER, GROUND, INK, MUTED, ORCHID, SKY, TEXT, VERMILION, VIOLET, YELLOW, Ink, blend
from rules.arms_dealer.cards import AsteroidCard, Fleet, ItemKind, ShipCard

_SCALE: Final = 4
"""The factor by which a sprite is drawn larger and then scaled down, to smooth its edges."""
_TONES: Final = tuple(Tone)


class Look(NamedTuple):
    """The inks of a sprite, in the order of the tones."""

    hull: Ink
    shade: Ink = GROUND
    light: Ink = TEXT
    glow: Ink = VERMILION
    below: Ink | None = None
    """Ink of the lower half of the hull; None for the same ink as above."""

    def of(self, tone: Tone) -> Ink:
        """Return the ink of a tone."""
        return (self.hull, self.shade, self.light, self.glow)[_TONES.index(tone)]


FLEETS: Final = {Fleet.HUMAN: SKY, Fleet.ALIEN: AMBER}
"""Colour of each fleet outside a match; on a table, a fleet has the colour of its seat. Fleets also differ by their
straight or round outlines.
"""
_GLOWS: Final = {Fleet.HUMAN: VERMILION, Fleet.ALIEN: INK}
_WRECKED: Final = Look(blend(MUTED, GROUND, 0.6), blend(MUTED, GROUND, 0.4), MUTED, blend(MUTED, GROUND, 0.4))
GOLD: Final = Look(YELLOW, blend(YELLOW, GROUND, 0.5))
_CRATE: Final = Look(blend(VIOLET, GROUND, 0.8), blend(VIOLET, GROUND, 0.4), blend(VIOLET, TEXT, 0.5), YELLOW)
_ROCK: Final = Look(blend(MUTED, GROUND, 0.6), blend(MUTED, GROUND, 0.3))
_ORES: Final = ((10_000, YELLOW), (5_000, TEXT), (0, MUTED))
"""Pairs of a smallest value in coins, and the ink of an asteroid's ore from that value on."""
_BURST: Final = Look(YELLOW, glow=VERMILION)


def ship(canvas: Canvas, card: ShipCard, box: Box, ink: Ink, *, whole: bool = True) -> None:
    """Draw a ship in an ink, or its wreck, in the middle of a box."""
    look = Look(ink, blend(ink, GROUND, 0.5), TEXT, _GLOWS[card.fleet], blend(ink, GROUND, 0.78))
    sprite(canvas, SHIPS[card.fleet][card.ship_class], _centred(box, 1.5), look if whole else _WRECKED)


def hidden(canvas: Canvas, fleet: Fleet, box: Box, ink: Ink) -> None:
    """Draw a face-down ship in the middle of a box."""
    sprite(canvas, HIDDEN[fleet], _centred(box, 1.5), Look(ink))


def burst(canvas: Canvas, box: Box) -> None:
    sprite(canvas, BURST, _centred(box, 1), _BURST)


def insignia(canvas: Canvas, fleet: Fleet, box: Box, ink: Ink, on: Ink) -> None:
    sprite(canvas, INSIGNIA[fleet], _centred(box, 1), Look(ink, on))


def item_symbol(canvas: Canvas, kind: ItemKind, box: Box, ink: Ink) -> None:
    sprite(canvas, ITEMS[kind], _centred(box, 1), Look(ink))


def coin(canvas: Canvas, box: Box) -> None:
    sprite(canvas, COIN, _centred(box, 1), GOLD)


def eye(canvas: Canvas, box: Box, ink: Ink = TEXT) -> None:
    sprite(canvas, EYE, _centred(box, 1), Look(ink, INK))


def crate(canvas: Canvas, box: Box) -> None:
    sprite(canvas, CRATE, _centred(box, 1.3), _CRATE)


def rock(canvas: Canvas, box: Box, card: AsteroidCard | None = None) -> None:
    """Draw an asteroid; if its card is given, its ore is visible."""
    look = _ROCK
    if card is not None:
        ink = next(ink for coins, ink in _ORES if card.coins >= coins)
        look = Look(ink, blend(ink, GROUND, 0.5))
    sprite(canvas, ROCK, _centred(box, 1), look)


def swap(canvas: Canvas, box: Box) -> None:
    sprite(canvas, SWAP, _centred(box, 1), Look(ORCHID))


def sprite(canvas: Canvas, drawing: Drawing, box: Box, look: Look, on: Ink | None = None) -> None:
    """Draw a sprite in a box.

    on: the ink into which its edges are smoothed; by default the ink at the middle of the box's left edge.
    """
    ground = canvas.at(max(box.left, 0), box.middle) if on is None else on
    piece, seen = _piece(drawing, (box.width, box.height), look, ground)
    canvas.stamp(piece, seen, box.left, box.top)


def _centred(box: Box, ratio: float) -> Box:
    """Return the largest box in the middle of a box with this ratio of width to height."""
    width = min(box.width, round(box.height * ratio))
    height = min(box.height, round(box.width / ratio))
    return Box(box.left + (box.width - width) // 2, box.top + (box.height - height) // 2, width, height)


@cached
def _piece(drawing: Drawing, size: tuple[int, int], look: Look, on: Ink) -> Piece:
    """Draw the layers of a sprite. The edges of the first layer and of the hull blend into the ground, those of other
    layers into the hull.
    """
    canvas, seen = Canvas(*size, on), Image.new("1", size)
    for place, layer in enumerate(drawing):
        below = on if place == 0 or layer.tone is Tone.HULL else look.hull
        mask = _mask(layer, size)
        piece, covered = inked(mask, look.of(layer.tone), below)
        canvas.stamp(piece, covered, 0, 0)
        seen.paste(255, (0, 0), covered)
        if layer.tone is Tone.HULL and look.below is not None:
            mask.paste(0, (0, 0, size[0], size[1] * 53 // 100))
            canvas.stamp(*inked(mask, look.below, below), 0, 0)
    return canvas.pixels.copy(), seen


def _mask(layer: Layer, size: tuple[int, int]) -> Image.Image:
    width, height = (edge * _SCALE for edge in size)
    large = Image.new("L", (width, height))
    draw = ImageDraw.Draw(large)
    for points in layer.outlines:
        draw.polygon([(x * (width - 1), y * (height - 1)) for x, y in points], fill=255)
    return large.reduce(_SCALE)
