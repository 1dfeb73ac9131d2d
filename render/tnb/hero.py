"""Draw the card of T&B that stands for a player on a poster."""

from render.canvas import Box, Canvas
from render.tnb.art import draw_scene
from rules.core.events import Seat
from rules.core.game import Game
from rules.tnb.view import TnbView


def draw(canvas: Canvas, box: Box, _game: Game, view: TnbView, seat: Seat) -> str:
    """Draw the card with the most Damage on the seat's board, else in their deck list; return its name."""
    side = view.sides[seat]
    card = max([each.card for each in side.board] or side.deck_list, key=lambda card: card.damage)
    size = min(box.width, box.height) * 9 // 10
    motif = Box(box.left + (box.width - size) // 2, box.top + (box.height - size) // 2, size, size)
    draw_scene(canvas, box, card, motif)
    return card.name
