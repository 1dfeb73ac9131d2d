"""Circuitry's cards on paper: circuit cards with both sides, and mini cards with gold and green backs."""

from typing import Final

from render import fonts
from render.canvas import Align, Box, Canvas
from render.circuitry.art import art
from render.circuitry.face import Lying, face
from render.circuitry.minis import GOLD, LEAF, mini_symbol
from render.circuitry.numbers import PRINT
from render.fonts import Type
from render.palette import WELL, blend
from render.paper import POKER, Back, Face, Paper, PaperCanvas, Size
from rules.circuitry.cards import HEIGHT, WIDTH, CircuitCard, MiniCard
from rules.core.cards import Card

_CIRCUIT: Final = Size(POKER.width, POKER.width * HEIGHT / WIDTH)
"""Circuit cards lie edge to edge, so that their pathways meet: they have no margin, and are taller than others."""
_BADGE: Final = 120
_MARK: Final = Type(18)


def _face(card: Card) -> Face:
    assert isinstance(card, MiniCard)
    ink = LEAF if card.green else GOLD

    def picture(canvas: Canvas, box: Box) -> None:
        canvas.fill(box, WELL)
        size = box.height - 60
        canvas.stamp(*art(card.id, size), box.left + (box.width - size) // 2, box.top + 30)
        mini_symbol(canvas, card.id, Box(box.left + 16, box.top + 16, _BADGE, _BADGE))

    return Face(name=card.name, ink=blend(ink, WELL, 0.8), picture=picture, text=card.text)


def _side(canvas: PaperCanvas, card: Card, mark: str, side: int) -> bool:
    if not isinstance(card, CircuitCard):
        return False
    lying = Lying(card, side, 0, canvas.box.width)
    canvas.place(face(lying), 0, 0)
    words = f"#{card.number} {'ab'[side]} · {mark.rpartition(' · ')[2]}"
    width = fonts.width(words, _MARK) + 16
    foot = Box((canvas.box.width - width) // 2, canvas.box.bottom - 60, width, 26)
    canvas.fill(foot, lying.ground)
    canvas.text(words, _MARK, foot, PRINT, align=Align.MIDDLE)
    return True


def _pile(card: Card) -> str:
    if isinstance(card, MiniCard):
        return "Green cards" if card.green else "Gold cards"
    return "Circuit cards"


def _back(card: Card) -> Back:
    return Back(_pile(card), LEAF if isinstance(card, MiniCard) and card.green else GOLD)


PAPER: Final = Paper(
    face=_face,
    front=lambda canvas, card, mark: _side(canvas, card, mark, 0),
    reverse=lambda canvas, card, mark: _side(canvas, card, mark, 1),
    back=_back,
    pile=_pile,
    copies=lambda card: card.copies if isinstance(card, MiniCard) else 1,
    size=lambda card: _CIRCUIT if isinstance(card, CircuitCard) else POKER,
)
