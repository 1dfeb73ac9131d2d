"""Draw pawns on a board, each as a ring around its node and a flag beside it that hides as little as possible."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.cache import cached
from render.canvas import Box, Canvas, Piece, inked
from render.circuitry.aside import crowd_of, places
from render.circuitry.face import Lying, imprinted, radius
from render.circuitry.numbers import rimmed
from render.circuitry.outlines import Symbol
from render.circuitry.plan import Plan
from render.circuitry.symbols import COLOURS, SHAPES, around, draw_badge, symbol
from render.palette import INK, TEXT, YELLOW, Ink
from rules.circuitry.board import Board, NodeId
from rules.circuitry.cards import Colour
from rules.circuitry.view import CircuitryView
from rules.core.events import Seat

_FLAG: Final = 36, 60
"""Smallest and largest size of a flag, in pixels."""
_TOUCHING: Final = 5
"""The largest gap between a ring and its flag that needs no wedge, in pixels."""
_EXTRA: Final = 14
_MAST: Final = 6, 10
"""Smallest and largest width in pixels of a mast, the line to a flag, with its dark rim."""


class Standing(NamedTuple):
    """A pawn on the board."""

    seat: Seat
    colour: Colour
    node: NodeId
    charged: bool = False
    """Whether the pawn carries charge."""
    asked: bool = False
    """Whether the pawn's player has to decide."""
    flagged: bool = True
    """Whether the pawn has a flag; otherwise it is a ring."""


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
    flagged = [pawn for pawn in rings if pawn.flagged]
    plain = [box for pawn, box in rings.items() if not pawn.flagged]
    crowd = crowd_of(board, plan, [*letters, *plain], (_size(plan), _mast_width(plan)))
    found = places(crowd, [rings[pawn] for pawn in flagged])
    flags = [(pawn, rings[pawn], flag) for pawn, flag in zip(flagged, found, strict=True)]
    for pawn, box, flag in flags:
        pointer(canvas, box, flag, COLOURS[pawn.colour][0], crowd.mast)
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
    return min(max(round(3.2 * plan.step), _FLAG[0]), _FLAG[1])


def _mast_width(plan: Plan) -> int:
    return min(max(round(0.8 * plan.step), _MAST[0]), _MAST[1])


def rings_of(board: Board, plan: Plan, standing_pawns: Iterable[Standing]) -> list[Box]:
    """Return the boxes of the rings around the nodes of the pawns in the picture."""
    return [_around(board, plan, pawn) for pawn in standing_pawns if plan.sees(board, pawn.node)]


def _around(board: Board, plan: Plan, pawn: Standing) -> Box:
    """Return the box of the ring around a pawn's node."""
    node = board.node(pawn.node)
    assert node is not None
    return around(
        *plan.node(board, pawn.node), max(2 * radius(node) * plan.step * 1.3, 2 * radius(node) * plan.step + 10)
    )


def pointer(canvas: Canvas, ring: Box, flag: Box, ink: Ink, width: int) -> None:
    """Draw a wedge from the flag to the ring if they do not touch."""
    x, y = ring.left + ring.width // 2, ring.top + ring.height // 2
    across, down = flag.left + flag.width // 2 - x, flag.top + flag.height // 2 - y
    gap = (across**2 + down**2) ** 0.5 - (ring.width + flag.width) / 2
    if gap > _TOUCHING:
        part = ring.width / 2 / (ring.width / 2 + gap + flag.width / 2)
        canvas.stamp(
            *_line((across, down), round(part * 100), ink, width),
            x - _EXTRA - max(-across, 0),
            y - _EXTRA - max(-down, 0),
        )


@cached
def _line(way: tuple[int, int], part: int, ink: Ink, width: int) -> Piece:
    """Draw a wedge with a dark rim, broad at the flag: it points at the ring. The first `part` hundredths of its length
    are left out.
    """
    across, down = way
    x, y = max(-across, 0) + _EXTRA, max(-down, 0) + _EXTRA
    size = abs(across) + 2 * _EXTRA, abs(down) + 2 * _EXTRA
    length = (across**2 + down**2) ** 0.5
    beside = -down / length, across / length
    tip, foot = (x + across * part / 100, y + down * part / 100), (x + across, y + down)
    layers = []
    for rim in (3, 0):
        large = Image.new("L", (size[0] * 4, size[1] * 4))
        corners = [
            (end[0] + beside[0] * half, end[1] + beside[1] * half)
            for end, half in (
                (tip, width / 4 + rim),
                (foot, width + rim),
                (foot, -width - rim),
                (tip, -width / 4 - rim),
            )
        ]
        ImageDraw.Draw(large).polygon([(a * 4, b * 4) for a, b in corners], fill=255)
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
