"""Allocator's style: the bridge of a ship, with a hull of plates, and consoles with dark screens."""

from typing import Final

from render.canvas import HEIGHT, WIDTH, Box, Canvas
from render.palette import EDGE, INK, SKY, STEEL, TEXT, VERMILION, YELLOW, Ink, blend
from render.shapes import Shape
from render.style import Attire, Style

HULL: Final = blend(STEEL, INK, 0.5)
SEAM: Final = blend(STEEL, INK, 0.75)
CONSOLE: Final = STEEL
"""Surface of a player's part."""
RIM: Final = blend(TEXT, STEEL, 0.28)
"""Bright edge of a console."""
SCREEN: Final = INK
"""Background of all words and figures."""
_PLATE, _RIVET = 158, 8


def _hull(canvas: Canvas) -> None:
    """Draw plates with rivets at their corners, and seams at the top and bottom."""
    canvas.fill(Box(0, 0, WIDTH, HEIGHT), HULL)
    for left in range(_PLATE // 2, WIDTH, _PLATE):
        canvas.fill(Box(left, 0, 2, HEIGHT), SEAM)
        for top in (6, 76, HEIGHT - 14):
            for side in (-_RIVET - 6, 8):
                canvas.shape(Shape.DISC, left + side, top, _RIVET, SEAM)
    for top in (78, HEIGHT - 104):
        canvas.fill(Box(0, top, WIDTH, 2), SEAM)


def console(canvas: Canvas, box: Box, ink: Ink | None) -> None:
    """Draw an empty console with screws in its corners, framed in `ink` if given."""
    canvas.panel(box, CONSOLE, edge=ink or RIM, line=4 if ink else 2, radius=20)
    for left in (box.left + 9, box.right - 17):
        for top in (box.top + 9, box.bottom - 17):
            canvas.shape(Shape.DISC, left, top, 8, SEAM)


def screen(canvas: Canvas, box: Box, edge: Ink | None = None) -> None:
    """Draw a dark screen, with a bright edge in the ink `edge` if given."""
    canvas.panel(box, SCREEN, edge=edge or EDGE, line=4 if edge else 2, radius=10)


_ATTIRE: Final = Attire(
    SKY,
    (
        (blend(SKY, INK, 0.55), ((0.2, 0.37), (0.22, 0.2), (0.36, 0.11), (0.64, 0.11), (0.78, 0.2), (0.8, 0.37))),
        (TEXT, ((0.21, 0.32), (0.79, 0.32), (0.8, 0.37), (0.2, 0.37))),
        (INK, ((0.22, 0.37), (0.78, 0.37), (0.86, 0.43), (0.14, 0.43))),
        (YELLOW, ((0.5, 0.14), (0.58, 0.22), (0.5, 0.3), (0.42, 0.22))),
    ),
)
"""Its computers wear an officer's cap."""
STYLE: Final = Style(accent=SKY, ground=_hull, base=HULL, foot=(SCREEN, RIM), attire=_ATTIRE)
ALARM: Final = VERMILION
"""Ink of excess power, and of attacks that hit."""
