"""The board: its cards, letters where pathways leave it, pawns, what has just changed and the latest way of a pawn."""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render import fonts, palette
from render.canvas import Align, Box, Canvas
from render.circuitry.face import GLEAM, LAMINATE, Lying, face
from render.circuitry.outlines import Sign
from render.circuitry.plan import Plan
from render.circuitry.signs import COLOURS, around, pawn, sign
from render.circuitry.tracks import Stretch
from render.fonts import Type
from render.palette import INK, MUTED, WELL, YELLOW, Ink, blend
from rules.circuitry.board import Board, NodeId, Placed
from rules.circuitry.cards import PORTS, Colour
from rules.circuitry.letters import rims
from rules.core.game import Seat

GROUND: Final = WELL
RIM: Final = 36
"""The margin in which the letters of the rim stand."""
FRAME: Final = YELLOW
"""What frames cards that have just changed."""
_LETTER: Final = Type(26, bold=True)
_SMALL: Final = Type(20, bold=True)
_NARROW: Final = 72
"""Cards below this width have small letters beside them."""
_WORD: Final = Type(26, bold=True)
_LOW, _HIGH = 44, 66
"""How high a pawn is at least, and at most."""


class Standing(NamedTuple):
    """A pawn on the board."""

    seat: Seat
    colour: Colour
    node: NodeId


class Trail(NamedTuple):
    """The latest way of a pawn."""

    colour: Colour
    start: NodeId
    stretches: tuple[Stretch, ...]
    jump: NodeId | None = None
    """The portal that it jumped to."""


class Scene(NamedTuple):
    """All that is seen on a board."""

    board: Board
    pawns: tuple[Standing, ...]
    framed: tuple[tuple[int, str], ...] = ()
    """Cards with a frame, and the word that is said about each if there is room."""
    trail: Trail | None = None
    dimmed: bool = False
    letters: bool = True
    """Whether letters stand at the rim."""


@lru_cache(maxsize=12)
def drawn(scene: Scene, plan: Plan) -> Image.Image:
    """The board."""
    canvas = Canvas(plan.width, plan.height, GROUND)
    for there in scene.board.placed:
        _card(canvas, scene, plan, there)
    if scene.letters:
        _rim(canvas, scene.board, plan)
    for number, word in scene.framed:
        frame(canvas, plan.cell(scene.board.by_number[number].cell), word, FRAME)
    if scene.trail is not None and scene.board.node(scene.trail.start) is not None:
        _start(canvas, scene.board, plan, scene.trail)
    pawns(canvas, scene, plan)
    return canvas.pixels


def _card(canvas: Canvas, scene: Scene, plan: Plan, there: Placed) -> None:
    lying = Lying(there.card, there.way.side, there.way.turned, plan.card)
    number, trail = there.card.number, scene.trail
    box = plan.cell(there.cell)
    if scene.dimmed:
        canvas.place(dimmed(lying), box.left, box.top)
    elif trail is not None and (places := tuple(s.place for s in trail.stretches if s.number == number)):
        canvas.place(face(lying, places, COLOURS[trail.colour][0]), box.left, box.top)
    else:
        canvas.place(face(lying), box.left, box.top)


@lru_cache(maxsize=256)
def dimmed(lying: Lying) -> Image.Image:
    """A face in the background."""
    return face(lying).point(_DIM)


_DIM: Final = tuple(blend(Ink(number), WELL, 0.42) if number < len(palette.COLOURS) else WELL for number in range(256))


def frame(canvas: Canvas, box: Box, word: str, ink: Ink) -> None:
    """A frame just inside a card, and a word at its upper edge if there is room."""
    line = max(box.width // 36, 3)
    for edge in (
        box._replace(height=line),
        box._replace(top=box.bottom - line, height=line),
        box._replace(width=line),
        box._replace(left=box.right - line, width=line),
    ):
        canvas.fill(edge, ink)
    wide = fonts.width(word, _WORD) + 16
    if word and wide <= box.width * 3 // 4:
        tag = Box(box.left + (box.width - wide) // 2, box.top, wide, 32)
        canvas.panel(tag, ink, radius=6)
        canvas.text(word, _WORD, tag, INK, align=Align.MIDDLE)


def _rim(canvas: Canvas, board: Board, plan: Plan) -> None:
    """A letter beside each pathway that leaves the board, or a bar where it is a dead end."""
    kind = _SMALL if plan.card < _NARROW else _LETTER
    high = fonts.capital_height(kind)
    for rim in rims(board):
        box = plan.cell(board.by_number[rim.number].cell)
        edge, port = rim.port // 2, PORTS[rim.port]
        x, y = box.left + port.x * plan.step, box.top + port.y * plan.step
        across, down = ((0, -1), (1, 0), (0, 1), (-1, 0))[edge]
        if not rim.letter:
            long, thick = max(plan.step * 1.3, 12), max(plan.step * 0.34, 4)
            wide, tall = (long, thick) if down else (thick, long)
            x, y = x + across * (thick / 2 + 2), y + down * (thick / 2 + 2)
            canvas.fill(Box(round(x - wide / 2), round(y - tall / 2), round(wide), round(tall)), MUTED)
            continue
        wide = fonts.width(rim.letter, kind) + 4
        out = high // 2 + 7 if down else wide // 2 + 5
        x, y = x + across * out, y + down * out
        room = Box(round(x) - wide, round(y) - high // 2 - 2, 2 * wide, high + 4)
        canvas.text(rim.letter, kind, room, GLEAM, align=Align.MIDDLE)


def _start(canvas: Canvas, board: Board, plan: Plan, trail: Trail) -> None:
    """A ring where the pawn came from, and dots on the way of a jump."""
    x, y = plan.node(board, trail.start)
    ink = COLOURS[trail.colour][0]
    if trail.jump is not None and board.node(trail.jump) is not None:
        to_x, to_y = plan.node(board, trail.jump)
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        dots = max(round(length / (1.3 * plan.step)), 2)
        for place in range(1, dots):
            part = place / dots
            dot = around(x + (to_x - x) * part, y + (to_y - y) * part, max(0.6 * plan.step, 8))
            sign(canvas, Sign.DISC, dot, ink)
    ring(canvas, around(x, y, 3 * plan.step), ink)


def ring(canvas: Canvas, box: Box, ink: Ink, part: float = 0.11) -> None:
    """A ring in a square box, so much of it wide, on whatever lies there."""
    mask = _ring(box.width, max(round(box.width * part), 3))
    seen = mask.point(palette.COVERED, "1")
    canvas.pixels.paste(mask.point(palette.smoothed(ink, LAMINATE)), (box.left, box.top), seen)


@lru_cache(maxsize=256)
def _ring(size: int, line: int) -> Image.Image:
    large = Image.new("L", (size * 4, size * 4))
    draw = ImageDraw.Draw(large)
    draw.ellipse((0, 0, size * 4 - 1, size * 4 - 1), fill=255)
    draw.ellipse((line * 4, line * 4, (size - line) * 4 - 1, (size - line) * 4 - 1), fill=0)
    return large.reduce(4)


def pawns(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """The pawns on their nodes, those farther down in front."""
    found = sorted(
        (plan.node(scene.board, p.node)[::-1], p.seat, p.colour) for p in scene.pawns if scene.board.node(p.node)
    )
    high = min(max(round(2.9 * plan.step), _LOW), _HIGH)
    wide = round(high * 0.76)
    for (y, x), seat, colour in found:
        pawn(canvas, colour, seat, Box(round(x - wide / 2), round(y + 0.3 * plan.step) - high, wide, high))
