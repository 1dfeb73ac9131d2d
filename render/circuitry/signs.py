"""The inks and signs of Circuitry: six colours, mini cards, pawns, charges."""

from typing import Final

from render.cache import kept
from render.canvas import Align, Box, Canvas, Piece, inked
from render.circuitry.outlines import Sign, outline
from render.fonts import Type
from render.palette import AMBER, BLUE, GREEN, INK, SKY, TEXT, VERMILION, VIOLET, Ink, blend
from rules.circuitry.cards import Colour
from rules.core.events import Seat

COLOURS: Final[dict[Colour, tuple[Ink, Sign]]] = {
    Colour.LIGHT_BLUE: (SKY, Sign.BARS),
    Colour.DARK_BLUE: (BLUE, Sign.CRESCENT),
    Colour.GREEN: (GREEN, Sign.TRIANGLE),
    Colour.ORANGE: (AMBER, Sign.PLUS),
    Colour.PURPLE: (blend(VIOLET, TEXT, 0.75), Sign.DIAMOND),
    Colour.RED: (VERMILION, Sign.HEART),
}
"""What each colour looks like. The sign alone tells it too."""


def sign(canvas: Canvas, kind: Sign, box: Box, ink: Ink, on: Ink | None = None) -> None:
    """A sign that fills the box; on: what lies below it, if not what is in the middle of the box."""
    ground = canvas.at(box.left + box.width // 2, box.middle) if on is None else on
    piece, seen = _piece(kind, box.width, box.height, ink, ground)
    canvas.stamp(piece, seen, box.left, box.top)


def around(x: float, y: float, size: float) -> Box:
    """The square of this size around a point."""
    whole = round(size)
    return Box(round(x - whole / 2), round(y - whole / 2), whole, whole)


def colour_disc(canvas: Canvas, colour: Colour, box: Box, on: Ink | None = None) -> None:
    """A disc in a colour with its sign, in a square box."""
    ink, kind = COLOURS[colour]
    sign(canvas, Sign.DISC, box, ink, on)
    sign(canvas, kind, inner(box, 0.53), INK, ink)


def master_disc(canvas: Canvas, box: Box, on: Ink | None = None) -> None:
    """The master node, or a black movement card: black, bright at its rim."""
    sign(canvas, Sign.DISC, box, TEXT, on)
    sign(canvas, Sign.DISC, box.inset(max(box.width // 14, 2)), INK, TEXT)
    sign(canvas, Sign.STAR, inner(box, 0.62), TEXT, INK)


def inner(box: Box, part: float) -> Box:
    """The square in the middle of a box that is so much of its width."""
    return around(box.left + box.width / 2, box.top + box.height / 2, box.width * part)


def battery(canvas: Canvas, colour: Colour, box: Box, on: Ink) -> None:
    """A charge in its colour, in a square box: a battery with a bolt and the sign of the colour."""
    ink, kind = COLOURS[colour]
    rim = max(round(box.width / 16), 1)
    sign(canvas, Sign.BATTERY, box, TEXT, on)
    sign(canvas, Sign.BATTERY, box.inset(rim), ink, TEXT)
    x, y, size = box.left + box.width / 2, box.top + box.height * 0.55, box.width
    sign(canvas, Sign.BOLT, around(x - size * 0.17, y, size * 0.56), INK, ink)
    sign(canvas, kind, around(x + size * 0.2, y, size * 0.34), INK, ink)


@kept
def _piece(kind: Sign, width: int, height: int, ink: Ink, on: Ink) -> Piece:
    return inked(outline(kind, width, height), ink, on)


def pawn(canvas: Canvas, colour: Colour, seat: Seat, box: Box) -> None:
    """A pawn in its colour with the number of its seat, in a white rim around the box."""
    edge = max(2, box.height // 16)
    ink = COLOURS[colour][0]
    sign(canvas, Sign.PAWN, box.inset(-2 * edge), INK, INK)
    sign(canvas, Sign.PAWN, box.inset(-edge), TEXT, INK)
    sign(canvas, Sign.PAWN, box, ink, TEXT)
    number = Type(max(box.height * 52 // 100, 8), bold=True)
    room = Box(box.left, box.top + box.height * 46 // 100, box.width, box.height * 54 // 100)
    canvas.text(str(seat + 1), number, room, INK, align=Align.MIDDLE)
