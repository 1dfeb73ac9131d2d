"""Draw the table of Alchemy: the players at the sides, and the present events on the bench between them."""

from typing import Final

from render import landscape
from render.alchemy import bench, facts, player
from render.alchemy.style import STYLE
from render.canvas import Align, Canvas
from render.fonts import LABEL
from render.landscape import GAP, PARTS
from render.palette import MUTED
from render.renderer import Names
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_SIDE: Final = 300


def draw(game: Game, view: AlchemyView, names: Names) -> Canvas:
    """Draw the view's table, with the first seat at the left."""
    canvas = landscape.empty_table(STYLE)
    if view.outcome is None:
        head_box = landscape.head(canvas, f"Turn {view.turn}", view.active, (), None)
    else:
        head_box = landscape.head(canvas, "Game over", None, (), None)
    canvas.text(facts.goal(view), LABEL, head_box, MUTED, align=Align.RIGHT)
    body = PARTS.body
    player.draw(canvas, body._replace(width=_SIDE), view, 0, names[0])
    player.draw(canvas, body._replace(left=body.right - _SIDE, width=_SIDE), view, 1, names[1])
    bench.draw(canvas, body.inset(_SIDE + GAP, 0), game, view, names)
    landscape.foot(canvas, STYLE, game, view, names)
    return canvas
