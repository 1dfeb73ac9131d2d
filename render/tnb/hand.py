"""Draw a hand of T&B, and list the cards in its owner's deck."""

from typing import Final

from render import wording
from render.canvas import WIDTH, Align, Box, Canvas
from render.fonts import LABEL, TITLE
from render.heads import counters, heading, rows
from render.landscape import MARGIN
from render.lines import lines_height, sentence, write
from render.palette import MUTED, TEXT
from render.pieces import SEATS
from render.renderer import Names
from render.tnb import facts
from render.tnb.cards import CARD_HEIGHT, CARD_WIDTH, whole_card
from render.tnb.style import GRASS
from rules.core.game import Game
from rules.tnb.limits import HAND_LIMIT
from rules.tnb.view import SideView, TnbView

_NAME: Final = 48
_EMPTY: Final = 96


def draw(game: Game, view: TnbView, names: Names) -> Canvas:
    """Draw the hand of the view's seat."""
    assert view.seat is not None
    side = view.sides[view.seat]
    room = WIDTH - 2 * MARGIN
    above = sentence(wording.question(game, view, names), LABEL, TEXT, 3, room)
    above += sentence(facts.hand_remark(game, view, names), LABEL, MUTED, 2, room)
    below = sentence(facts.deck_left(view), LABEL, MUTED, 2, room)
    height = CARD_HEIGHT if view.hand else _EMPTY
    parts = (_NAME, lines_height(above), height, lines_height(below))
    canvas = Canvas(WIDTH, 2 * MARGIN + sum(parts) + 3 * 12, GRASS)
    top, remarks, cards, foot = rows(canvas.box.inset(MARGIN), parts, 12)
    _name(canvas, top, view.seat, side, names[view.seat])
    write(canvas, remarks, above)
    _cards(canvas, cards, view)
    write(canvas, foot, below)
    return canvas


def _cards(canvas: Canvas, box: Box, view: TnbView) -> None:
    assert view.seat is not None
    if not view.hand:
        canvas.text("No cards in hand", TITLE, box, MUTED, align=Align.MIDDLE)
    playable = facts.playable(view)
    gap = (box.width - HAND_LIMIT * CARD_WIDTH) // (HAND_LIMIT - 1)
    for place, card in enumerate(view.hand):
        piece = whole_card(card, SEATS[view.seat][0], framed=card in playable)
        left = box.left + place * (CARD_WIDTH + gap)
        canvas.place(piece, left, box.top)
        canvas.name(card.name, Box(left, box.top, *piece.size))


def _name(canvas: Canvas, row: Box, seat: int, side: SideView, name: str) -> None:
    """Draw the owner's name and resources."""
    stocks = (("Deck", side.deck), ("LP", side.life_points), ("TP", side.tactical_points))
    heading(canvas, row, seat, f"{name}: hand", counters(canvas, row, stocks))
