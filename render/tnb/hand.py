"""A hand of T&B, and what is left in its owner's deck."""

from collections.abc import Sequence
from typing import Final

from render import fonts, telling
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, TITLE
from render.palette import GROUND, MUTED, TEXT
from render.pieces import SEATS, counter, seat_sign
from render.tnb import facts
from render.tnb.cards import CARD_HEIGHT, CARD_WIDTH, whole_card
from rules.core.game import Game
from rules.tnb.limits import HAND_LIMIT
from rules.tnb.view import SideView, TnbView

_MARGIN: Final = 3 * UNIT
_LINES: Final = 3
"""Lines that a sentence may take."""
_NAME: Final = 48
_EMPTY: Final = 96


def draw(game: Game, view: TnbView, names: Sequence[str]) -> Canvas:
    """The hand of the view's seat."""
    assert view.seat is not None
    side = view.sides[view.seat]
    room = WIDTH - 2 * _MARGIN
    above = [
        (row, ink)
        for sentence, ink in ((telling.question(game, view, names), TEXT), (facts.aside(game, view, names), MUTED))
        for row in fonts.wrapped(sentence, LABEL, room, _LINES)
        if row
    ]
    below = fonts.wrapped(facts.deck_left(view), LABEL, room, _LINES)
    height = CARD_HEIGHT if view.hand else _EMPTY
    lines = (len(above) + len(below)) * LABEL.pitch
    canvas = Canvas(WIDTH, 2 * _MARGIN + _NAME + lines + height + 3 * 12, GROUND)
    top, rest = canvas.box.inset(_MARGIN).row(_NAME)
    _name(canvas, top, view.seat, side, names[view.seat])
    rest = rest.row(12)[1]
    for sentence, ink in above:
        line, rest = rest.row(LABEL.pitch)
        canvas.text(sentence, LABEL, line, ink)
    cards, rest = rest.row(12)[1].row(height)
    _cards(canvas, cards, view)
    rest = rest.row(12)[1]
    for sentence in below:
        line, rest = rest.row(LABEL.pitch)
        canvas.text(sentence, LABEL, line, MUTED)
    return canvas


def _cards(canvas: Canvas, box: Box, view: TnbView) -> None:
    assert view.seat is not None
    if not view.hand:
        canvas.text("No cards in hand", TITLE, box, MUTED, align=Align.MIDDLE)
    playable = facts.playable(view)
    gap = (box.width - HAND_LIMIT * CARD_WIDTH) // (HAND_LIMIT - 1)
    for place, card in enumerate(view.hand):
        piece = whole_card(card, SEATS[view.seat][0], framed=card in playable)
        canvas.place(piece, box.left + place * (CARD_WIDTH + gap), box.top)


def _name(canvas: Canvas, row: Box, seat: int, side: SideView, name: str) -> None:
    """Whose hand it is, and what they have to spend."""
    seat_sign(canvas, seat, row.left, row.top, _NAME)
    right = row.right
    for label, figure in (("Deck", side.deck), ("LP", side.life_points), ("TP", side.tactical_points)):
        right -= counter(canvas, label, figure, right, row.middle) + 3 * UNIT
    canvas.text(f"{name}: hand", TITLE, Box(row.left + 60, row.top, right - row.left - 60, _NAME), TEXT)
