"""Draw one player's part of Alchemy's table: score and AP, hand, deck, damage, store, Magnum Opus and piles."""

from typing import Final

from PIL import Image

from render import fonts
from render.alchemy import piles
from render.alchemy.art import art
from render.alchemy.style import BRASS, HOLLOW, RIM, TRAY, VIALS, eye, tray, vials
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG, TITLE
from render.landscape import PLATE, plate
from render.palette import INK, MUTED, ORCHID, TEXT, VIOLET, blend
from render.pieces import SEATS, card_back, gauge
from render.shapes import Shape
from rules.alchemy.cards import AlchemyCard, OpusCard
from rules.alchemy.elements import in_words
from rules.alchemy.limits import STORE
from rules.alchemy.view import AlchemyView, SideView
from rules.core.events import Seat

_GAUGE: Final = 8
_SCORE: Final = 72
_STOCKS: Final = 48
_POINTS, _WORDED = 44, 76
"""Heights of the row of AP and of the numbers with their words, in pixels, without the score."""
_ONE_FIGURE: Final = 9
_SYMBOL: Final = 30
"""Width of the symbol before a number, in pixels."""
_LABEL: Final = 32
_CARD: Final = 60
_SLOT: Final = blend(RIM, TRAY, 0.5)
_STORE: Final = 3 * _CARD + 2 * 4
"""Width of the store, in pixels."""


def draw(  # noqa: PLR0913 # a player's part, and how it is drawn
    canvas: Canvas, box: Box, view: AlchemyView, seat: Seat, name: str, *, scored: bool
) -> None:
    """Draw a player's part, framed in the seat's colour if the seat is asked. scored: with the score as a figure, and
    symbols in place of words for three numbers.
    """
    side = view.sides[seat]
    tray(canvas, box, SEATS[seat][0] if seat in view.waiting else None)
    row, below = box.inset(10).row(PLATE)
    plate(canvas, row, view, seat, name)
    line, below = below.row(4)[1].row(_GAUGE)
    gauge(canvas, line, [(min(side.score, view.goal), SEATS[seat][0])], view.goal)
    top = below.row(_SCORE if scored else _POINTS)[0]
    if scored:
        canvas.name("Score", line.around(top.column(top.width - VIALS - 40)[0]), seat)
    canvas.name("AP", top.column(top.width - VIALS - 40)[1], seat)
    pile = piles.piles(piles.counts(side.recharge), piles.counts(side.exhausted), below.width)
    for piece in (
        (_numbers if scored else _worded)(_numbers_of(view, side), seat, below.width),
        _cards(side.store, side.opus, below.width),
        pile,
    ):
        canvas.place(piece, below.left, below.top)
        below = below.row(piece.height)[1]


_Numbers = tuple[int, int, int, int, int, int, int]


def _numbers_of(view: AlchemyView, side: SideView) -> _Numbers:
    return side.score, view.goal, side.points, side.hand, len(side.shown), side.deck, side.damage


@cached
def _numbers(numbers: _Numbers, seat: Seat, width: int) -> Image.Image:
    """Draw the score and the goal, AP as full and empty vials, the sizes of hand and deck, the damage dealt, and how
    many cards of the hand the opponent has seen.
    """
    score, goal, points, hand, shown, deck, damage = numbers
    canvas = Canvas(width, _SCORE + _STOCKS, TRAY)
    upper, lower = canvas.box.row(_SCORE)
    after = canvas.text(str(score), DISPLAY, upper, SEATS[seat][0]) + 4
    canvas.text(f"/{goal}", LABEL, upper.column(after)[1]._replace(top=upper.top + 13), MUTED)
    label, below = upper.column(width - VIALS)[1].row(38)
    canvas.text("AP", LABEL, label._replace(width=label.width - 36), MUTED, align=Align.RIGHT)
    canvas.text(str(points), FIGURE, label, TEXT, align=Align.RIGHT)
    vials(canvas, below.left, below.top + 2, points)
    counts = ((_hand, str(hand)), (_deck, str(deck)), (_sword, in_words(damage)))
    seen = str(shown) if shown else ""
    wide = 3 * (_SYMBOL + UNIT) + (38 + fonts.width(seen, STRONG) if seen else 0)
    kind, gap = next(
        (kind, gap)
        for kind, gap in ((TITLE, 2 * UNIT), (STRONG, UNIT // 2))
        if gap == UNIT // 2 or wide + sum(fonts.width(count, kind) for _, count in counts) + 2 * gap <= width
    )
    left = 0
    for symbol, count in counts:
        symbol(canvas, Box(left, lower.top, _SYMBOL, lower.height))
        left += _SYMBOL + UNIT // 2
        left += canvas.text(count, kind, lower._replace(left=left, width=width - left), TEXT)
        if seen and symbol is _hand:
            eye(canvas, Box(left + 4, lower.top, 30, lower.height))
            left += 38 + canvas.text(seen, STRONG, lower._replace(left=left + 36, width=width - left - 36), TEXT)
        left += gap
    return canvas.pixels


@cached
def _worded(numbers: _Numbers, _seat: Seat, width: int) -> Image.Image:
    """Draw the same without the score, each number below its word."""
    _, _, points, hand, shown, deck, damage = numbers
    canvas = Canvas(width, _POINTS + _WORDED, TRAY)
    upper, lower = canvas.box.row(_POINTS)
    wide = canvas.text("AP", LABEL, upper, MUTED) + UNIT
    canvas.text(str(points), FIGURE, upper.column(wide)[1], TEXT)
    vials(canvas, upper.right - VIALS, upper.middle - 15, points)
    labels, figures = lower.row(34)
    for left, column, words, count, kind in (
        (0, 70, "Hand", str(hand), TITLE if shown and hand > _ONE_FIGURE else FIGURE),
        (92, 64, "Deck", str(deck), TITLE),
        (176, 104, "Damage", in_words(damage), TITLE),
    ):
        cell = figures._replace(left=left, width=column)
        align = Align.MIDDLE if left else Align.LEFT
        canvas.text(words, LABEL, labels._replace(left=left, width=column), MUTED, align=align)
        end = canvas.text(count, kind, cell, TEXT, align=align)
        if shown and not left:
            eye(canvas, Box(end + 4, cell.top, 30, cell.height))
            canvas.text(str(shown), STRONG, cell._replace(left=end + 36), TEXT)
    return canvas.pixels


def _hand(canvas: Canvas, box: Box) -> None:
    """Draw two cards, for the hand."""
    for left in (box.left, box.left + 10):
        card = Box(left, box.middle - 15, 20, 30)
        canvas.panel(card, TEXT, radius=4, edge=INK, line=2)


def _deck(canvas: Canvas, box: Box) -> None:
    canvas.place(card_back(24, 34, TRAY), box.left + 3, box.middle - 17)


def _sword(canvas: Canvas, box: Box) -> None:
    """Draw a sword, for the damage dealt."""
    canvas.shape(Shape.SWORD, box.left, box.middle - 14, 28, MUTED)


@cached
def _cards(store: tuple[AlchemyCard | None, ...], opus: OpusCard | None, width: int) -> Image.Image:
    """Draw the store and the Magnum Opus."""
    canvas = Canvas(width, _LABEL + _CARD + UNIT, TRAY)
    labels, row = canvas.box.row(_LABEL)
    canvas.text("Store", LABEL, labels, MUTED)
    canvas.text("Opus", LABEL, labels, MUTED, align=Align.RIGHT)
    places = max(STORE, len(store))
    for place, cell in enumerate(row._replace(width=_STORE, height=_CARD).columns(places, 4)):
        size = min(cell.width, _CARD)
        if place >= len(store):
            canvas.panel(cell, HOLLOW, radius=10, edge=_SLOT)
        elif (card := store[place]) is None:
            canvas.place(card_back(size * 3 // 4, _CARD, TRAY), cell.left + size // 8, cell.top)
        else:
            canvas.stamp(*art(card, size, TRAY), cell.left, cell.middle - size // 2)
    canvas.fill(Box(row.left, row.top + _CARD + 3, _STORE, 3), BRASS)
    opus_box = Box(row.right - _CARD, row.top, _CARD, _CARD)
    if opus is not None:
        canvas.stamp(*art(opus, _CARD, TRAY, dim=True), opus_box.left, opus_box.top)
    else:
        canvas.panel(opus_box, blend(VIOLET, INK, 0.4), edge=ORCHID, line=4)
        canvas.shape(Shape.STAR, opus_box.left + 12, opus_box.top + 12, 36, ORCHID)
    return canvas.pixels
