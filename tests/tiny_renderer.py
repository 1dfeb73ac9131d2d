"""The pictures and texts of the tests' small game."""

from typing import Final

from render.palette import SKY
from render.shapes import Shape
from render.small import Face, Row, small_renderer
from rules.core.cards import Card
from rules.core.events import Seat
from tests.tiny_game import CARDS, TinyView


def _row(view: TinyView, seat: Seat) -> Row:
    numbers = {"Won": view.points[seat], "In hand": view.hands[seat], "Used": len(view.used[seat])}
    return Row(numbers, cards=view.used[seat][-1:])


def _remark(view: TinyView) -> str:
    return f"You bid {CARDS[view.bid[0]].name}." if view.bid else ""


def _face(card: Card) -> Face:
    return Face((SKY, Shape.DISC), str(card.order + 1))


RENDERER: Final = small_renderer(
    title=lambda view: f"Round {view.turn} of 6, {view.goal} to win",
    row=_row,
    hand=lambda view: view.hand,
    remark=_remark,
    face=_face,
)
