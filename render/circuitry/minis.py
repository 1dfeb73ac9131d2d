"""Draw mini cards: their fronts, their backs with a number, and the stock that players draw from."""

from typing import Final

from PIL.Image import Image

from render.cache import cached
from render.canvas import Align, Box, Canvas
from render.circuitry.art import GROUND as ART
from render.circuitry.art import art
from render.circuitry.outlines import Symbol
from render.circuitry.symbols import chip, colour_disc, symbol
from render.fonts import LABEL, STRONG, Type, wrapped
from render.palette import GREEN, GROUND, INK, MUTED, PANEL, STRIP, TEXT, YELLOW, Ink, blend
from rules.circuitry.cards import BLACK, Colour, MiniCard
from rules.circuitry.view import CircuitryView
from rules.core.cards import CardId

ACTIONS: Final = {
    kind.name.lower(): kind
    for kind in (
        *(Symbol.ROTATE, Symbol.SWAP, Symbol.FLIP, Symbol.SLIDE, Symbol.FORCE, Symbol.PORTAL),
        *(Symbol.INHIBIT, Symbol.FREE, Symbol.EXCHANGE),
    )
}
"""The symbol of each action card, by the card's id."""
GOLD: Final = YELLOW
LEAF: Final = blend(GREEN, GROUND, 0.8)
"""Ink of the back of green cards; `GOLD` is that of gold cards."""
_STOCK: Final = 34
"""Height of a line of the stock, in pixels."""
_WIDE: Final = 600
"""The width from which a line of the stock has four parts, in pixels; otherwise it has two."""
STOCK_HEIGHT: Final = 4 * _STOCK + 8
WIDE_STOCK_HEIGHT: Final = 2 * _STOCK + 8
"""Height of a stock that is at least `_WIDE` pixels wide, in pixels; `STOCK_HEIGHT` is that of others."""
_ART: Final = 60, 84, 104, 132
"""The sizes of pictures on mini cards, in pixels: few, so that they are drawn once for many cards."""
_NAME: Final = 40
"""Height of the name on a mini card, in pixels."""
_LINE: Final = 32
"""Height of each further line of a name that is too wide, in pixels."""


def token(canvas: Canvas, box: Box, figure: int | str, look: tuple[Type, Ink, Ink, Ink]) -> None:
    """Draw the back of a card with a figure on it, such as a number of cards.

    look: the type of the figure, and the inks of back, figure and edge.
    """
    kind, back, ink, edge = look
    canvas.panel(box, back, radius=6, edge=edge)
    canvas.text(str(figure), kind, box, ink, align=Align.MIDDLE)


def mini_symbol(canvas: Canvas, card: CardId, box: Box, ink: Ink = TEXT) -> None:
    """Draw a mini card's symbol in a square box: its colour, the black chip, or its action."""
    if card in ACTIONS:
        symbol(canvas, ACTIONS[card], box.inset(box.width // 12), ink)
    elif card == BLACK:
        chip(canvas, box)
    else:
        colour_disc(canvas, Colour(card), box)


@cached
def front(card: MiniCard, count: int, size: tuple[int, int], *, framed: bool) -> Image:
    """Draw a mini card: its picture, its name below, and the number of copies.

    framed: whether the card can be played now: its edge is bright then.
    """
    canvas = Canvas(*size, GROUND)
    kind = LEAF if card.green else GOLD
    edge = TEXT if framed else blend(kind, GROUND, 0.4)
    canvas.panel(canvas.box, edge, radius=8)
    canvas.fill(canvas.box.inset(6 if framed else 3), kind if framed else blend(kind, GROUND, 0.6))
    lines = wrapped(name(card), STRONG, size[0] - 12, 2)  # a content pack may have longer names
    below = _NAME + (len(lines) - 1) * _LINE
    picture, words = canvas.box.inset(12)._replace(height=size[1] - 24).row(size[1] - 24 - below)
    canvas.fill(canvas.box.inset(12), STRIP)
    canvas.fill(picture, ART)
    room = min(picture.width, picture.height)
    side = max((each for each in _ART if each <= room), default=room)
    left, top = picture.left + (picture.width - side) // 2, picture.top + (picture.height - side) // 2
    canvas.stamp(*art(card.id, side), left, top)
    for place, line in enumerate(lines):
        row = words._replace(top=words.top + place * _LINE, height=_NAME).inset(-6, 0)
        canvas.text(line, STRONG, row, TEXT, align=Align.MIDDLE)
    if count > 1:
        pill = Box(size[0] - 44, 4, 40, 36)
        canvas.panel(pill, TEXT, radius=8)
        canvas.text(f"x{count}", STRONG, pill, INK, align=Align.MIDDLE)
    return canvas.pixels


def name(card: MiniCard) -> str:
    """Return the short name of a card: “Light blue”, “Rotate”."""
    return card.name.removesuffix(" movement")


def stock(canvas: Canvas, box: Box, view: CircuitryView) -> None:
    """Draw the gold deck, the active green deck, and the sorted green cards, each with its name and number."""
    active = bool(view.active_green)
    piles = tuple((card.id, name(card), count, bool(count) and not active) for card, count in view.piles)
    canvas.place(_stock(view.gold, view.active_green, piles, box.width), box.left, box.top)


@cached
def _stock(gold: int, active: int, piles: tuple[tuple[CardId, str, int, bool], ...], width: int) -> Image:
    wide = width >= _WIDE
    canvas = Canvas(width, WIDE_STOCK_HEIGHT if wide else STOCK_HEIGHT, PANEL)
    columns = 4 if wide else 2
    room = canvas.box.inset(8, 4)
    cells = [
        cell
        for top in range(room.top, room.bottom, _STOCK)
        for cell in room._replace(top=top, height=_STOCK).columns(columns, 4)
    ]
    for cell, (word, count, ink) in zip(
        cells, (("Gold", gold, GOLD), *((("Green", active, LEAF),) if active else ())), strict=False
    ):
        token(canvas, Box(cell.left + 2, cell.top + 2, 24, 30), "", (STRONG, ink, INK, TEXT))
        _pile(canvas, cell, word, count, TEXT)
    for cell, (card, word, count, is_open) in zip(cells[1 + bool(active) :], piles, strict=False):
        ink = TEXT if is_open else blend(MUTED, PANEL, 0.7)
        mini_symbol(canvas, card, Box(cell.left, cell.middle - 15, 30, 30), ink)
        _pile(canvas, cell, word, count, ink)
    return canvas.pixels


def _pile(canvas: Canvas, cell: Box, word: str, count: int, ink: Ink) -> None:
    figure = cell.column(36)[1]
    wide = canvas.text(word, LABEL, figure, ink)
    canvas.text(str(count), STRONG, figure.column(wide + 8)[1], ink)
