"""Draw the table of T&B: both boards side by side on the drill ground; above them the round, and the losses in its
battle.
"""

from typing import Final

from PIL.Image import Image

from render.cache import cached
from render.canvas import UNIT, WIDTH, Canvas
from render.landscape import GAP, PARTS, empty_table, foot, goal, goal_width, head, parts, tall_table
from render.palette import MUTED, WELL
from render.pieces import seat_badge
from render.renderer import Names
from render.shapes import Shape
from render.tnb import facts, player
from render.tnb.style import GRASS, STYLE
from render.tnb.tolls import TOLL_GAP, draw_toll, toll_width
from rules.core.game import Game
from rules.tnb.view import TnbView

_ORDER: Final = 96
"""Width in pixels of the place that shows the order of the turns."""
_SEAT: Final = 36
_PILL: Final = 44


def draw(game: Game, view: TnbView, names: Names) -> Canvas:
    """Draw the view's table, with the first seat on the left."""
    canvas = empty_table(STYLE)
    _head(canvas, game, view)
    left, right = PARTS.body.columns(2, PARTS.body.width - 2 * player.WIDTH)
    player.draw(canvas, left, view, 0, names[0])
    player.draw(canvas, right, view, 1, names[1])
    foot(canvas, STYLE, game, view, names)
    return canvas


def draw_tall(game: Game, view: TnbView, names: Names) -> Canvas:
    """Draw the view's table for a phone, with the first seat at the top."""
    canvas = tall_table(STYLE, 2 * player.TALL + GAP)
    _head(canvas, game, view)
    upper, below = parts(canvas).body.row(player.TALL)
    player.draw_beside(canvas, upper, view, 0, names[0])
    player.draw_beside(canvas, below.row(GAP)[1], view, 1, names[1])
    foot(canvas, STYLE, game, view, names)
    return canvas


def _head(canvas: Canvas, game: Game, view: TnbView) -> None:
    """Draw the round, the present turn and its part, the losses in the battle, the goal, and the order of the turns. On
    a phone, the losses stand beside the boards, and the question at the foot tells the part.
    """
    seat = view.waiting[0] if view.waiting else None
    is_tall = canvas.box.width < WIDTH
    steps = ("Game over",) if view.outcome is not None else () if is_tall else facts.PARTS
    now = 0 if view.outcome is not None else facts.part(view)
    piece = None
    if any(view.resolved) and not is_tall:
        piece = _battle((facts.toll(view.resolved[0]), facts.toll(view.resolved[1])))
    kept = goal_width(game, view) + _ORDER + (piece.width + 2 * UNIT if piece else 0)
    room = head(canvas, f"Round {view.turn}", seat, steps, now if steps else None, kept)
    if view.outcome is None:
        first, second = facts.order(view)
        left = room.right - _ORDER
        seat_badge(canvas, first, left, room.middle - _SEAT // 2, _SEAT)
        canvas.shape(Shape.CHEVRON, left + _SEAT + 2, room.middle - 10, 20, MUTED)
        seat_badge(canvas, second, room.right - _SEAT, room.middle - _SEAT // 2, _SEAT)
        room = room._replace(width=room.width - _ORDER - 2 * UNIT)
        goal(canvas, room, game, view)
        room = room._replace(width=room.width - goal_width(game, view))
    if piece is not None and piece.width <= room.width:
        canvas.place(piece, room.left + (room.width - piece.width) // 2, room.middle - _PILL // 2)


@cached
def _battle(tolls: tuple[facts.Toll, facts.Toll]) -> Image:
    """Draw each player's losses in the battle of this round: Life Points, Health and cards; or a shield if there were
    none.
    """
    width = sum(map(toll_width, tolls)) + 2 * (_SEAT + TOLL_GAP) + 2 * TOLL_GAP
    canvas = Canvas(width, _PILL, GRASS)
    canvas.panel(canvas.box, WELL, radius=_PILL // 2)
    row = canvas.box.inset(TOLL_GAP, 0)
    for seat, toll in enumerate(tolls):
        seat_badge(canvas, seat, row.left, row.middle - _SEAT // 2, _SEAT)
        row = draw_toll(canvas, row.column(_SEAT + TOLL_GAP)[1], toll)
    return canvas.pixels
