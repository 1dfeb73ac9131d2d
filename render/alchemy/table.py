"""Draw the table of Alchemy: the players at the sides, and the present events on the bench between them."""

from typing import Final

from render import landscape
from render.alchemy import bench, facts, player
from render.alchemy.style import STYLE
from render.canvas import Align, Box, Canvas
from render.fonts import LABEL
from render.landscape import GAP, PARTS
from render.palette import MUTED
from render.renderer import Names
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_SIDE: Final = 300
_PLAYERS, _BENCH = 508, 370
"""Heights of the players' parts and of the bench on a phone, in pixels."""


def draw(game: Game, view: AlchemyView, names: Names) -> Canvas:
    """Draw the view's table, with the first seat at the left."""
    canvas = landscape.empty_table(STYLE)
    canvas.text(facts.goal(view), LABEL, _head(canvas, view), MUTED, align=Align.RIGHT)
    body = PARTS.body
    player.draw(canvas, body._replace(width=_SIDE), view, 0, names[0], scored=False)
    player.draw(canvas, body._replace(left=body.right - _SIDE, width=_SIDE), view, 1, names[1], scored=False)
    bench.draw(canvas, bench.score(canvas, body.inset(_SIDE + GAP, 0), game, view), game, view, names)
    landscape.foot(canvas, STYLE, game, view, names)
    return canvas


def draw_tall(game: Game, view: AlchemyView, names: Names) -> Canvas:
    """Draw the view's table for a phone: the players side by side, and the bench below them."""
    canvas = landscape.tall_table(STYLE, LABEL.pitch + _PLAYERS + GAP + _BENCH)
    _head(canvas, view)
    goal, body = landscape.parts(canvas).body.row(LABEL.pitch)
    canvas.text(facts.goal(view), LABEL, goal._replace(top=goal.top - GAP), MUTED)
    upper, below = body.row(_PLAYERS)
    for seat, box in enumerate(upper.columns(2, GAP)):
        player.draw(canvas, box, view, seat, names[seat], scored=True)
    bench.draw(canvas, below.row(GAP)[1], game, view, names)
    landscape.foot(canvas, STYLE, game, view, names)
    return canvas


def _head(canvas: Canvas, view: AlchemyView) -> Box:
    """Draw the turn; return the free box beside it."""
    if view.outcome is None:
        return landscape.head(canvas, f"Turn {view.turn}", view.active, (), None)
    return landscape.head(canvas, "Game over", None, (), None)
