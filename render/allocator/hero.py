"""Draw the card of Allocator that stands for a player on a poster."""

from render.allocator.art import emblem_mask
from render.allocator.backdrops import BACKDROPS
from render.allocator.cards import FACTIONS, LIT
from render.canvas import Box, Canvas
from render.scenery import motif, scene
from rules.allocator.cards import AllocatorCard
from rules.allocator.view import AllocatorView
from rules.core.events import Seat
from rules.core.game import Game


def draw(canvas: Canvas, box: Box, game: Game, view: AllocatorView, seat: Seat) -> str:
    """Draw the strongest card of the seat's Attack, else of their other systems; return its name. Without cards, draw
    the first one of the game.
    """
    laid = [
        (-place, card.power_in(system.system), card)
        for place, system in enumerate(view.sides[seat].systems)
        for card in (*system.boosts, *system.cards)
    ]
    first = next(card for card in game.cards.values() if isinstance(card, AllocatorCard))
    card = max(laid, key=lambda each: each[:2])[2] if laid else first
    ink, _ = FACTIONS[card.faction]
    scene(canvas, box, ink, BACKDROPS[card.faction], mirrored=bool(seat))
    size = min(box.width, box.height) - 12
    motif(canvas, box, emblem_mask(card, size), LIT[ink])
    return card.name
