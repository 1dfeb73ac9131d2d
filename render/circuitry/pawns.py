"""Draw pawns on a board, each as a ring around its node and a flag beside it that hides as little as possible."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.cache import cached
from render.canvas import Box, Canvas, Piece, inked
from render.circuitry.face import MIDDLE, Lying, imprinted, radius
from render.circuitry.numbers import rimmed
from render.circuitry.outlines import Symbol
from render.circuitry.plan import Plan
from render.circuitry.symbols import COLOURS, RIM, SHAPES, around, draw_badge, symbol
from render.palette import INK, TEXT, YELLOW, Ink
from rules.circuitry.board import HUB, Board, NodeId
from rules.circuitry.cards import Colour
from rules.circuitry.view import CircuitryView
from rules.core.events import Seat

_FLAG: Final = 36, 52
"""Smallest and largest size of a flag, in pixels."""
_AWAY: Final = (0, 8, 18, 32, 50, 74, 104, 140, 170)
"""The distances between a ring and its flag that are tried, in pixels beyond the smallest possible one."""
_TURNS: Final = 16
"""The number of directions that are tried."""
_NEAR: Final = 0.05
"""Cost of each pixel of distance between a ring and its flag. A flag over nothing but nodes costs `_FULL`."""
_FULL: Final = 240
_COARSE: Final = 4
"""Size of the cells, in pixels, of the coarse grid that holds the costs of hiding things."""
_EXTRA: Final = 8
_MAST: Final = 6, 10
"""Smallest and largest width in pixels of a mast, the line to a flag, with its dark rim."""
_STRIDE: Final = 6
"""Distance in pixels between the points of a mast whose costs are added up."""
_FAINT: Final = 3
"""The factor by which hiding something with a mast costs less than with a flag, since both its sides stay visible."""
_FAR: Final = 300
"""The flags of two rings farther apart than this, in pixels, cannot collide."""


class Standing(NamedTuple):
    """A pawn on the board."""

    seat: Seat
    colour: Colour
    node: NodeId
    charged: bool = False
    """Whether the pawn carries charge."""
    asked: bool = False
    """Whether the pawn's player has to decide."""


def standing(view: CircuitryView) -> tuple[Standing, ...]:
    """Return the pawns on the board."""
    return tuple(
        Standing(side.seat, side.colour, side.node, bool(side.carried), view.outcome is None and s in view.waiting)
        for s, side in enumerate(view.sides)
        if not side.left
    )


def pawns(
    canvas: Canvas, board: Board, plan: Plan, standing_pawns: Iterable[Standing], letters: Sequence[Box] = ()
) -> None:
    """Draw the pawns whose cards are in the picture.

    letters: boxes of letters, which flags should not hide.
    """
    visible = [pawn for pawn in standing_pawns if plan.sees(board, pawn.node)]
    if not visible:
        return
    rings = {pawn: _around(board, plan, pawn) for pawn in visible}
    crowd = _hiding_costs(board, plan, letters, canvas.box)
    occupied, flags = list(rings.values()), []
    for pawn, box in rings.items():
        flag = _flag(crowd, canvas.box, box, occupied)
        occupied.append(flag)
        left, top = flag.left // _COARSE, flag.top // _COARSE
        crowd.points.paste(255, (left, top, flag.right // _COARSE, flag.bottom // _COARSE))
        flags.append((pawn, box, flag))
    for pawn, box, flag in flags:
        _mast(canvas, box, flag, COLOURS[pawn.colour][0], crowd.mast)
    for pawn, box in rings.items():
        if pawn.asked:
            ring(canvas, box.inset(-9), TEXT, 0.1)
        ring(canvas, box.inset(-3), INK, 0.2)
        ring(canvas, box, COLOURS[pawn.colour][0], 0.11)
    _numbers_above(canvas, board, plan, [box.inset(-3) for box in rings.values()])
    for pawn, _, flag in flags:
        _draw_flag(canvas, pawn, flag)


def _size(plan: Plan) -> int:
    """Return the size of a flag, in pixels."""
    return min(max(round(2.4 * plan.step), _FLAG[0]), _FLAG[1])


def _mast_width(plan: Plan) -> int:
    return min(max(round(0.8 * plan.step), _MAST[0]), _MAST[1])


class _HidingCosts(NamedTuple):
    """The costs of hiding parts of a board with flags of one size."""

    size: int
    hidden: Image.Image
    """The cost of a flag, by the position of its centre on the coarse grid."""
    points: Image.Image
    """The cost of hiding a point of the coarse grid."""
    mast: int
    """Width of a mast, in pixels."""


def _hiding_costs(board: Board, plan: Plan, letters: Sequence[Box], picture: Box) -> _HidingCosts:
    """Return the costs of hiding the parts of a board: nodes, card numbers and letters."""
    image, size = Image.new("L", (picture.width // _COARSE + 1, picture.height // _COARSE + 1)), _size(plan)
    for placed in board.placed:
        cell = plan.cell(placed.cell)
        piece = _card_costs(Lying(placed.card, placed.way.side, plan.turn(placed), plan.card))
        image.paste(piece, (cell.left // _COARSE, cell.top // _COARSE))
    for box in letters:
        left, top = box.left // _COARSE, box.top // _COARSE
        image.paste(_FULL, (left, top, box.right // _COARSE, box.bottom // _COARSE))
    return _HidingCosts(size, image.filter(ImageFilter.BoxBlur((size / 2 + RIM) / _COARSE)), image, _mast_width(plan))


@cached
def _card_costs(lying: Lying) -> Image.Image:
    """Return a mask of the parts of a card that should stay visible, on the coarse grid."""
    image = Image.new("L", (lying.width // _COARSE, lying.height // _COARSE))
    draw, face = ImageDraw.Draw(image), lying.face
    boxes = [around(*lying.at(node.at), 2 * radius(node) * lying.step) for node in face.nodes]
    points = filter(None, (face.charge, MIDDLE if lying.card.number == HUB else None))
    boxes += [around(*lying.at(point), max(2.6 * lying.step, 30)) for point in points]
    boxes += [number.box] if (number := imprinted(lying)) else []
    for box in boxes:
        draw.rectangle([part // _COARSE for part in (box.left, box.top, box.right - 1, box.bottom - 1)], fill=_FULL)
    return image


def _around(board: Board, plan: Plan, pawn: Standing) -> Box:
    """Return the box of the ring around a pawn's node."""
    node = board.node(pawn.node)
    assert node is not None
    return around(
        *plan.node(board, pawn.node), max(2 * radius(node) * plan.step * 1.3, 2 * radius(node) * plan.step + 10)
    )


def _flag(crowd: _HidingCosts, picture: Box, ring: Box, occupied: Sequence[Box]) -> Box:
    """Return the box for a flag that costs least, with its mast, and hides no pawn and no other flag; `ring` if there
    is none.
    """
    size = crowd.size
    hidden: Any = crowd.hidden.load()  # the pixels of an image with one band are numbers
    points: Any = crowd.points.load()
    x, y, reach = ring.left + ring.width / 2, ring.top + ring.height / 2, (ring.width + size) / 2 + RIM
    half = size / 2 + RIM
    right, low = picture.right - half, picture.bottom - half
    near = [
        (box.left + box.width / 2, box.top + box.height / 2, half + box.width / 2)
        for box in occupied
        if box is not ring and abs(box.left - ring.left) < _FAR and abs(box.top - ring.top) < _FAR
    ]
    best, least = ring, float("inf")
    for away in _AWAY:
        if away * _NEAR >= least:
            break
        for across, down in _WAYS:
            left, top = x + (reach + away) * across, y + (reach + away) * down
            if half <= left <= right and half <= top <= low:
                cost = hidden[int(left) // _COARSE, int(top) // _COARSE] + away * _NEAR
                for part in range(_STRIDE // 2, away, _STRIDE) if cost < least else ():
                    far = ring.width / 2 + part
                    point = points[int(x + far * across) // _COARSE, int(y + far * down) // _COARSE]
                    cost += point * _STRIDE * crowd.mast / (_FAINT * size**2)
                if cost < least and not any(abs(left - a) < off and abs(top - b) < off for a, b, off in near):
                    best, least = around(left, top, size), cost
    return best


_WAYS: Final = tuple(
    (cos(2 * pi * (turn / _TURNS - 0.125)), sin(2 * pi * (turn / _TURNS - 0.125))) for turn in range(_TURNS)
)
"""Directions as (right, down), clockwise, beginning with the upper right."""


def _mast(canvas: Canvas, ring: Box, flag: Box, ink: Ink, width: int) -> None:
    """Draw a line from the ring to the flag if there is a gap between them."""
    x, y = ring.left + ring.width // 2, ring.top + ring.height // 2
    across, down = flag.left + flag.width // 2 - x, flag.top + flag.height // 2 - y
    gap = (across**2 + down**2) ** 0.5 - (ring.width + flag.width) / 2
    if gap > 0:
        part = ring.width / 2 / (ring.width / 2 + gap + flag.width / 2)
        canvas.stamp(
            *_line((across, down), round(part * 100), ink, width),
            x - _EXTRA - max(-across, 0),
            y - _EXTRA - max(-down, 0),
        )


@cached
def _line(way: tuple[int, int], part: int, ink: Ink, width: int) -> Piece:
    """Draw a line with a dark rim. The first `part` hundredths of its length are left out."""
    across, down = way
    x, y = max(-across, 0) + _EXTRA, max(-down, 0) + _EXTRA
    ends = (x + across * part / 100, y + down * part / 100), (x + across, y + down)
    size = abs(across) + 2 * _EXTRA, abs(down) + 2 * _EXTRA
    layers = []
    for line in (width, width // 2):
        large = Image.new("L", (size[0] * 4, size[1] * 4))
        ImageDraw.Draw(large).line([(x * 4, y * 4) for x, y in ends], fill=255, width=line * 4)
        layers.append(large.reduce(4))
    piece, seen = inked(layers[0], INK, INK)
    inner, inside = inked(layers[1], ink, INK)
    piece.paste(inner, (0, 0), inside)
    return piece, seen


def _numbers_above(canvas: Canvas, board: Board, plan: Plan, rings: Sequence[Box]) -> None:
    """Draw the numbers of cards once more where a ring has covered them."""
    for placed in board.placed:
        cell = plan.cell(placed.cell)
        if not any(_meet(cell, ring) for ring in rings) or not plan.holds(placed.cell):
            continue
        number = imprinted(Lying(placed.card, placed.way.side, plan.turn(placed), plan.card))
        if number is None:
            continue
        box = number.box._replace(left=cell.left + number.box.left, top=cell.top + number.box.top)
        if any(_meet(box, ring) for ring in rings):
            rimmed(canvas, placed.card.number, number.kind, box)


def _meet(first: Box, second: Box) -> bool:
    return (
        first.left < second.right
        and second.left < first.right
        and first.top < second.bottom
        and second.top < first.bottom
    )


def _draw_flag(canvas: Canvas, pawn: Standing, flag: Box) -> None:
    draw_badge(canvas, (COLOURS[pawn.colour][0], SHAPES[pawn.colour]), pawn.seat, flag)
    if pawn.charged:
        size = flag.width // 2
        bolt = Box(flag.right - size * 2 // 3, flag.top - size // 3, size, size)
        symbol(canvas, Symbol.DISC, bolt.inset(-2), INK, INK)
        symbol(canvas, Symbol.BOLT, bolt.inset(2), YELLOW, INK)


def ring(canvas: Canvas, box: Box, ink: Ink, part: float = 0.11) -> None:
    """Draw a ring in a square box.

    part: the ring's thickness as a share of its width.
    """
    canvas.stamp(*_ring(box.width, max(round(box.width * part), 4), ink), box.left, box.top)


@cached
def _ring(size: int, line: int, ink: Ink) -> Piece:
    large = Image.new("L", (size * 4, size * 4))
    draw = ImageDraw.Draw(large)
    draw.ellipse((0, 0, size * 4 - 1, size * 4 - 1), fill=255)
    draw.ellipse((line * 4, line * 4, (size - line) * 4 - 1, (size - line) * 4 - 1), fill=0)
    return inked(large.reduce(4), ink, INK)
