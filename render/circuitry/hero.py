"""Draw the pawn of Circuitry that stands for a player on a poster."""

from typing import Final

from render.canvas import Box, Canvas
from render.circuitry.ground import style
from render.circuitry.outlines import Symbol
from render.circuitry.pawns import ring
from render.circuitry.symbols import COLOURS, SHAPES, around, draw_badge, symbol
from render.palette import INK, YELLOW
from render.pieces import SEATS
from render.style import ground_picture
from rules.circuitry.view import CircuitryView
from rules.core.events import Seat
from rules.core.game import Game

_BOARD: Final = 352, 120
"""The place on the table's ground that is the board behind a pawn, from the left and from the top, in pixels."""


def draw(canvas: Canvas, box: Box, _game: Game, view: CircuitryView, seat: Seat) -> str:
    """Draw the seat's pawn in a ring on a bare board, with a bolt if it has delivered; return its name."""
    left, top = _BOARD
    ground = ground_picture(style(SEATS).ground).crop((left, top, left + box.width, top + box.height))
    canvas.place(ground, box.left, box.top)
    side = view.sides[seat]
    x, y, size = box.left + box.width / 2, box.top + box.height / 2, min(box.width, box.height)
    symbol(canvas, Symbol.DISC, around(x, y, size * 0.86), INK)
    ring(canvas, around(x, y, size * 0.82), COLOURS[side.colour][0])
    draw_badge(canvas, (COLOURS[side.colour][0], SHAPES[side.colour]), seat, around(x, y, size * 0.46))
    if side.delivered:
        corner = around(x + size * 0.3, y - size * 0.3, size * 0.3)
        symbol(canvas, Symbol.DISC, corner, INK)
        symbol(canvas, Symbol.BOLT, corner.inset(round(size * 0.05)), YELLOW, INK)
    return f"{side.colour.words.capitalize()} pawn"
