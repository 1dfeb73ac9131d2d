"""A face of a circuit card as it lies: traces, pads, nodes and the number, drawn once for each size."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render import fonts
from render.cache import kept
from render.canvas import Align, Box, Canvas, inked, mapped
from render.circuitry.outlines import Sign
from render.circuitry.signs import around, battery, colour_disc, master_disc, sign
from render.circuitry.spots import Spot, grains, spot_for
from render.fonts import Type
from render.palette import COVERED, GREEN, GROUND, INK, TEXT, YELLOW, Ink, blend, smoothed
from rules.circuitry.cards import HEIGHT, PORTS, WIDTH, CircuitCard, Face, Node, Point

STEP: Final = 4
"""Widths of cards are multiples of it: then their heights are whole pixels too."""
LAMINATE: Final = blend(GREEN, INK, 0.22)
"""The ground of a circuit card."""
SEAM: Final = blend(GREEN, INK, 0.45)
"""Its edge."""
TRACE: Final = blend(YELLOW, GROUND, 0.62)
GLEAM: Final = blend(YELLOW, GROUND, 0.85)
"""The copper of the traces, and the light on it."""
PRINT: Final = blend(TEXT, LAMINATE, 0.8)
"""What is printed on a card."""
RADIUS: Final = 1.06
SMALL: Final = 0.82
"""Half the size of nodes and of passing points, in steps of the lattice: the next pathway is 1.41 of them away."""
_FINE: Final = 3


class Lying(NamedTuple):
    """A card as it is drawn: the side that is up, how it is turned, and how wide it is in pixels."""

    card: CircuitCard
    side: int
    turned: bool
    width: int

    @property
    def face(self) -> Face:
        return self.card.faces[self.side]

    @property
    def height(self) -> int:
        return height(self.width)

    def at(self, point: Point) -> tuple[float, float]:
        """Where a point of the face lies, in pixels from the upper left corner of the card."""
        x, y = point.opposite if self.turned else point
        step = self.width / WIDTH
        return x * step, y * step


def height(width: int) -> int:
    """How high a card of this width is."""
    return width * HEIGHT // WIDTH


def radius(node: Node) -> float:
    """Half the size of a node, in steps of the lattice: it stays on its card."""
    return SMALL if node.passing else min(RADIUS, node.at.x, WIDTH - node.at.x, node.at.y, HEIGHT - node.at.y)


@kept
def face(lying: Lying, trail: tuple[int, ...] = (), ink: Ink = TEXT) -> Image.Image:
    """The face; trail: the pathways, by their place, that are lined in an ink."""
    canvas = Canvas(lying.width, lying.height, LAMINATE)
    step = lying.width / WIDTH
    _edges(canvas)
    lines = [pathway.points for pathway in lying.face.pathways]
    if trail:
        halo = _covered(lying, [([lines[place] for place in trail], 1.5 * step, _ALL)])
        canvas.stamp(*inked(halo, ink, LAMINATE), 0, 0)
    light = [(lines, 0.14 * step, _ALL)] if step >= 14 else []
    copper = _covered(lying, [(lines, max(0.46 * step, 4), _HALF), *light])
    canvas.stamp(mapped(copper, _COPPER), mapped(copper, _SEEN, "1"), 0, 0)
    _pads(canvas, lying, step)
    imprint(canvas, lying)
    for node in lying.face.nodes:
        _node(canvas, lying, node, step)
    if lying.face.charge is not None and lying.card.charge is not None:
        x, y = lying.at(lying.face.charge)
        battery(canvas, lying.card.charge, around(x, y, 2.36 * step), LAMINATE)
    if lying.face.master is not None:
        x, y = lying.at(lying.face.master)
        master_disc(canvas, around(x, y, 3.4 * step), LAMINATE)
    return canvas.pixels


def _edges(canvas: Canvas) -> None:
    box = canvas.box
    for edge in (
        box._replace(height=1),
        box._replace(width=1),
        box._replace(top=box.height - 1, height=1),
        box._replace(left=box.width - 1, width=1),
    ):
        canvas.fill(edge, SEAM)


_ALL: Final = 255
_HALF: Final = 128
"""How much of a pixel light on copper covers, and how much copper without light: up to there it is copper alone."""
_COPPER: Final = (*smoothed(TRACE, LAMINATE)[:-1:2], *smoothed(GLEAM, TRACE)[::2])
_SEEN: Final = (*COVERED[:-1:2], *(_ALL,) * _HALF)


def _covered(lying: Lying, layers: Iterable[tuple[Iterable[Sequence[Point]], float, int]]) -> Image.Image:
    """Lines with round bends, each layer of them with their width, and with how much they cover."""
    large = Image.new("L", (lying.width * _FINE, lying.height * _FINE))
    draw = ImageDraw.Draw(large)
    for lines, width, cover in layers:
        half = width * _FINE / 2
        for line in lines:
            points = [(x * _FINE, y * _FINE) for x, y in map(lying.at, line)]
            draw.line(points, fill=cover, width=round(2 * half))
            for x, y in points:
                draw.ellipse((x - half, y - half, x + half - 1, y + half - 1), fill=cover)
    return large.reduce(_FINE)


def _pads(canvas: Canvas, lying: Lying, step: float) -> None:
    """Half a pad at each port: that of the neighbour completes it."""
    for place, port in enumerate(PORTS):
        if lying.face.ports[place] is not None:
            x, y = lying.at(port)
            sign(canvas, Sign.DISC, around(x, y, max(1.24 * step, 10)), TRACE, LAMINATE)
            sign(canvas, Sign.DISC, around(x, y, max(0.56 * step, 4)), LAMINATE, TRACE)


def _node(canvas: Canvas, lying: Lying, node: Node, step: float) -> None:
    x, y = lying.at(node.at)
    if node.portal:
        sign(canvas, Sign.DISC, around(x, y, 2.44 * step), LAMINATE, LAMINATE)
        sign(canvas, Sign.WHIRL, around(x, y, 2.44 * step), TEXT, LAMINATE)
    colour_disc(canvas, node.colour, around(x, y, 2 * radius(node) * step), LAMINATE)


def imprint(canvas: Canvas, lying: Lying) -> None:
    """The number, near the corner that is the upper left one of the face, and a mark in that corner."""
    step = lying.width / WIDTH
    mark = round(0.9 * step)
    corner = [(1, 1), (mark, 1), (1, mark)]
    if lying.turned:
        corner = [(lying.width - 1 - x, lying.height - 1 - y) for x, y in corner]
    marked = Image.new("1", canvas.pixels.size)
    ImageDraw.Draw(marked).polygon(corner, fill=1)
    canvas.stamp(Image.new("L", marked.size, PRINT), marked, 0, 0)
    text = str(lying.card.number)
    for size, traces in ((max(_SIZE, round(1.2 * step)), False), *_SIZES):
        kind = Type(size, bold=True)
        wide, high = fonts.width(text, kind) + 6, fonts.capital_height(kind) + 6
        spot = Spot(lying.card, lying.side, lying.turned, grains(wide, high, step), traces)
        if found := spot_for(spot):
            box = Box(round(found[0] * step), round(found[1] * step), wide, high)
            if traces:
                canvas.fill(box, LAMINATE)
            canvas.text(text, kind, box, PRINT, align=Align.MIDDLE)
            return


_SIZE: Final = 26
_SIZES: Final = ((26, False), (22, False), (22, True), (20, True), (18, True), (14, True))
"""Sizes of a card's number, the first that there is room for, and whether it may lie on pathways."""
