"""T&B's style: a drill ground of mown stripes with chalk lines."""

from typing import Final

from render.canvas import HEIGHT, WIDTH, Box, Canvas
from render.landscape import GAP, MARGIN, PARTS
from render.palette import BLUE, INK, TEXT, TURF, VERMILION, YELLOW, blend
from render.style import Attire, Style

CHALK: Final = blend(TEXT, TURF, 0.3)
"""Ink of lines on the ground."""
GRASS: Final = blend(TURF, INK, 0.85)
"""Ink of the ground between the lines."""
_WORN: Final = TURF
_STRIPE: Final = 76
_LINE: Final = 3


def _ground(canvas: Canvas) -> None:
    """Draw stripes of grass, a line between the boards and ticks along the edges. The grass below the head is plain."""
    body = PARTS.body
    canvas.fill(canvas.box, GRASS)
    field = Box(0, body.top - GAP // 2, WIDTH, HEIGHT - body.top + GAP // 2)
    for left in range(0, WIDTH, 2 * _STRIPE):
        canvas.fill(field._replace(left=left, width=min(_STRIPE, WIDTH - left)), _WORN)
    canvas.fill(Box(0, field.top, WIDTH, _LINE), CHALK)
    middle = WIDTH // 2
    canvas.fill(Box(middle - _LINE // 2, field.top, _LINE, PARTS.foot.top - GAP // 2 - field.top), CHALK)
    canvas.fill(Box(0, PARTS.foot.top - GAP // 2 - _LINE, WIDTH, _LINE), CHALK)
    for left in (0, WIDTH - MARGIN // 2):
        for place in range(field.top + _STRIPE // 2, PARTS.foot.top, _STRIPE):
            canvas.fill(Box(left, place, MARGIN // 2, _LINE), CHALK)


_STEEL: Final = blend(TEXT, INK, 0.6)
_ATTIRE: Final = Attire(
    BLUE,
    (
        (VERMILION, ((0.47, 0.16), (0.42, 0.03), (0.6, 0.0), (0.84, 0.08), (0.9, 0.2), (0.68, 0.12), (0.56, 0.18))),
        (
            _STEEL,
            (
                (0.22, 0.6),
                (0.22, 0.32),
                (0.34, 0.18),
                (0.5, 0.14),
                (0.66, 0.18),
                (0.78, 0.32),
                (0.78, 0.6),
                (0.71, 0.6),
                (0.69, 0.39),
                (0.5, 0.35),
                (0.31, 0.39),
                (0.29, 0.6),
            ),
        ),
        (blend(TEXT, INK, 0.85), ((0.24, 0.34), (0.5, 0.28), (0.76, 0.34), (0.76, 0.39), (0.5, 0.35), (0.24, 0.39))),
        (_STEEL, ((0.475, 0.34), (0.525, 0.34), (0.52, 0.57), (0.48, 0.57))),
    ),
)
"""Its computers wear a helmet with a plume."""
STYLE: Final = Style(YELLOW, _ground, GRASS, (blend(TURF, INK, 0.4), CHALK), attire=_ATTIRE)
