"""Draw pictures of Arms Dealer's cards that players know without the names.

Each dot stands for 100 power. A ship has the colour of its fleet, an item a symbol and colour of its effect, and an
asteroid the shine of its ore.
"""

from typing import Final

from PIL import Image

from render.arms_dealer import sprites
from render.arms_dealer.sprites import FLEETS
from render.arms_dealer.style import BRIDGE
from render.cache import cached
from render.canvas import Box, Canvas, Piece, inked
from render.palette import GREEN, MUTED, ORCHID, SKY, TEXT, VERMILION, YELLOW, Ink, blend
from render.renderer import Traits
from render.shapes import Shape, corner
from rules.arms_dealer.cards import AsteroidCard, ItemCard, ItemKind, ShipCard, ShipClass, TableCard

ITEM_INKS: Final = {
    ItemKind.POWER: YELLOW,
    ItemKind.REPAIR: GREEN,
    ItemKind.REINFORCEMENTS: SKY,
    ItemKind.REDRAW: ORCHID,
    ItemKind.RAPID_REPAIR: VERMILION,
}
_PER_DOT: Final = 100
MOST_DOTS: Final = 10
"""The dots of a stronger card, which a content pack may have: more could not be told apart."""


@cached
def art(card: TableCard, size: int) -> Piece:
    """Draw the card in a square of `size` pixels with rounded corners."""
    ink = ink_of(card)
    canvas = Canvas(size, size, BRIDGE)
    canvas.panel(
        canvas.box, blend(ink, BRIDGE, 0.3), edge=blend(ink, BRIDGE, 0.7), line=max(size // 30, 2), radius=size // 6
    )
    dots = min(_dots(card), MOST_DOTS)
    edge = size // 12
    inner = canvas.box.inset(edge)
    picture = inner._replace(height=inner.height - (size // 6 if dots else 0))
    match card:
        case ShipCard():
            sprites.ship(canvas, card, picture, ink)
        case AsteroidCard():
            sprites.rock(canvas, picture, card)
        case ItemCard():
            sprites.item_symbol(canvas, card.kind, picture.inset(edge // 2), ink)
    dot = min(size // 7, inner.width * 4 // max(5 * dots - 1, 1))
    left = (size - dots * dot - (dots - 1) * (dot // 4)) // 2
    for place in range(dots):
        canvas.shape(Shape.DISC, left + place * (dot + dot // 4), size - edge - dot, dot, TEXT)
    return canvas.pixels, _round(size)


def traits(card: TableCard) -> Traits:
    """Return a card's details for the picture of a fleet."""
    if isinstance(card, ShipCard):
        return Traits(f"{card.fleet.label} ships", FLEETS[card.fleet], Shape.DISC, "", card.power // _PER_DOT)
    return Traits("No ships", MUTED, Shape.CROSS, "", None)


def place(canvas: Canvas, card: TableCard, box: Box) -> None:
    """Draw the card's picture at the left end of a box, as high as the box."""
    piece, seen = art(card, box.height)
    canvas.stamp(piece, seen, box.left, box.top)


def ink_of(card: TableCard) -> Ink:
    """Return the colour of a card: that of its fleet, or of its kind of item."""
    match card:
        case ShipCard():
            return FLEETS[card.fleet]
        case ItemCard():
            return ITEM_INKS[card.kind]
        case _:
            return MUTED


def _dots(card: TableCard) -> int:
    """Return the number of dots: for a ship its power, for an item its added power, or the class of the ship that it
    repairs.
    """
    match card:
        case ShipCard():
            return card.power // _PER_DOT
        case ItemCard(repairs=ShipClass() as repaired):
            return 1 + [*ShipClass].index(repaired)
        case ItemCard():
            return card.power // _PER_DOT
        case _:
            return 0


def _round(size: int) -> Image.Image:
    """Return the mask of a square with rounded corners."""
    radius = size // 6
    seen = Image.new("1", (size, size), 1)
    tile = inked(corner(radius), TEXT, BRIDGE)[1]
    for turned, at in (
        (tile, (0, 0)),
        (tile.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (size - radius, 0)),
        (tile.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, size - radius)),
        (tile.transpose(Image.Transpose.ROTATE_180), (size - radius, size - radius)),
    ):
        seen.paste(turned, at)
    return seen
