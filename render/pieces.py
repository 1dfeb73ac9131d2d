"""Draw the pieces that tables of all games use: badges, tags, counters, gauges, ribbons, and both sides of cards."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL.Image import Image

from render import fonts
from render.cache import cached
from render.canvas import RADIUS, UNIT, Align, Box, Canvas
from render.fonts import LABEL, SMALLEST, STRONG, Type
from render.palette import (
    AMBER,
    EDGE,
    GREEN,
    INK,
    MUTED,
    ORCHID,
    PANEL,
    SKY,
    STRIP,
    TEXT,
    VERMILION,
    VIOLET,
    WELL,
    Ink,
    blend,
)
from render.shapes import Shape
from rules.core.events import Seat

Badge = tuple[Ink, Shape]
"""A colour and a shape that together identify a seat, or a kind of card."""

SEATS: Final[tuple[Badge, ...]] = (
    (SKY, Shape.DISC),
    (AMBER, Shape.SQUARE),
    (GREEN, Shape.HEXAGON),
    (ORCHID, Shape.DIAMOND),
    (VERMILION, Shape.TRIANGLE),
    (VIOLET, Shape.SHIELD),
)
"""The badge of each seat, for games that give seats no colours of their own. The seat's number, from 1, goes inside."""


def draw_badge(canvas: Canvas, badge: Badge, letter: str, box: Box, inside: Ink = INK) -> None:
    """Draw a badge in a square box, with a letter or number inside if there is room for a readable one."""
    ink, kind = badge
    canvas.shape(kind, box.left, box.top, box.height, ink)
    if box.height < (_NARROW_ROOM if kind in _NARROW else _LETTER_ROOM):
        return
    low = box.height // 5 if kind in {Shape.TRIANGLE, Shape.DROP} else 0
    written = Type(max(box.height * (50 if kind in _NARROW else 62) // 100, SMALLEST), bold=True)
    canvas.text(letter, written, box._replace(top=box.top + low // 2), inside, align=Align.MIDDLE)


def seat_badge(canvas: Canvas, seat: Seat, left: int, top: int, size: int) -> None:
    """Draw the badge of a seat."""
    draw_badge(canvas, SEATS[seat], str(seat + 1), Box(left, top, size, size))


def seat_badge_on_its_colour(canvas: Canvas, seat: Seat, left: int, top: int, size: int) -> None:
    """Draw the badge of a seat on the seat's own colour: a dark shape, with the number in that colour."""
    ink, kind = SEATS[seat]
    draw_badge(canvas, (INK, kind), str(seat + 1), Box(left, top, size, size), ink)


def tag(canvas: Canvas, text: str, left: int, middle: int, ink: Ink) -> int:
    """Draw a word or two on a filled pill that starts at `left`; return its width in pixels."""
    width = fonts.width(text, STRONG) + 3 * UNIT
    box = Box(left, middle - 20, width, 40)
    canvas.panel(box, ink, radius=20)
    canvas.text(text, STRONG, box, INK, align=Align.MIDDLE)
    return width


def counter(canvas: Canvas, label: str, count: int | str, right: int, middle: int) -> int:
    """Draw a label and a number that end at `right`; return their width in pixels."""
    figure = str(count)
    width = fonts.width(label, LABEL) + UNIT + fonts.width(figure, STRONG)
    row = Box(right - width, middle - 20, width, 40)
    canvas.text(label, LABEL, row, MUTED)
    canvas.text(figure, STRONG, row, TEXT, align=Align.RIGHT)
    return width


def gauge(canvas: Canvas, box: Box, parts: Sequence[tuple[int, Ink]], limit: int) -> None:
    """Draw a row of cells, one for each point up to the limit.

    parts: numbers of points, each with the ink of its cells. Points above the limit are crossed out.
    """
    filled = [ink for count, ink in parts for _ in range(count)]
    cells = max(len(filled), limit, 1)
    edges = [box.left + round(place * (box.width + 4) / cells) for place in range(cells + 1)]
    for place, (start, end) in enumerate(pairwise(edges)):
        cell = Box(start, box.top, max(end - start - 4, 2), box.height)
        if place >= limit:
            canvas.panel(cell, VERMILION, radius=4)
            size = min(cell.width, cell.height) - 4
            if size > 0:
                canvas.shape(Shape.CROSS, cell.left + (cell.width - size) // 2, cell.middle - size // 2, size, INK)
        else:
            canvas.panel(cell, filled[place] if place < len(filled) else WELL, radius=4)


def has_room(steps: Sequence[str], width: int) -> bool:
    """Return whether `ribbon` can draw all these steps in `width` pixels."""
    return sum(fonts.width(step, STRONG) + UNIT for step in steps) <= width


def ribbon(canvas: Canvas, steps: Sequence[str], now: int | None, box: Box, ink: Ink) -> int:
    """Draw the steps of a turn from left to right, the present one filled; return their width in pixels."""
    widths = [fonts.width(step, STRONG) for step in steps]
    spare = min((box.width - sum(widths)) // len(steps), 5 * UNIT)
    box = box._replace(width=sum(widths) + spare * len(steps))
    canvas.panel(box, PANEL, radius=box.height // 2)
    left = box.left
    for place, (step, width) in enumerate(zip(steps, widths, strict=True)):
        cell = Box(left, box.top, width + spare, box.height)
        left = cell.right
        if place == now:
            canvas.panel(cell, ink, radius=box.height // 2)
            canvas.text(step, STRONG, cell, INK, align=Align.MIDDLE)
        else:
            canvas.text(step, LABEL, cell, MUTED, align=Align.MIDDLE)
    return box.width


def card_front(canvas: Canvas, box: Box, band: int, ink: Ink, *, edge: Ink = EDGE) -> Box:
    """Draw the front of a card without words, with a coloured band at its head; return the box below the band."""
    canvas.panel(box, STRIP, edge=edge, line=_FRAME)
    head, body = box.inset(_FRAME).row(band)
    canvas.panel(head._replace(height=2 * band), ink, radius=RADIUS - _FRAME)
    canvas.fill(body._replace(height=band), STRIP)
    return body


@cached
def card_back(width: int, height: int, on: Ink) -> Image:
    """Draw the back of a card."""
    canvas = Canvas(width, height, on)
    dark = blend(VIOLET, INK, 0.4)
    canvas.panel(canvas.box, TEXT)
    canvas.panel(canvas.box.inset(4), dark, radius=RADIUS - 4)
    size = min(width, height) // 2
    canvas.shape(Shape.DIAMOND, (width - size) // 2, (height - size) // 2, size, blend(VIOLET, INK, 0.8))
    return canvas.pixels


_NARROW: Final = frozenset({Shape.TRIANGLE, Shape.DIAMOND, Shape.DROP})
"""Shapes that have little room inside for a letter."""
_LETTER_ROOM, _NARROW_ROOM = 34, 48
"""The smallest heights, in pixels, of a shape with a letter inside: in general, and of a narrow shape."""
_FRAME: Final = 4
"""Width of a card's edge, in pixels."""
