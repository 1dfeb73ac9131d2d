"""The table of T&B: both boards side by side on the drill ground."""

from typing import Final

from render.artist import Names
from render.canvas import UNIT, Canvas
from render.landscape import PARTS, foot, head, laid
from render.palette import MUTED, VIOLET
from render.pieces import seat_sign, tag
from render.shapes import Shape
from render.tnb import facts, player
from render.tnb.face import FACE
from rules.core.game import Game
from rules.tnb.view import TnbView

_ORDER: Final = 36 + 44 + 36
"""How wide the order of the turns is."""


def draw(game: Game, view: TnbView, names: Names) -> Canvas:
    """What this view shows of the table, the first seat on the left."""
    canvas = laid(FACE)
    _head(canvas, view)
    left, right = PARTS.body.columns(2, PARTS.body.width - 2 * player.WIDTH)
    player.draw(canvas, left, view, 0, names[0])
    player.draw(canvas, right, view, 1, names[1])
    foot(canvas, FACE, game, view, names)
    return canvas


def _head(canvas: Canvas, view: TnbView) -> None:
    """The round, whose turn it is and which part of it, and in which order the turns are taken."""
    seat = view.waiting[0] if view.waiting else None
    steps = ("Game over",) if view.outcome is not None else facts.PARTS
    now = 0 if view.outcome is not None else facts.part(view)
    room = head(canvas, f"Round {view.turn}", seat, steps, now)
    if view.overdrive:
        tag(canvas, "Overdrive", room.left, room.middle, VIOLET)
    if view.outcome is not None:
        return
    first, second = facts.order(view)
    left = room.right - _ORDER - UNIT
    seat_sign(canvas, first, left, room.middle - 18, 36)
    canvas.shape(Shape.CHEVRON, left + 46, room.middle - 12, 24, MUTED)
    seat_sign(canvas, second, left + 80, room.middle - 18, 36)
