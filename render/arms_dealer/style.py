"""Arms Dealer's style: two fleets among stars, a planet behind one and a cloud of gas behind the other."""

from collections.abc import Iterator
from typing import Final

from render.arms_dealer.outlines import HULL, SHADE, Drawing, Layer, Points, blob, disc
from render.arms_dealer.sprites import Look, sprite
from render.canvas import HEIGHT, WIDTH, Box, Canvas
from render.landscape import PARTS
from render.palette import INK, MUTED, SPACE, TEXT, VERMILION, VIOLET, YELLOW, Ink, blend
from render.style import Attire, Style

NIGHT: Final = blend(SPACE, INK, 0.5)
"""Ink between the stars."""
BRIDGE: Final = blend(SPACE, INK, 0.2)
"""Background of all words and figures."""
RIM: Final = blend(TEXT, SPACE, 0.3)
"""Ink of the edge of panels among the stars."""
_STARS: Final = 150
_BETWEEN: Final = (400, 700)
"""Left and right end of the crowded area between the players, in pixels."""
_PLANET: Final[Drawing] = (
    Layer(HULL, (disc(0.5, 0.5, 0.5, 0.5),)),
    Layer(
        SHADE,
        (
            blob((0.1, 0.22), (0.5, 0.12), (0.92, 0.26), (0.6, 0.24), (0.3, 0.3)),
            blob((0.02, 0.44), (0.4, 0.36), (0.98, 0.46), (0.7, 0.5), (0.3, 0.46)),
            blob((0.06, 0.66), (0.5, 0.58), (0.9, 0.62), (0.94, 0.7), (0.5, 0.7)),
        ),
    ),
)
_CLOUDS: Final[tuple[Drawing, ...]] = (
    (
        Layer(
            HULL,
            (
                blob(
                    *((0.0, 0.7), (0.16, 0.4), (0.34, 0.44), (0.46, 0.12), (0.72, 0.04), (0.96, 0.2)),
                    *((1.0, 0.62), (0.8, 0.94), (0.5, 0.84), (0.24, 0.98)),
                ),
            ),
        ),
    ),
    (
        Layer(
            HULL,
            (
                blob(
                    *((0.2, 0.7), (0.36, 0.56), (0.52, 0.58), (0.56, 0.3), (0.78, 0.18), (0.92, 0.4)),
                    *((0.84, 0.72), (0.6, 0.74), (0.4, 0.84)),
                ),
            ),
        ),
    ),
)
"""The outer cloud, then the inner one."""


def _sky(canvas: Canvas) -> None:
    canvas.fill(canvas.box, NIGHT)
    for left, top, size in _stars():
        star = disc(0.5, 0.5, 0.5, 0.5) if size < _BRIGHT else _ray()
        sprite(canvas, (Layer(HULL, (star,)),), Box(left, top, size, size), Look(blend(TEXT, NIGHT, 0.6)))
    planet = Look(blend(SPACE, INK, 0.95), blend(SPACE, TEXT, 0.9))
    sprite(canvas, _PLANET, Box(-150, 300, 420, 420), planet)
    on = NIGHT
    for cloud, part in zip(_CLOUDS, (0.16, 0.26), strict=True):
        gas = blend(VIOLET, NIGHT, part)
        sprite(canvas, cloud, Box(WIDTH - 460, 250, 500, 340), Look(gas), on)
        on = gas


_BRIGHT: Final = 9
"""The smallest size of a star with rays, in pixels."""


def _stars() -> Iterator[tuple[int, int, int]]:
    """Yield the place and size of each star. There are none behind words or in the crowded area."""
    number = 20
    for place in range(_STARS):
        number = (number * 1103515245 + 12345) % 2**31
        left, top = (number >> 8) % (WIDTH - 20), (number >> 4) * 7919 % (HEIGHT - 20)
        words = top < PARTS.head.bottom and left < WIDTH // 2
        spaces = top > PARTS.body.top and _BETWEEN[0] < left < _BETWEEN[1]
        if not words and not spaces:
            yield left, top, 14 if place % 19 == 0 else 4 if place % 4 == 0 else 3


def _ray() -> Points:
    return (0.5, 0.0), (0.58, 0.42), (1.0, 0.5), (0.58, 0.58), (0.5, 1.0), (0.42, 0.58), (0.0, 0.5), (0.42, 0.42)


def bridge(canvas: Canvas, box: Box, edge: Ink | None = None, *, radius: int = 16) -> None:
    """Draw a flat panel among the stars, with a bold frame in the ink `edge` if given."""
    canvas.panel(box, BRIDGE, edge=edge or RIM, line=4 if edge else 2, radius=radius)


_ATTIRE: Final = Attire(
    VIOLET,
    (
        (VERMILION, ((0.24, 0.42), (0.27, 0.25), (0.4, 0.16), (0.6, 0.16), (0.73, 0.25), (0.76, 0.42), (0.5, 0.34))),
        (VERMILION, ((0.74, 0.37), (0.92, 0.28), (0.87, 0.4), (0.95, 0.52), (0.76, 0.43))),
        (TEXT, ((0.36, 0.24), (0.42, 0.24), (0.42, 0.3), (0.36, 0.3))),
        (TEXT, ((0.58, 0.24), (0.64, 0.24), (0.64, 0.3), (0.58, 0.3))),
        (YELLOW, ((0.24, 0.6), (0.28, 0.6), (0.28, 0.67), (0.24, 0.67))),
    ),
)
"""Its computers wear a bandana and an earring."""
STYLE: Final = Style(accent=VIOLET, ground=_sky, base=NIGHT, foot=(BRIDGE, RIM), attire=_ATTIRE)
FAINT: Final = blend(MUTED, BRIDGE, 0.4)
"""Ink of things that are no longer there."""
