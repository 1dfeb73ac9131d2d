"""Pawns on a board: a ring around their node, and beside it a flag that hides no node, number or letter."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.cache import kept
from render.canvas import Box, Canvas, Piece, inked
from render.circuitry.face import MIDDLE, Lying, imprinted, radius
from render.circuitry.outlines import Sign
from render.circuitry.plan import Plan
from render.circuitry.signs import COLOURS, RIM, SHAPES, around, mark, sign
from render.palette import INK, TEXT, YELLOW, Ink
from rules.circuitry.board import HUB, Board, NodeId
from rules.circuitry.cards import Colour
from rules.circuitry.view import CircuitryView
from rules.core.events import Seat

_FLAG: Final = 36, 52
"""How large a flag is at least, and at most."""
_AWAY: Final = (0, 7, 15, 25, 38, 54, 74)
"""How many pixels farther from its ring than needed a flag may stand."""
_TURNS: Final = 24
"""Directions in which it may stand."""
_NEAR: Final = 2.0
"""What a pixel of distance costs, beside a pixel that is hidden."""
_EXTRA: Final = 8
_NODE, _WORD, _PAWN = 1.0, 1.2, 40.0
"""What it costs to hide parts of these."""


class Standing(NamedTuple):
    """A pawn on the board."""

    seat: Seat
    colour: Colour
    node: NodeId
    charged: bool = False
    """Whether it carries charge."""
    asked: bool = False
    """Whether its player decides."""


class _Thing(NamedTuple):
    """What a flag ought not to hide."""

    box: Box
    cost: float


def standing(view: CircuitryView) -> tuple[Standing, ...]:
    """The pawns where they stand."""
    return tuple(
        Standing(side.seat, side.colour, side.node, bool(side.carried), view.outcome is None and s in view.waiting)
        for s, side in enumerate(view.sides)
        if not side.left
    )


def pawns(canvas: Canvas, board: Board, plan: Plan, there: Iterable[Standing], letters: Sequence[Box] = ()) -> None:
    """The pawns; letters: where letters stand at the rim."""
    seen = [pawn for pawn in there if plan.sees(board, pawn.node)]
    if not seen:
        return
    things = [*_things(board, plan), *(_Thing(box, _WORD) for box in letters)]
    rings = {pawn: _around(board, plan, pawn) for pawn in seen}
    things += [_Thing(box, _PAWN) for box in rings.values()]
    flags = []
    for pawn, box in rings.items():
        flag = _flag(canvas.box, plan, box, things)
        things.append(_Thing(flag, _PAWN))
        flags.append((pawn, box, flag))
    for pawn, box, flag in flags:
        _mast(canvas, box, flag, COLOURS[pawn.colour][0])
    for pawn, box, flag in flags:
        _drawn(canvas, pawn, box, flag)


def _things(board: Board, plan: Plan) -> Iterable[_Thing]:
    """Nodes, and the numbers of cards."""
    for there in board.placed:
        cell = plan.cell(there.cell)
        if plan.shown(cell) is None:
            continue
        for node in there.face.nodes:
            yield _Thing(around(*plan.at(there, node.at), 2 * radius(node) * plan.step), _NODE)
        for point in filter(None, (there.face.charge, MIDDLE if there.card.number == HUB else None)):
            yield _Thing(around(*plan.at(there, point), max(2.6 * plan.step, 30)), _NODE)
        if found := imprinted(Lying(there.card, there.way.side, plan.turn(there), plan.card)):
            yield _Thing(found.box._replace(left=cell.left + found.box.left, top=cell.top + found.box.top), _WORD)


def _around(board: Board, plan: Plan, pawn: Standing) -> Box:
    """The ring around its node."""
    node = board.node(pawn.node)
    assert node is not None
    return around(
        *plan.node(board, pawn.node), max(2 * radius(node) * plan.step * 1.3, 2 * radius(node) * plan.step + 10)
    )


def _flag(picture: Box, plan: Plan, ring: Box, things: Sequence[_Thing]) -> Box:
    """Where its flag hides the least."""
    size = min(max(round(2.4 * plan.step), _FLAG[0]), _FLAG[1])
    x, y, reach = ring.left + ring.width / 2, ring.top + ring.height / 2, (ring.width + size) / 2 + RIM
    far = reach + _AWAY[-1] + 2 * size
    near = [t for t in things if t.box is not ring and abs(t.box.left - x) < far and abs(t.box.top - y) < far]
    best, least = ring, float("inf")
    for away in _AWAY:
        for turn in range(_TURNS):
            angle = 2 * pi * (turn / _TURNS - 0.125)
            flag = around(x + (reach + away) * cos(angle), y + (reach + away) * sin(angle), size)
            if not (
                picture.left + RIM <= flag.left
                and picture.top + RIM <= flag.top
                and flag.right + RIM <= picture.right
                and flag.bottom + RIM <= picture.bottom
            ):
                continue
            cost = away * _NEAR + turn / 100 + sum(_hidden(flag, thing.box) * thing.cost for thing in near)
            if cost < least:
                best, least = flag, cost
        if least <= (away + 1) * _NEAR:
            break
    return best


def _hidden(flag: Box, box: Box) -> int:
    """How many pixels of a box a flag with its rim hides."""
    wide = min(flag.right, box.right) - max(flag.left, box.left) + 2 * RIM
    high = min(flag.bottom, box.bottom) - max(flag.top, box.top) + 2 * RIM
    return wide * high if wide > 0 and high > 0 else 0


def _mast(canvas: Canvas, ring: Box, flag: Box, ink: Ink) -> None:
    """A line from the ring to the flag, where they do not touch."""
    x, y = ring.left + ring.width // 2, ring.top + ring.height // 2
    across, down = flag.left + flag.width // 2 - x, flag.top + flag.height // 2 - y
    gap = (across**2 + down**2) ** 0.5 - (ring.width + flag.width) / 2
    if gap > 0:
        part = ring.width / 2 / (ring.width / 2 + gap + flag.width / 2)
        canvas.stamp(
            *_line(across, down, round(part * 100), ink), x - _EXTRA - max(-across, 0), y - _EXTRA - max(-down, 0)
        )


@kept
def _line(across: int, down: int, part: int, ink: Ink) -> Piece:
    """A line with a dark rim, without as many hundredths of it at its beginning."""
    x, y = max(-across, 0) + _EXTRA, max(-down, 0) + _EXTRA
    ends = (x + across * part / 100, y + down * part / 100), (x + across, y + down)
    size = abs(across) + 2 * _EXTRA, abs(down) + 2 * _EXTRA
    layers = []
    for width in (10, 5):
        large = Image.new("L", (size[0] * 4, size[1] * 4))
        ImageDraw.Draw(large).line([(x * 4, y * 4) for x, y in ends], fill=255, width=width * 4)
        layers.append(large.reduce(4))
    piece, seen = inked(layers[0], INK, INK)
    inner, inside = inked(layers[1], ink, INK)
    piece.paste(inner, (0, 0), inside)
    return piece, seen


def _drawn(canvas: Canvas, pawn: Standing, box: Box, flag: Box) -> None:
    ink = COLOURS[pawn.colour][0]
    if pawn.asked:
        ring(canvas, box.inset(-9), TEXT, 0.1)
    ring(canvas, box.inset(-3), INK, 0.2)
    ring(canvas, box, ink, 0.11)
    mark(canvas, (ink, SHAPES[pawn.colour]), pawn.seat, flag)
    if pawn.charged:
        size = flag.width // 2
        bolt = Box(flag.right - size * 2 // 3, flag.top - size // 3, size, size)
        sign(canvas, Sign.DISC, bolt.inset(-2), INK, INK)
        sign(canvas, Sign.BOLT, bolt.inset(2), YELLOW, INK)


def ring(canvas: Canvas, box: Box, ink: Ink, part: float = 0.11) -> None:
    """A ring in a square box, so much of it wide, on whatever lies there."""
    canvas.stamp(*_ring(box.width, max(round(box.width * part), 4), ink), box.left, box.top)


@kept
def _ring(size: int, line: int, ink: Ink) -> Piece:
    large = Image.new("L", (size * 4, size * 4))
    draw = ImageDraw.Draw(large)
    draw.ellipse((0, 0, size * 4 - 1, size * 4 - 1), fill=255)
    draw.ellipse((line * 4, line * 4, (size - line) * 4 - 1, (size - line) * 4 - 1), fill=0)
    return inked(large.reduce(4), ink, INK)
