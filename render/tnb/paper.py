"""T&B's cards on paper."""

from typing import Final

from render.canvas import Box, Canvas
from render.palette import EDGE, INK, MUTED, TEXT, VERMILION
from render.paper import Face, Figure, Paper
from render.tnb.art import draw_scene, kind
from render.tnb.cards import HEALTH, abilities, grid_shape
from rules.core.cards import Card
from rules.tnb.cards import TnbCard

_COVERED: Final = "Its actions cover these tiles, turned as you like."
_GRID: Final = 168
"""Size of the grid shape, in pixels."""


def _face(card: Card) -> Face:
    assert isinstance(card, TnbCard)

    def picture(canvas: Canvas, box: Box) -> None:
        size = box.height - 80
        grid = Box(box.right - _GRID - 24, box.top + 24, _GRID, _GRID)
        draw_scene(canvas, box, card, Box((box.left + grid.left - size) // 2, box.top + 40, size, size))
        canvas.panel(grid.inset(-14), INK, radius=16)
        grid_shape(canvas, card.shape, grid, TEXT, empty=EDGE)

    words = {"move": "Speed", "attack": "Damage", "block": "Defence"}
    figures = [
        Figure(symbol, words[action], str(value), TEXT if value else MUTED) for symbol, value, action in abilities(card)
    ]
    health = Figure(HEALTH, "Health", str(card.health), VERMILION)
    return Face(name=card.name, ink=kind(card), picture=picture, figures=(health, *figures), text=_COVERED)


PAPER: Final = Paper(face=_face)
