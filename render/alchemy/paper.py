"""Alchemy's cards on paper."""

from typing import Final

from render.alchemy.art import art, draw_scene, kind_of
from render.alchemy.badges import BADGES, element_badge
from render.canvas import Align, Box, Canvas
from render.fonts import Type
from render.palette import INK, ORCHID, WELL, YELLOW
from render.paper import Back, Face, Figure, Paper
from rules.alchemy.cards import EffectCard, ElementCard, OpusCard
from rules.alchemy.elements import BEATS, Element
from rules.core.cards import Card

_BADGE: Final = 110
_COST: Final = Type(84, bold=True)
_AP: Final = Type(44, bold=True)


def _face(card: Card) -> Face:
    if isinstance(card, ElementCard):
        return _element(card)
    assert isinstance(card, EffectCard)

    def picture(canvas: Canvas, box: Box) -> None:
        draw_scene(canvas, box, card, box.inset(0, 20), dim=False)
        cost = Box(box.left, box.top, 180, 110)
        canvas.panel(cost, INK, radius=20)
        wide = canvas.text(str(card.cost), _COST, cost.inset(20, 0), YELLOW)
        canvas.text("AP", _AP, cost.column(20 + wide + 12)[1], YELLOW)

    when = "when attacked" if card.reaction else "in your turn"
    kind = "Magnum Opus" if isinstance(card, OpusCard) else "Reaction" if card.reaction else "Process"
    return Face(name=card.name, ink=kind_of(card), picture=picture, line=(kind, when), text=card.text)


def _element(card: ElementCard) -> Face:
    element: Element = card.element

    def picture(canvas: Canvas, box: Box) -> None:
        canvas.fill(box, WELL)
        size = box.height - 60
        canvas.stamp(*art(card, size, WELL), box.left + (box.width - size) // 2, box.top + 30)
        element_badge(canvas, element, box.left + 16, box.top + 16 + _BADGE // 2, _BADGE)
        figure = Box(box.right - _BADGE - 16, box.top + 16, _BADGE, _BADGE)
        canvas.text(str(card.magnitude), _COST, figure, BADGES[element][0], align=Align.RIGHT)

    weak = next(other for other, beaten in BEATS.items() if beaten is element)
    return Face(
        name=card.name,
        ink=BADGES[element][0],
        picture=picture,
        figures=[Figure(None, "Magnitude", str(card.magnitude))],
        text=f"Strong against {BEATS[element].label}, weak against {weak.label}.",
    )


def _back(card: Card) -> Back:
    return Back("Magnum Opus", ORCHID) if isinstance(card, OpusCard) else Back()


PAPER: Final = Paper(face=_face, back=_back)
