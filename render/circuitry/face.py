"""Draw a face of a circuit card, turned as it lies: traces, pads, nodes and the number."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render import fonts
from render.cache import cached
from render.canvas import Align, Box, Canvas, inked, mapped
from render.circuitry.numbers import PRINT, rimmed
from render.circuitry.outlines import Symbol
from render.circuitry.spots import Spot, grains, spot_for
from render.circuitry.symbols import around, battery, chip, colour_disc, symbol
from render.circuitry.turns import turned
from render.fonts import SMALLEST, Type
from render.palette import COVERED, GROUND, INK, LAMINATE, STEEL, TEXT, YELLOW, Ink, blend, smoothed
from rules.circuitry.board import HUB
from rules.circuitry.cards import HEIGHT, PORTS, WIDTH, CircuitCard, Face, Node, Point

STEP: Final = 4
"""Card widths are multiples of this number of pixels, so that card heights are whole numbers too."""
SEAM: Final = blend(TEXT, LAMINATE, 0.18)
"""Ink of a circuit card's edge."""
_LOW: Final = blend(LAMINATE, INK, 0.5)
"""Ink of the edges of a circuit card that are away from the light."""
SOCKET: Final = blend(STEEL, INK, 0.5)
"""Ink of card #1, which looks like a socket."""
TRACE: Final = blend(YELLOW, GROUND, 0.62)
GLEAM: Final = blend(YELLOW, GROUND, 0.85)
"""Ink of the light on a trace; `TRACE` is that of its copper."""
RADIUS: Final = 1.06
SMALL: Final = 0.82
"""Radius of a passing point; `RADIUS` is that of a node. Both are in steps of the lattice; other pathways are at least
1.41 steps away.
"""
_CHARGE: Final = 2.36, 26
_MASTER: Final = 3.4, 38
"""Size of the master node; `_CHARGE` is that of a charge point. Each is in steps of the lattice, and at least this many
pixels.
"""
_SCALE: Final = 3


class Lying(NamedTuple):
    """A card as it lies in a picture."""

    card: CircuitCard
    side: int
    """The index of the side that is up."""
    turn: int
    """The card's rotation in the picture: clockwise, in quarter turns."""
    across: int
    """Width of the card if it were upright, in pixels."""

    @property
    def face(self) -> Face:
        return self.card.faces[self.side]

    @property
    def step(self) -> float:
        """The size of a step of the lattice, in pixels."""
        return self.across / WIDTH

    @property
    def width(self) -> int:
        return height(self.across) if self.turn % 2 else self.across

    @property
    def height(self) -> int:
        return self.across if self.turn % 2 else height(self.across)

    @property
    def ground(self) -> Ink:
        """Ink of the card's surface."""
        return SOCKET if self.card.number == HUB else LAMINATE

    def at(self, point: Point) -> tuple[float, float]:
        """Return where a point of the face is, in pixels from the upper left corner of the card as it lies."""
        x, y = turned(point, self.turn)
        return x * self.step, y * self.step


def height(width: int) -> int:
    """Return the height of an upright card with this width."""
    return width * HEIGHT // WIDTH


def radius(node: Node) -> float:
    """Return the radius of a node in steps of the lattice; a node near the edge is smaller, to stay on its card."""
    return SMALL if node.passing else min(RADIUS, node.at.x, WIDTH - node.at.x, node.at.y, HEIGHT - node.at.y)


@cached
def face(lying: Lying, trail: tuple[int, ...] = (), ink: Ink = TEXT) -> Image.Image:
    """Draw the face of a card.

    trail: the indices of the pathways to outline in `ink`.
    """
    ground, step = lying.ground, lying.step
    canvas = Canvas(lying.width, lying.height, ground)
    _edges(canvas, lying)
    lines = [pathway.points for pathway in lying.face.pathways]
    if trail:
        halo = _covered(lying, [([lines[place] for place in trail], 1.5 * step, _ALL)])
        canvas.stamp(*inked(halo, ink, ground), 0, 0)
    light = [(lines, 0.14 * step, _ALL)] if step >= 14 else []
    copper = _covered(lying, [(lines, max(0.46 * step, 4), _HALF), *light])
    canvas.stamp(mapped(copper, _copper(ground)), mapped(copper, _SEEN, "1"), 0, 0)
    _pads(canvas, lying, step)
    number = imprinted(lying)
    number_on_top = number is not None and number.over >= _OVER_NODES
    if not number_on_top:
        imprint(canvas, lying)
    for node in lying.face.nodes:
        _node(canvas, lying, node, step)
    if number_on_top:
        imprint(canvas, lying)
    if lying.face.charge is not None and lying.card.charge is not None:
        battery(canvas, lying.card.charge, _around(lying, lying.face.charge, _CHARGE), ground)
    if lying.face.master is not None:
        chip(canvas, _around(lying, lying.face.master, _MASTER), ground)
    elif lying.card.number == HUB:
        chip(canvas, _around(lying, MIDDLE, _MASTER), ground, plugged=False)
    return canvas.pixels


MIDDLE: Final = Point(WIDTH // 2, HEIGHT // 2)
"""The place on card #1 of the master node, or of its socket."""


def _around(lying: Lying, point: Point, size: tuple[float, int]) -> Box:
    return around(*lying.at(point), max(size[0] * lying.step, size[1]))


def _edges(canvas: Canvas, lying: Lying) -> None:
    box, hub = canvas.box, lying.card.number == HUB
    line = max(round(lying.step / 4), 2)
    ink, low = (blend(TEXT, STEEL, 0.6),) * 2 if hub else (SEAM, _LOW)
    for edge, shade in (
        (box._replace(top=box.height - line, height=line), low),
        (box._replace(left=box.width - line, width=line), low),
        (box._replace(height=line), ink),
        (box._replace(width=line), ink),
    ):
        canvas.fill(edge, shade)
    for x, y in _PINS if hub else ():
        at_x, at_y = lying.at(Point(x, y))
        canvas.fill(around(at_x, at_y, max(0.7 * lying.step, 4)), ink)


_PINS: Final = (
    *((x, y) for y in (0, HEIGHT) for x in (1, 3, 4, 5, 7)),
    *((x, y) for x in (0, WIDTH) for y in (1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13)),
)
"""The pins of card #1: the points of the lattice on its edges that have no port."""
_ALL: Final = 255
_HALF: Final = 128
"""The coverage that stands for copper; `_ALL` is copper with light on it."""
_SEEN: Final = (*COVERED[:-1:2], *(_ALL,) * _HALF)


def _copper(ground: Ink) -> tuple[Ink, ...]:
    return (*smoothed(TRACE, ground)[:-1:2], *smoothed(GLEAM, TRACE)[::2])


def _covered(lying: Lying, layers: Iterable[tuple[Iterable[Sequence[Point]], float, int]]) -> Image.Image:
    """Draw lines with round bends as coverage.

    layers: for each the lines, their width in pixels, and the coverage.
    """
    large = Image.new("L", (lying.width * _SCALE, lying.height * _SCALE))
    draw = ImageDraw.Draw(large)
    for lines, width, cover in layers:
        half = width * _SCALE / 2
        for line in lines:
            points = [(x * _SCALE, y * _SCALE) for x, y in map(lying.at, line)]
            draw.line(points, fill=cover, width=round(2 * half))
            for x, y in points:
                draw.ellipse((x - half, y - half, x + half - 1, y + half - 1), fill=cover)
    return large.reduce(_SCALE)


def _pads(canvas: Canvas, lying: Lying, step: float) -> None:
    """Draw half a pad at each port. The neighbouring card has the other half."""
    for place, port in enumerate(PORTS):
        if lying.face.ports[place] is not None:
            x, y = lying.at(port)
            symbol(canvas, Symbol.DISC, around(x, y, max(1.24 * step, 10)), TRACE, lying.ground)
            symbol(canvas, Symbol.DISC, around(x, y, max(0.56 * step, 4)), lying.ground, TRACE)


def _node(canvas: Canvas, lying: Lying, node: Node, step: float) -> None:
    x, y = lying.at(node.at)
    if node.portal:
        symbol(canvas, Symbol.DISC, around(x, y, 2.44 * step), lying.ground, lying.ground)
        symbol(canvas, Symbol.WHIRL, around(x, y, 2.44 * step), TEXT, lying.ground)
    colour_disc(canvas, node.colour, around(x, y, 2 * radius(node) * step), lying.ground)


class Imprint(NamedTuple):
    """The number printed on a card."""

    kind: Type
    box: Box
    over: int
    """The things that the number may cover, as in `Spot.over`."""


def imprint(canvas: Canvas, lying: Lying) -> None:
    """Draw the number near the corner that is the upper left one on an upright face, and a triangle in this corner."""
    side = round(0.9 * lying.step)
    right, low = lying.turn in (1, 2), lying.turn in (2, 3)
    x, y = (canvas.box.width - 1 if right else 0), (canvas.box.height - 1 if low else 0)
    across, down = (-side if right else side), (-side if low else side)
    triangle = Image.new("1", canvas.pixels.size)
    ImageDraw.Draw(triangle).polygon([(x, y), (x + across, y), (x, y + down)], fill=1)
    canvas.stamp(Image.new("L", triangle.size, PRINT), triangle, 0, 0)
    number = imprinted(lying)
    if number is not None and number.over >= _OVER_NODES:
        rimmed(canvas, lying.card.number, number.kind, number.box)
    elif number is not None:
        if number.over:
            canvas.fill(number.box, lying.ground)
        canvas.text(str(lying.card.number), number.kind, number.box, PRINT, align=Align.MIDDLE)


@cached
def imprinted(lying: Lying) -> Imprint | None:
    """Return the place and type of the number; None if there is no room for it on the card."""
    text = str(lying.card.number)
    for size, over in _SIZES if lying.step < _ROOMY else ((round(1.3 * lying.step), 0), *_SIZES):
        kind = Type(max(size, SMALLEST), bold=True)
        wide, high = fonts.width(text, kind) + 4, fonts.capital_height(kind) + 4
        spot = Spot(lying.card, lying.side, lying.turn, grains(wide, high, lying.step), over)
        if corner := spot_for(spot):
            return Imprint(kind, Box(round(corner[0] * lying.step), round(corner[1] * lying.step), wide, high), over)
    return None


_ROOMY: Final = 22
"""The size of a step of the lattice, in pixels, above which a card's number grows with the card."""
_OVER_NODES: Final = 3
"""The value of `Spot.over` from which the number may cover nodes, and then has a dark rim."""
_SIZES: Final = tuple((SMALLEST, over) for over in range(_OVER_NODES + 2))
