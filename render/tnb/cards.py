"""Draw T&B's cards: the symbols of their five attributes, grid shapes, and whole cards for the hand."""

from typing import Final

from PIL.Image import Image

from render import fonts
from render.cache import cached
from render.canvas import Align, Box, Canvas
from render.fonts import DISPLAY, LABEL, STRONG, TITLE, Type
from render.heads import rows
from render.palette import AMBER, BLUE, EDGE, INK, MUTED, STRIP, TEXT, VERMILION, Ink
from render.renderer import Traits
from render.shapes import Shape
from render.tnb.art import draw_scene
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
_SCENE, _NAME = 182, 38
"""Height of a whole card's scene and of the name on it, in pixels."""
_GRID: Final = 72
"""Size of the grid shape on a whole card, in pixels."""
_HEALTH: Final = 84
"""Width of the Health of a whole card, in pixels."""


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
    canvas.panel(canvas.box, STRIP, edge=ink if framed else EDGE, line=6 if framed else 3)
    upper, lower = canvas.box.inset(6).row(_SCENE)
    picture = upper._replace(height=_SCENE - _NAME)
    grid = Box(picture.right - _GRID - 6, picture.top + 6, _GRID, _GRID)
    size = picture.height - 8
    draw_scene(canvas, upper, card, Box((picture.left + grid.left - size) // 2, picture.top + 4, size, size))
    canvas.panel(grid.inset(-6), INK, radius=8)
    grid_shape(canvas, card.shape, grid, TEXT, empty=EDGE)
    band = upper._replace(top=picture.bottom, height=_NAME)
    canvas.fill(band, INK)
    canvas.text(card.name, STRONG, band.inset(4, 0), ink if framed else TEXT, align=Align.MIDDLE)
    left, right = lower.column(_HEALTH)
    canvas.shape(HEALTH, left.left + 8, left.middle - 46, 30, VERMILION)
    canvas.text(str(card.health), DISPLAY, left.inset(4, 0)._replace(top=left.top + 16), TEXT, align=Align.MIDDLE)
    stats = ((SPEED, "Speed", card.speed), (DAMAGE, "Damage", card.damage), (DEFENCE, "Defence", card.defence))
    for (kind, word, figure), row in zip(stats, rows(right.inset(4, 6), [right.height // 3 - 4] * 3, 0), strict=True):
        canvas.shape(kind, row.left, row.middle - 11, 22, TEXT if figure else MUTED)
        canvas.text(word, LABEL, row.column(28)[1], TEXT if figure else _shade(0))
        canvas.text(str(figure), TITLE, row, _shade(figure), align=Align.RIGHT)
    return canvas.pixels
