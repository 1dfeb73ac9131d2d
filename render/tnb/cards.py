"""Draw T&B's cards: the symbols of their five attributes, grid shapes, and whole cards for the hand."""

from typing import Final

from PIL.Image import Image

from render import fonts
from render.cache import cached
from render.canvas import Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE, Type
from render.palette import AMBER, BLUE, EDGE, INK, MUTED, TEXT, VERMILION, Ink
from render.pieces import card_front
from render.renderer import Traits
from render.shapes import Shape
from render.tnb.art import art
from render.tnb.style import GRASS
from rules.tnb.cards import TnbCard
from rules.tnb.grid import TILES, TileSet

HEALTH, SPEED, DAMAGE, DEFENCE = Shape.HEART, Shape.CHEVRON, Shape.SWORD, Shape.SHIELD
"""Symbols of the attributes. The sword also stands for an attack, and the shield for a block."""
CARD_WIDTH, CARD_HEIGHT = 260, 302
"""Smallest width of a whole card, and its height, in pixels."""
ATTRIBUTES_WIDTH: Final = 264
"""Width of the row of attributes, in pixels: the present and the full Health, and one figure of each other attribute.
"""
_SYMBOL: Final = 22
_BAND, _INSET, _PICTURE, _STAT = 44, 8, 104, 32


def traits(card: TnbCard) -> Traits:
    """Return a card's details for the picture of a deck."""
    if not card.defence:
        return Traits("Only attack", VERMILION, Shape.SWORD, "", card.health)
    if not card.damage:
        return Traits("Only block", BLUE, Shape.SHIELD, "", card.health)
    return Traits("Attack and block", AMBER, Shape.STAR, "", card.health)


def grid_shape(canvas: Canvas, shape: TileSet, box: Box, ink: Ink, *, empty: Ink) -> None:
    """Draw a grid shape with all nine tiles, in a square box."""
    gap = max(box.width // 24, 2)
    size = (box.width - 2 * gap) // 3
    for tile in TILES:
        cell = Box(box.left + tile.column * (size + gap), box.top + tile.row * (size + gap), size, size)
        canvas.panel(cell, ink if tile.bit & shape else empty, radius=max(size // 6, 2))


def abilities(card: TnbCard) -> tuple[tuple[Shape, int, str], ...]:
    """Return for Speed, Damage and Defence the symbol, the card's value, and the action that uses it."""
    return (SPEED, card.speed, "move"), (DAMAGE, card.damage, "attack"), (DEFENCE, card.defence, "block")


def abbreviated(name: str, kind: Type, room: int) -> str:
    """Return the name if it fits into `room` pixels; else shorten all words but the last equally, as little as
    possible.
    """
    if fonts.width(name, kind) <= room:
        return name
    *first, last = name.split() or [""]
    shorter = [
        " ".join([*(f"{word[:length]}." if length < len(word) else word for word in first), last])
        for length in range(max(map(len, first), default=1) - 1, 0, -1)
    ]
    return next((each for each in shorter if fonts.width(each, kind) <= room), shorter[-1] if shorter else name)


def amount(canvas: Canvas, kind: Shape, figure: str, box: Box, inks: tuple[Ink, Ink]) -> int:
    """Draw a symbol and a figure, each in its own ink; return their width in pixels."""
    canvas.shape(kind, box.left, box.middle - _SYMBOL // 2, _SYMBOL, inks[0])
    return _SYMBOL + 4 + canvas.text(figure, STRONG, box.column(_SYMBOL + 4)[1], inks[1])


def attributes(canvas: Canvas, card: TnbCard, health: int, box: Box) -> None:
    """Draw a row of attributes, each after its symbol: Health now and in full, Speed, Damage and Defence."""
    row = box.column(amount(canvas, HEALTH, f"{health}/{card.health}", box, (VERMILION, TEXT)) + 12)[1]
    for kind, figure in ((SPEED, card.speed), (DAMAGE, card.damage), (DEFENCE, card.defence)):
        row = row.column(amount(canvas, kind, str(figure), row, (MUTED, _shade(figure))) + 12)[1]


def _shade(figure: int) -> Ink:
    return TEXT if figure else MUTED


@cached
def whole_card(card: TnbCard, ink: Ink, width: int, *, framed: bool) -> Image:
    """Draw a whole card, with its grid shape unrotated.

    framed: whether the card gets a frame in `ink`.
    """
    canvas = Canvas(width, CARD_HEIGHT, GRASS)
    body = card_front(canvas, canvas.box, _BAND, ink if framed else MUTED, edge=ink if framed else EDGE)
    band = Box(body.left, body.top - _BAND, body.width, _BAND)
    canvas.text(card.name, STRONG, band.inset(8, 0), INK, align=Align.MIDDLE)
    upper, lower = body.inset(_INSET, _INSET).row(_PICTURE)
    piece, seen = art(card, _PICTURE)
    canvas.stamp(piece, seen, upper.left, upper.top)
    grid_shape(canvas, card.shape, Box(upper.right - _PICTURE, upper.top, _PICTURE, _PICTURE), TEXT, empty=EDGE)
    stats = (
        (HEALTH, "Health", card.health),
        (SPEED, "Speed", card.speed),
        (DAMAGE, "Damage", card.damage),
        (DEFENCE, "Defence", card.defence),
    )
    for kind, word, figure in stats:
        row, lower = lower.row(_STAT)
        canvas.shape(kind, row.left + 4, row.middle - 12, 24, VERMILION if kind is HEALTH else MUTED)
        canvas.text(word, LABEL, row.column(38)[1], TEXT if figure else _shade(0))
        canvas.text(str(figure), TITLE, row.inset(4, 0), _shade(figure), align=Align.RIGHT)
    return canvas.pixels
