"""Draw the effect of each mini card with cards, pawns and traces as on the board. Players can recognise it at 60
pixels.
"""

from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image, ImageDraw

from render.cache import cached
from render.canvas import Canvas, Piece, inked
from render.circuitry.face import GLEAM, TRACE
from render.circuitry.outlines import Points, Symbol
from render.circuitry.symbols import around, chip, colour_disc, symbol
from render.palette import AMBER, GREEN, INK, LAMINATE, ORCHID, SKY, TEXT, VERMILION, YELLOW, Ink, blend
from rules.circuitry.cards import BLACK, CircuitCard, Colour
from rules.core.cards import Card, CardId

GROUND: Final = blend(LAMINATE, INK, 0.45)
_CARD: Final = blend(GREEN, LAMINATE, 0.5)
_GHOST: Final = blend(_CARD, GROUND, 0.35)
_SCALE: Final = 4


def mini_art(card: Card, size: int) -> Piece | None:
    """Draw a mini card's picture; None for a circuit card, whose picture is its face."""
    return None if isinstance(card, CircuitCard) else art(card.id, size)


@cached
def art(card: CardId, size: int) -> Piece:
    """Draw a mini card in a square of `size` pixels with rounded corners."""
    canvas = Canvas(size, size, GROUND)
    sketch = _Sketch(canvas)
    if card in _ACTIONS:
        _ACTIONS[card](sketch)
    else:
        _step(sketch, card)
    large = Image.new("L", (size * _SCALE, size * _SCALE))
    box = (0, 0, size * _SCALE - 1, size * _SCALE - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, radius=size * _SCALE // 8, fill=255)
    return canvas.pixels.copy(), inked(large.reduce(_SCALE), TEXT, TEXT)[1]


class _Sketch:
    """A canvas with coordinates in the unit square."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.size = canvas.box.width

    def fill(self, points: Points, ink: Ink) -> None:
        """Fill a polygon."""
        large, scale = self._large()
        ImageDraw.Draw(large).polygon([(x * scale, y * scale) for x, y in points], fill=255)
        self._stamp(large, ink)

    def line(self, points: Points, ink: Ink, width: float = 0.07) -> None:
        """Draw a line through the points."""
        large, scale = self._large()
        ends = [(x * scale, y * scale) for x, y in points]
        ImageDraw.Draw(large).line(ends, fill=255, width=round(width * scale), joint="curve")
        self._stamp(large, ink)

    def symbol(self, kind: Symbol, x: float, y: float, size: float, ink: Ink) -> None:
        """Draw a symbol around a point."""
        symbol(self.canvas, kind, around(x * self.size, y * self.size, size * self.size), ink)

    def card(self, left: float, top: float, wide: float = 0.42, ink: Ink = _CARD) -> None:
        """Draw a circuit card with a trace and a node."""
        high = wide * 4 / 7
        self.fill(((left, top), (left + wide, top), (left + wide, top + high), (left, top + high)), ink)
        middle = top + high / 2
        self.line(((left, middle), (left + wide, middle)), TRACE, 0.04)
        self.symbol(Symbol.DISC, left + wide * 0.5, middle, high * 0.5, blend(TEXT, ink, 0.85))

    def pawn(self, x: float, y: float, size: float, ink: Ink) -> None:
        """Draw a node with a pawn's ring around it."""
        self.symbol(Symbol.DISC, x, y, size, ink)
        self.symbol(Symbol.DISC, x, y, size * 0.7, GROUND)
        self.symbol(Symbol.DISC, x, y, size * 0.46, TEXT)

    def arrow(self, tip: tuple[float, float], way: tuple[int, int], ink: Ink = YELLOW, size: float = 0.2) -> None:
        """Draw an arrowhead that points along an axis."""
        (x, y), (across, down) = tip, way
        self.fill(
            (
                (x, y),
                (x - across * size - down * size * 0.7, y - down * size - across * size * 0.7),
                (x - across * size + down * size * 0.7, y - down * size + across * size * 0.7),
            ),
            ink,
        )

    def _large(self) -> tuple[Image.Image, int]:
        scale = self.size * _SCALE
        return Image.new("L", (scale, scale)), scale

    def _stamp(self, large: Image.Image, ink: Ink) -> None:
        self.canvas.stamp(*inked(large.reduce(_SCALE), ink, GROUND), 0, 0)


def _step(sketch: _Sketch, card: CardId) -> None:
    """Draw a trace to a node of the card's colour, or to the master node for a black card."""
    sketch.line(((0.0, 0.86), (0.3, 0.86), (0.62, 0.5)), TRACE, 0.1)
    sketch.line(((0.0, 0.86), (0.3, 0.86), (0.62, 0.5)), GLEAM, 0.03)
    box = around(0.58 * sketch.size, 0.44 * sketch.size, 0.66 * sketch.size)
    if card == BLACK:
        chip(sketch.canvas, box)
    else:
        colour_disc(sketch.canvas, Colour(card), box)


def _rotate(sketch: _Sketch) -> None:
    sketch.symbol(Symbol.ROTATE, 0.5, 0.5, 0.94, YELLOW)
    sketch.symbol(Symbol.DISC, 0.5, 0.5, 0.46, GROUND)
    sketch.card(0.27, 0.37, 0.46)


def _swap(sketch: _Sketch) -> None:
    sketch.card(0.06, 0.1, 0.46)
    sketch.card(0.48, 0.64, 0.46)
    sketch.line(((0.6, 0.22), (0.78, 0.22), (0.78, 0.42)), YELLOW)
    sketch.arrow((0.78, 0.58), (0, 1))
    sketch.line(((0.4, 0.78), (0.22, 0.78), (0.22, 0.58)), YELLOW)
    sketch.arrow((0.22, 0.42), (0, -1))


def _flip(sketch: _Sketch) -> None:
    sketch.fill(((0.5, 0.36), (0.5, 0.92), (0.08, 0.8), (0.08, 0.48)), _CARD)
    sketch.fill(((0.5, 0.36), (0.5, 0.92), (0.92, 0.8), (0.92, 0.48)), blend(AMBER, GROUND, 0.7))
    sketch.symbol(Symbol.DISC, 0.3, 0.64, 0.16, TEXT)
    sketch.symbol(Symbol.STAR, 0.7, 0.64, 0.22, INK)
    sketch.line(((0.5, 0.28), (0.5, 0.98)), TEXT, 0.04)
    sketch.line(((0.22, 0.36), (0.28, 0.22), (0.42, 0.15), (0.58, 0.15), (0.7, 0.2)), YELLOW)
    sketch.fill(((0.88, 0.4), (0.6, 0.3), (0.82, 0.1)), YELLOW)


def _slide(sketch: _Sketch) -> None:
    sketch.card(0.04, 0.6, 0.54)
    sketch.card(0.1, 0.2, 0.42, _GHOST)
    sketch.card(0.46, 0.22, 0.5)
    sketch.line(((0.62, 0.76), (0.76, 0.76)), YELLOW)
    sketch.arrow((0.96, 0.76), (1, 0))


def _force(sketch: _Sketch) -> None:
    sketch.line(((0.0, 0.5), (1.0, 0.5)), TRACE, 0.08)
    sketch.pawn(0.7, 0.5, 0.52, VERMILION)
    sketch.line(((0.0, 0.5), (0.24, 0.5)), YELLOW, 0.2)
    sketch.arrow((0.46, 0.5), (1, 0), size=0.28)


def _portal(sketch: _Sketch) -> None:
    sketch.symbol(Symbol.WHIRL, 0.5, 0.5, 0.94, TEXT)
    sketch.symbol(Symbol.DISC, 0.5, 0.5, 0.54, GROUND)
    sketch.symbol(Symbol.PORTAL, 0.5, 0.5, 0.56, ORCHID)


def _inhibit(sketch: _Sketch) -> None:
    sketch.line(((0.0, 0.5), (1.0, 0.5)), TRACE, 0.08)
    sketch.symbol(Symbol.INHIBIT, 0.5, 0.5, 0.8, VERMILION)
    sketch.fill(((0.23, 0.42), (0.77, 0.42), (0.77, 0.58), (0.23, 0.58)), TEXT)


def _free(sketch: _Sketch) -> None:
    sketch.symbol(Symbol.FREE, 0.46, 0.52, 0.7, GREEN)
    for start, end in (((0.72, 0.3), (0.8, 0.16)), ((0.78, 0.4), (0.94, 0.34)), ((0.6, 0.22), (0.6, 0.06))):
        sketch.line((start, end), YELLOW, 0.06)


def _exchange(sketch: _Sketch) -> None:
    sketch.pawn(0.26, 0.3, 0.44, SKY)
    sketch.pawn(0.74, 0.7, 0.44, AMBER)
    sketch.symbol(Symbol.BOLT, 0.5, 0.5, 0.44, YELLOW)
    sketch.line(((0.2, 0.6), (0.2, 0.82), (0.3, 0.82)), TEXT, 0.05)
    sketch.arrow((0.46, 0.82), (1, 0), TEXT, 0.15)
    sketch.line(((0.8, 0.4), (0.8, 0.18), (0.7, 0.18)), TEXT, 0.05)
    sketch.arrow((0.54, 0.18), (-1, 0), TEXT, 0.15)


_ACTIONS: Final[Mapping[str, Callable[[_Sketch], None]]] = {
    "rotate": _rotate,
    "swap": _swap,
    "flip": _flip,
    "slide": _slide,
    "force": _force,
    "portal": _portal,
    "inhibit": _inhibit,
    "free": _free,
    "exchange": _exchange,
}
