"""The inks and symbols of Circuitry: six colours, mini cards, pawns, charges."""

from collections.abc import Iterable
from typing import Final

from render.cache import cached
from render.canvas import Align, Box, Canvas, Piece, inked
from render.circuitry.outlines import Symbol, outline
from render.fonts import SMALLEST, Type
from render.palette import AMBER, BLUE, GREEN, INK, SKY, STEEL, TEXT, VERMILION, VIOLET, Ink, blend
from render.pieces import Badge
from render.shapes import Shape
from rules.circuitry.cards import Colour
from rules.circuitry.view import SideView
from rules.core.events import Seat

COLOURS: Final[dict[Colour, tuple[Ink, Symbol]]] = {
    Colour.LIGHT_BLUE: (SKY, Symbol.BARS),
    Colour.DARK_BLUE: (BLUE, Symbol.CRESCENT),
    Colour.GREEN: (GREEN, Symbol.TRIANGLE),
    Colour.ORANGE: (AMBER, Symbol.PLUS),
    Colour.PURPLE: (blend(VIOLET, TEXT, 0.75), Symbol.DIAMOND),
    Colour.RED: (VERMILION, Symbol.HEART),
}
"""Ink and symbol of each colour. The symbol alone is enough to tell the colour."""
SHAPES: Final = {
    Colour.LIGHT_BLUE: Shape.SQUARE,
    Colour.DARK_BLUE: Shape.DISC,
    Colour.GREEN: Shape.TRIANGLE,
    Colour.ORANGE: Shape.AID,
    Colour.PURPLE: Shape.DIAMOND,
    Colour.RED: Shape.HEART,
}
"""For each colour, a shape with room for a number that resembles the colour's symbol."""
_LARGE: Final = 0.9
_PARTS: Final = {Colour.LIGHT_BLUE: 0.78, Colour.DARK_BLUE: 0.9, Colour.GREEN: 0.84, Colour.RED: 0.88}
"""The width of a shape on a node, as a share of the disc's width; `_LARGE` for all others."""
_INSIDE: Final = {Colour.LIGHT_BLUE, Colour.DARK_BLUE}
"""The colours whose shape does not resemble their symbol, which is drawn inside."""
RIM: Final = 3
"""Width of the rim around a pawn's badge, in pixels."""


def symbol(canvas: Canvas, kind: Symbol, box: Box, ink: Ink, on: Ink | None = None) -> None:
    """Draw a symbol that fills the box.

    on: the ink below it; by default the ink in the middle of the box.
    """
    ground = canvas.at(box.left + box.width // 2, box.middle) if on is None else on
    piece, seen = _piece(kind, box.width, box.height, ink, ground)
    canvas.stamp(piece, seen, box.left, box.top)


def around(x: float, y: float, size: float) -> Box:
    """Return the square with sides of `size` pixels around a point."""
    whole = round(size)
    return Box(round(x - whole / 2), round(y - whole / 2), whole, whole)


def colour_disc(canvas: Canvas, colour: Colour, box: Box, on: Ink | None = None) -> None:
    """Draw a colour's shape with its symbol, on a dark disc, in a square box: the shape alone tells the colour."""
    ink, kind = COLOURS[colour]
    symbol(canvas, Symbol.DISC, box.inset(-2), INK, on)
    shaped = inner(box, _PARTS.get(colour, _LARGE))
    canvas.shape(SHAPES[colour], shaped.left, shaped.top, shaped.width, ink)
    if colour in _INSIDE:
        symbol(canvas, kind, inner(shaped, 0.56), INK, ink)


def chip(canvas: Canvas, box: Box, on: Ink | None = None, *, plugged: bool = True) -> None:
    """Draw a black chip with bright pins, for the master node or a black movement card; or its empty socket if not
    `plugged`.
    """
    ink = TEXT if plugged else blend(TEXT, STEEL, 0.6)
    symbol(canvas, Symbol.CHIP, box, ink, on)
    body = box.inset(round(box.width * 0.12) + max(box.width // 24, 2))
    canvas.fill(body, INK)
    if plugged:
        symbol(canvas, Symbol.STAR, inner(box, 0.58), TEXT, INK)
    else:
        notch = around(body.left + body.width / 2, body.top + body.width * 0.14, body.width * 0.3)
        canvas.fill(notch, ink)


def inner(box: Box, part: float) -> Box:
    """Return a square in the middle of a box, whose width is this share of the box's width."""
    return around(box.left + box.width / 2, box.top + box.height / 2, box.width * part)


def battery(canvas: Canvas, colour: Colour, box: Box, on: Ink) -> None:
    """Draw a charge in a square box: a battery in the charge's colour, with a bolt and the colour's symbol."""
    ink, kind = COLOURS[colour]
    rim = max(round(box.width / 16), 1)
    symbol(canvas, Symbol.BATTERY, box, TEXT, on)
    symbol(canvas, Symbol.BATTERY, box.inset(rim), ink, TEXT)
    x, y, size = box.left + box.width / 2, box.top + box.height * 0.55, box.width
    symbol(canvas, Symbol.BOLT, around(x - size * 0.17, y, size * 0.56), INK, ink)
    symbol(canvas, kind, around(x + size * 0.2, y, size * 0.34), INK, ink)


@cached
def _piece(kind: Symbol, width: int, height: int, ink: Ink, on: Ink) -> Piece:
    return inked(outline(kind, width, height), ink, on)


def badges(sides: Iterable[SideView]) -> tuple[Badge, ...]:
    """Return the badge of each seat: the colour of its pawn, and a shape with room for a number that resembles the
    colour's symbol.
    """
    return tuple((COLOURS[side.colour][0], SHAPES[side.colour]) for side in sides)


def draw_badge(canvas: Canvas, badge: Badge, seat: Seat, box: Box) -> None:
    """Draw a seat's badge in a square box with a dark rim, on any background."""
    ink, kind = badge
    canvas.shape(kind, box.left - RIM, box.top - RIM, box.width + 2 * RIM, INK)
    canvas.shape(kind, box.left, box.top, box.width, ink)
    low = box.height // 5 if kind is Shape.TRIANGLE else -box.height // 12 if kind is Shape.HEART else 0
    number = Type(max(box.height * 62 // 100, SMALLEST), bold=True)
    canvas.text(str(seat + 1), number, box._replace(top=box.top + low // 2), INK, align=Align.MIDDLE)
