"""Allocator's cards on paper."""

from typing import Final

from render.allocator.art import emblem_mask
from render.allocator.backdrops import BACKDROPS
from render.allocator.cards import FACTIONS, LIT, SYSTEMS
from render.canvas import Box, Canvas
from render.paper import Face, Figure, Paper
from render.pieces import draw_badge
from render.scenery import motif, scene
from rules.allocator.cards import AllocatorCard, System
from rules.core.cards import Card

_BADGE: Final = 110


def _face(card: Card) -> Face:
    assert isinstance(card, AllocatorCard)
    ink, shape = FACTIONS[card.faction]

    def picture(canvas: Canvas, box: Box) -> None:
        scene(canvas, box, ink, BACKDROPS[card.faction], mirrored=bool(card.order % 2))
        motif(canvas, box, emblem_mask(card, box.height - 40), LIT[ink])
        draw_badge(canvas, (ink, shape), card.faction.sign, Box(box.left + 16, box.top + 16, _BADGE, _BADGE))

    return Face(
        name=card.name,
        ink=ink,
        picture=picture,
        figures=[Figure(SYSTEMS[system], system.label, str(card.power_in(system))) for system in System],
        line=(f"Boost +{card.boost}", f"Function Match {card.function_match}"),
        text=card.faction.label,
        flavour=card.text,
    )


PAPER: Final = Paper(face=_face)
