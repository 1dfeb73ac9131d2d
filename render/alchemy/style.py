"""Alchemy's style: an alchemist's bench of oak, with trays of dark oak, brass and glass."""

from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from render.canvas import HEIGHT, WIDTH, Box, Canvas, inked
from render.landscape import PARTS
from render.palette import BLUE, GREEN, INK, MUTED, OAK, ORCHID, TEXT, VERMILION, YELLOW, Ink, blend
from render.shapes import Shape
from render.style import Attire, Style
from rules.alchemy.events import Hit, LinkPlayed, OpusUsed, ProcessPlayed, Recharged, Refreshed, Revealed
from rules.alchemy.limits import MOST_POINTS

BENCH: Final = OAK
TRAY: Final = blend(OAK, INK, 0.4)
"""The ink behind a player's cards and behind all texts."""
HOLLOW: Final = blend(OAK, INK, 0.16)
"""Ink of the hollows in a tray."""
BRASS: Final = blend(YELLOW, OAK, 0.6)
RIM: Final = blend(TEXT, OAK, 0.3)
_SHELF: Final = blend(OAK, INK, 0.6)
_SEAM: Final = blend(OAK, INK, 0.7)
_STAIN: Final = blend(TEXT, OAK, 0.14)
_VIAL: Final = 25
"""Distance from one vial to the next, in pixels."""
VIALS: Final = MOST_POINTS * _VIAL - 5
"""Width of all vials, in pixels."""
_PLANK: Final = 127
_SCALE: Final = 2


def _bench(canvas: Canvas) -> None:
    """Draw a shelf with a brass edge above planks, on which glasses have left rings."""
    canvas.fill(Box(0, 0, WIDTH, HEIGHT), BENCH)
    body = PARTS.body
    for top in range(body.top + _PLANK - 5, HEIGHT, _PLANK):
        canvas.fill(Box(0, top, WIDTH, 3), _SEAM)
    for place, left in enumerate((352, 730, 520, 372)):
        canvas.fill(Box(left, body.top - 5 + place * _PLANK, 3, _PLANK), _SEAM)
    rings = Image.new("L", (WIDTH * _SCALE, HEIGHT * _SCALE))
    draw = ImageDraw.Draw(rings)
    for x, y, radius, start, end in ((360, 150, 66, 20, 310), (745, 470, 80, 160, 470), (690, 130, 30, 0, 250)):
        for ring in (radius, radius - 9):
            corners = [value * _SCALE for value in (x - ring, y - ring, x + ring, y + ring)]
            draw.arc(corners, start, end, fill=255, width=3 * _SCALE)
    canvas.stamp(*inked(rings.reduce(_SCALE), _STAIN, BENCH), 0, 0)
    canvas.fill(Box(0, 0, WIDTH, body.top - 8), _SHELF)
    canvas.fill(Box(0, body.top - 8, WIDTH, 4), BRASS)
    for place, (outline, level, ink) in enumerate(_GLASSES):
        side = _GLASS * _SCALE * 2
        glass, inside = (Image.new("L", (side, side)) for _ in range(2))
        points = [(x * side, y * side) for x, y in outline]
        ImageDraw.Draw(glass).polygon(points, fill=255)
        ImageDraw.Draw(inside).polygon(points, fill=255)
        ImageDraw.Draw(inside).rectangle((0, 0, side, level * side), fill=0)
        left, top = _GLASSES_LEFT + place * (_GLASS + 2), body.top - 8 - _GLASS
        canvas.stamp(*inked(glass.reduce(_SCALE * 2), _STAIN, _SHELF), left, top)
        canvas.stamp(*inked(inside.reduce(_SCALE * 2), blend(ink, _SHELF, 0.55), _STAIN), left, top)


_GLASS: Final = 48
_GLASSES_LEFT: Final = 250
"""The left end of the glasses on the shelf, in pixels: they stand between the title and the goal."""
_ROUND: Final = tuple((0.5 + 0.36 * cos(a), 0.64 + 0.36 * sin(a)) for a in (2 * pi * step / 40 for step in range(41)))
_BOTTLE: Final = (
    (0.36, 0.0),
    (0.64, 0.0),
    (0.64, 0.3),
    (0.78, 0.44),
    (0.78, 1.0),
    (0.22, 1.0),
    (0.22, 0.44),
    (0.36, 0.3),
)
_CONE: Final = ((0.38, 0.02), (0.62, 0.02), (0.6, 0.3), (0.94, 1.0), (0.06, 1.0), (0.4, 0.3))
_FLASK: Final = ((0.4, 0.0), (0.6, 0.0), (0.6, 0.3), *_ROUND[-9:], *_ROUND[:30], (0.4, 0.3))
_TUBE: Final = ((0.36, 0.1), (0.64, 0.1), (0.64, 0.9), (0.58, 1.0), (0.42, 1.0), (0.36, 0.9))
_GLASSES: Final = (
    *((_CONE, 0.6, VERMILION), (_FLASK, 0.62, BLUE), (_BOTTLE, 0.5, YELLOW), (_TUBE, 0.5, GREEN)),
    *((_FLASK, 0.75, GREEN),),
)


_DRAWN: Final = (LinkPlayed, ProcessPlayed, OpusUsed, Hit, Refreshed, Recharged, Revealed)
_ATTIRE: Final = Attire(
    ORCHID,
    (
        (blend(ORCHID, INK, 0.6), ((0.26, 0.35), (0.38, 0.12), (0.66, 0.01), (0.61, 0.14), (0.74, 0.35))),
        (YELLOW, ((0.28, 0.3), (0.72, 0.3), (0.75, 0.37), (0.25, 0.37))),
        (blend(ORCHID, INK, 0.6), ((0.06, 0.4), (0.24, 0.35), (0.76, 0.35), (0.94, 0.4), (0.76, 0.43), (0.24, 0.43))),
        (TEXT, ((0.49, 0.14), (0.52, 0.2), (0.58, 0.21), (0.52, 0.24), (0.49, 0.29), (0.46, 0.24), (0.4, 0.21))),
    ),
)
"""Its computers wear a pointed hat."""
STYLE: Final = Style(accent=YELLOW, ground=_bench, base=_SHELF, foot=(TRAY, RIM), drawn=_DRAWN, attire=_ATTIRE)


def tray(canvas: Canvas, box: Box, ink: Ink | None = None) -> None:
    """Draw an empty tray, framed in `ink` if given."""
    canvas.panel(box, TRAY, edge=ink or RIM, line=5 if ink else 2, radius=16)


def eye(canvas: Canvas, box: Box) -> None:
    """Draw the eye that means “seen by the opponent”."""
    canvas.panel(box._replace(top=box.middle - 10, height=20), MUTED, radius=10)
    canvas.shape(Shape.DISC, box.left + box.width // 2 - 7, box.middle - 7, 14, INK)


def vials(canvas: Canvas, left: int, top: int, points: int) -> None:
    """Draw AP: one full vial for each point, the other vials empty."""
    for place in range(MOST_POINTS):
        full = place < points
        vial = Box(left + place * _VIAL, top, _VIAL - 5, 30)
        canvas.panel(vial, YELLOW if full else HOLLOW, radius=9, edge=YELLOW if full else RIM)
