"""Draw the card of Alchemy that stands for a player on a poster."""

from typing import Final

from render.alchemy.art import draw_scene
from render.alchemy.backdrops import BACKDROPS
from render.alchemy.badges import BADGES
from render.alchemy.duels import duels
from render.canvas import Align, Box, Canvas
from render.fonts import FIGURE, Type
from render.palette import AMBER, INK, TEXT, blend
from render.scenery import Outline, painted, scene
from rules.alchemy.cards import EffectCard, ElementCard
from rules.alchemy.view import AlchemyView, SideView
from rules.core.events import Seat
from rules.core.game import Game

_NECK: Final = ((0.34, 0.0), (0.66, 0.0), (0.66, 0.06), (0.6, 0.06), (0.6, 0.4), (0.4, 0.4), (0.4, 0.06), (0.34, 0.06))


def draw(canvas: Canvas, box: Box, game: Game, view: AlchemyView, seat: Seat) -> str:
    """Draw the strongest element of the seat's last attack or defence, else of their piles, else their Magnum Opus;
    return its name. Without any of these, draw the first card of the game.
    """
    card = _element(view, seat) or view.sides[seat].opus
    if card is None:
        card = next(card for card in game.cards.values() if isinstance(card, ElementCard))
    size = min(box.width, box.height) * 4 // 5
    motif = Box(box.left + (box.width - size) // 2, box.top + (box.height - size) * 7 // 8, size, size)
    if isinstance(card, EffectCard):
        draw_scene(canvas, box, card, motif, dim=False)
        return card.name
    ink, shape = BADGES[card.element]
    scene(canvas, box, ink, BACKDROPS[AMBER], mirrored=bool(seat))
    painted(canvas, motif, ((blend(TEXT, ink, 0.6), _NECK), *((ink, _lowered(outline)) for outline in shape.value[0])))
    low = size // 6 if card.element.label in {"Fire", "Water"} else size // 24
    canvas.text(
        str(card.magnitude),
        Type(max(size * 2 // 5, FIGURE.size), bold=True),
        motif._replace(top=motif.top + size // 12 + low),
        INK,
        align=Align.MIDDLE,
    )
    return card.name


def _lowered(outline: Outline) -> Outline:
    """Return the body of a flask below its neck."""
    return tuple((0.08 + x * 0.84, 0.16 + y * 0.84) for x, y in outline)


def _element(view: AlchemyView, seat: Seat) -> ElementCard | None:
    """Return the strongest element of the seat's latest link, else of their field and piles; None if there is none."""
    links = [link for duel in duels(view) for link in (duel.attack, duel.defence) if link and link.seat == seat]
    shown = links[-1].essence.cards if links else _open(view.sides[seat])
    return max(shown, key=lambda card: card.magnitude, default=None)


def _open(side: SideView) -> list[ElementCard]:
    return [card for card in (*side.field, *side.exhausted, *side.recharge) if isinstance(card, ElementCard)]
