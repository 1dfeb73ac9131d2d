"""Draw the circle of the elements in brass. Each arrow points to the element that is the weaker one."""

from math import atan2, cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from render.alchemy.badges import CIRCLE, element_badge
from render.alchemy.style import BENCH, BRASS, TRAY
from render.cache import cached
from render.canvas import Box, Canvas, Piece, inked
from render.palette import INK, TEXT, Ink, blend

_SCALE: Final = 4
_DARK: Final = blend(BRASS, INK, 0.5)
_BADGE_SIZE: Final = 0.27
"""A badge's size; `_AWAY` is its distance from the centre. Both are shares of the circle's diameter."""
_AWAY: Final = 0.325


def wheel(canvas: Canvas, box: Box) -> None:
    """Draw the circle as large as possible in the middle of a box."""
    size = min(box.width, box.height)
    left, top = box.left + (box.width - size) // 2, box.top + (box.height - size) // 2
    canvas.stamp(*_wheel(size), left, top)


@cached
def _wheel(size: int) -> Piece:
    canvas = Canvas(size, size, BENCH)
    canvas.stamp(*_disc(size, 0.5, BRASS), 0, 0)
    canvas.stamp(*_disc(size, 0.482, TRAY), 0, 0)
    canvas.stamp(*inked(_engraved(size), _DARK, TRAY), 0, 0)
    canvas.stamp(*inked(_arrows(size), TEXT, TRAY), 0, 0)
    badge_size = round(size * _BADGE_SIZE)
    for place, element in enumerate(CIRCLE):
        x, y = _on(size, place / 4, _AWAY)
        element_badge(canvas, element, round(x) - badge_size // 2, round(y), badge_size)
    return canvas.pixels, _disc(size, 0.5, BRASS)[1]


def _on(size: int, turn: float, away: float) -> tuple[float, float]:
    """Return the point at this distance from the centre and in this direction: in turns, clockwise from the top."""
    angle = (turn - 0.25) * 2 * pi
    return size / 2 + size * away * cos(angle), size / 2 + size * away * sin(angle)


def _disc(size: int, radius: float, ink: Ink) -> Piece:
    mask = Image.new("L", (size * _SCALE, size * _SCALE))
    ImageDraw.Draw(mask).ellipse(_around(size * _SCALE, radius), fill=255)
    return inked(mask.reduce(_SCALE), ink, BENCH if radius == 0.5 else BRASS)


def _around(side: int, radius: float) -> tuple[float, float, float, float]:
    near, far = side * (0.5 - radius), side * (0.5 + radius) - 1
    return near, near, far, far


def _engraved(size: int) -> Image.Image:
    """Draw a dial: ticks along the rim, and a square in a circle in the middle."""
    side = size * _SCALE
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    thin = max(side // 260, 1)
    for tick in range(72):
        ends = _on(side, tick / 72, 0.472), _on(side, tick / 72, 0.45 if tick % 6 else 0.43)
        draw.line(ends, fill=255, width=thin)
    draw.ellipse(_around(side, 0.15), outline=255, width=thin)
    draw.ellipse(_around(side, 0.075), outline=255, width=thin)
    for count, radius in ((4, 0.106), (3, 0.15)):
        corners = [_on(side, place / count, radius) for place in range(count)]
        draw.line([*corners, corners[0]], fill=255, width=thin, joint="curve")
    return mask.reduce(_SCALE)


def _arrows(size: int) -> Image.Image:
    """Draw arrows from each badge along a quarter of the circle to the next one."""
    side = size * _SCALE
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    for place in range(4):
        start, end = place * 90 - 90 + 26, place * 90 - 29
        draw.arc(_around(side, 0.34), start, end, fill=255, width=side // 44)
        tip, foot = _on(side, (end + 90 + 6) / 360, 0.33), _on(side, (end + 88) / 360, 0.33)
        ahead = atan2(tip[1] - foot[1], tip[0] - foot[0])
        wide = side * 0.036
        across = (-sin(ahead) * wide, cos(ahead) * wide)
        back = foot[0] - cos(ahead) * wide * 0.4, foot[1] - sin(ahead) * wide * 0.4
        draw.polygon(
            [tip, (back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1])], fill=255
        )
    return mask.reduce(_SCALE)
