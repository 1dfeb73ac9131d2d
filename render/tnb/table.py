"""Draw the table of T&B: both boards side by side on the drill ground; above them the round, and the losses in its
battle.
"""

from typing import Final

from PIL.Image import Image

from render.cache import cached
from render.canvas import WIDTH, Canvas
from render.landscape import GAP, PARTS, empty_table, foot, head, parts, tall_table
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
    _head(canvas, view)
    left, right = PARTS.body.columns(2, PARTS.body.width - 2 * player.WIDTH)
    player.draw(canvas, left, view, 0, names[0])
    player.draw(canvas, right, view, 1, names[1])
    foot(canvas, STYLE, game, view, names)
    return canvas


def draw_tall(game: Game, view: TnbView, names: Names) -> Canvas:
    """Draw the view's table for a phone, with the first seat at the top."""
    canvas = tall_table(STYLE, 2 * player.TALL + GAP)
    _head(canvas, view)
    upper, below = parts(canvas).body.row(player.TALL)
    player.draw_beside(canvas, upper, view, 0, names[0])
    player.draw_beside(canvas, below.row(GAP)[1], view, 1, names[1])
    foot(canvas, STYLE, game, view, names)
    return canvas


def _head(canvas: Canvas, view: TnbView) -> None:
    """Draw the round, the present turn and its part, the losses in the battle, and the order of the turns. On a phone,
    the losses take the room of the parts, which the question at the foot tells, and if they need it, of the order.
    """
    seat = view.waiting[0] if view.waiting else None
    is_crowded = any(view.resolved) and canvas.box.width < WIDTH
    steps = ("Game over",) if view.outcome is not None else () if is_crowded else facts.PARTS
    now = 0 if view.outcome is not None else facts.part(view)
    room = head(canvas, f"Round {view.turn}", seat, steps, now if steps else None)
    free = room.width - _ORDER
    if any(view.resolved):
        piece = _battle((facts.toll(view.resolved[0]), facts.toll(view.resolved[1])))
        free -= piece.width
        canvas.place(piece, room.left + max(free, 0) // 2, room.middle - _PILL // 2)
    if view.outcome is None and free >= 0:
        first, second = facts.order(view)
        left = room.right - _ORDER
        seat_badge(canvas, first, left, room.middle - _SEAT // 2, _SEAT)
        canvas.shape(Shape.CHEVRON, left + _SEAT + 2, room.middle - 10, 20, MUTED)
        seat_badge(canvas, second, room.right - _SEAT, room.middle - _SEAT // 2, _SEAT)


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
