"""What Alchemy looks like: an alchemist's bench of oak, trays of dark oak on it, brass, and glass."""

from typing import Final

from PIL import Image, ImageDraw

from render.canvas import HEIGHT, WIDTH, Box, Canvas, inked
from render.landscape import PARTS, Face
from render.palette import INK, OAK, TEXT, YELLOW, Ink, blend

BENCH: Final = OAK
TRAY: Final = blend(OAK, INK, 0.4)
"""What a player's things and what is said lie on."""
HOLLOW: Final = blend(OAK, INK, 0.16)
"""What is sunk into a tray."""
BRASS: Final = blend(YELLOW, OAK, 0.6)
RIM: Final = blend(TEXT, OAK, 0.3)
_SHELF: Final = blend(OAK, INK, 0.6)
_SEAM: Final = blend(OAK, INK, 0.7)
_STAIN: Final = blend(TEXT, OAK, 0.14)
_PLANK: Final = 127
_FINE: Final = 2


def _bench(canvas: Canvas) -> None:
    """A shelf with a brass edge above planks, on which glasses have left their rings."""
    canvas.fill(Box(0, 0, WIDTH, HEIGHT), BENCH)
    body = PARTS.body
    for top in range(body.top + _PLANK - 5, HEIGHT, _PLANK):
        canvas.fill(Box(0, top, WIDTH, 3), _SEAM)
    for place, left in enumerate((352, 730, 520, 372)):
        canvas.fill(Box(left, body.top - 5 + place * _PLANK, 3, _PLANK), _SEAM)
    rings = Image.new("L", (WIDTH * _FINE, HEIGHT * _FINE))
    draw = ImageDraw.Draw(rings)
    for x, y, radius, start, end in ((360, 150, 66, 20, 310), (745, 470, 80, 160, 470), (690, 130, 30, 0, 250)):
        for ring in (radius, radius - 9):
            corners = [(value) * _FINE for value in (x - ring, y - ring, x + ring, y + ring)]
            draw.arc(corners, start, end, fill=255, width=3 * _FINE)
    canvas.stamp(*inked(rings.reduce(_FINE), _STAIN, BENCH), 0, 0)
    canvas.fill(Box(0, 0, WIDTH, body.top - 8), _SHELF)
    canvas.fill(Box(0, body.top - 8, WIDTH, 4), BRASS)


FACE: Final = Face(accent=YELLOW, ground=_bench)


def tray(canvas: Canvas, box: Box, ink: Ink | None = None) -> None:
    """An empty tray; framed in an ink if one is given."""
    canvas.panel(box, TRAY, edge=ink or RIM, line=5 if ink else 2, radius=16)
