"""Mini cards: their fronts, their backs with a number, and the piles that they lie in."""

from typing import Final

from PIL.Image import Image

from render import fonts
from render.cache import kept
from render.canvas import Align, Box, Canvas
from render.circuitry.outlines import Sign
from render.circuitry.signs import colour_disc, master_disc, sign
from render.fonts import LABEL, STRONG, Type
from render.palette import GREEN, GROUND, INK, MUTED, STRIP, TEXT, WELL, YELLOW, Ink, blend
from rules.circuitry.cards import BLACK, Colour, MiniCard
from rules.circuitry.view import CircuitryView
from rules.core.cards import CardId

ACTIONS: Final = {
    kind.name.lower(): kind
    for kind in (
        *(Sign.ROTATE, Sign.SWAP, Sign.FLIP, Sign.SLIDE, Sign.FORCE, Sign.PORTAL),
        *(Sign.INHIBIT, Sign.FREE, Sign.EXCHANGE),
    )
}
"""By the word of an action card: its sign."""
GOLD: Final = YELLOW
LEAF: Final = blend(GREEN, GROUND, 0.8)
"""The backs of mini cards."""
PILES_HEIGHT: Final = 120
LEGEND_HEIGHT: Final = 40
_SIGN: Final = 32


def token(canvas: Canvas, box: Box, figure: int | str, ink: Ink, *, on: Ink) -> None:
    """A card with its back up, and how many of them there are."""
    canvas.panel(box, ink, radius=6, edge=blend(ink, on, 0.5), line=2)
    canvas.text(str(figure), STRONG, box, INK, align=Align.MIDDLE)


def mini_sign(canvas: Canvas, card: CardId, box: Box, ink: Ink = TEXT) -> None:
    """What a mini card does: a colour, black, or an action; in a square box."""
    if card in ACTIONS:
        sign(canvas, ACTIONS[card], box.inset(box.width // 12), ink)
    elif card == BLACK:
        master_disc(canvas, box)
    else:
        colour_disc(canvas, Colour(card), box)


@kept
def front(card: MiniCard, count: int, size: tuple[int, int]) -> Image:
    """A mini card with its name, and how many of it there are."""
    canvas = Canvas(*size, GROUND)
    canvas.panel(canvas.box, STRIP, edge=LEAF if card.green else GOLD, line=4)
    upper, lower = canvas.box.inset(10).row(64)
    mini_sign(canvas, card.id, around_box(upper, 56))
    canvas.text(name(card), STRONG, lower, TEXT, align=Align.MIDDLE)
    if count > 1:
        figure = f"x{count}"
        wide = fonts.width(figure, STRONG)
        canvas.text(figure, STRONG, Box(upper.right - wide, upper.top, wide, 32), TEXT)
    return canvas.pixels


def name(card: MiniCard) -> str:
    """“Light blue”, “Rotate”."""
    return card.name.removesuffix(" movement")


def around_box(box: Box, size: int) -> Box:
    """The square of this size in the middle of a box."""
    return Box(box.left + (box.width - size) // 2, box.top + (box.height - size) // 2, size, size)


def piles(canvas: Canvas, box: Box, view: CircuitryView) -> None:
    """Both decks, both discard piles and the sorted piles of green cards."""
    green = ("Active", view.active_green) if view.active_green else None
    cells: list[tuple[str, int, Ink, CardId | None]] = [
        ("Gold", view.gold, GOLD, None),
        ("Played", len(view.gold_discard), blend(GOLD, GROUND, 0.5), None),
        *((name(card), count, LEAF, card.id) for card, count in view.piles),
        ("Played", len(view.green_discard), blend(LEAF, GROUND, 0.5), None),
    ]
    if green:
        cells.insert(2, (*green, LEAF, None))
    for cell, (word, count, ink, card) in zip(box.columns(len(cells), 4), cells, strict=True):
        chosen = card is not None and (view.active_green or not count)
        canvas.place(_pile((word, count, ink, card), (cell.width, cell.height), bool(chosen)), cell.left, cell.top)


@kept
def _pile(pile: tuple[str, int, Ink, CardId | None], size: tuple[int, int], closed: bool) -> Image:
    """A pile and what it is called; closed: nothing can be taken of it."""
    word, count, ink, card = pile
    canvas = Canvas(*size, GROUND)
    upper, lower = canvas.box.row(size[1] - 36)
    back = blend(ink, GROUND, 0.35) if closed or not count else ink
    if count > 1:
        canvas.panel(upper.inset(8, 4)._replace(left=16), blend(back, GROUND, 0.6), radius=8)
    body = upper.inset(12, 6)
    canvas.panel(body, back, radius=8, edge=blend(back, WELL, 0.5))
    words = TEXT if closed or not count else INK
    if card is None:
        canvas.text(str(count), Type(34, bold=True), body, words, align=Align.MIDDLE)
    else:
        half, rest = body.column(body.width * 60 // 100)
        mini_sign(canvas, card, around_box(half, min(44, half.width - 4)), words)
        canvas.text(str(count), STRONG, rest._replace(width=rest.width - 4), words, align=Align.MIDDLE)
    canvas.text(word, LABEL, lower, MUTED if closed else TEXT, align=Align.MIDDLE)
    return canvas.pixels


@kept
def legend(width: int) -> Image:
    """The signs of the colours with their names, across so many pixels."""
    canvas = Canvas(width, LEGEND_HEIGHT, GROUND)
    box = canvas.box
    wide = sum(_SIGN + 6 + fonts.width(colour.words, LABEL) for colour in Colour)
    gap = (box.width - wide) // (len(Colour) - 1)
    left = box.left
    for colour in Colour:
        colour_disc(canvas, colour, Box(left, box.middle - _SIGN // 2, _SIGN, _SIGN))
        left += _SIGN + 6
        left += canvas.text(colour.words, LABEL, box._replace(left=left), MUTED) + gap
    return canvas.pixels
