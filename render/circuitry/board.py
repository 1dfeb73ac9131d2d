"""The board: its cards, letters where pathways leave it, pawns, what has just changed and the latest way of a pawn."""

from typing import Final, NamedTuple

from PIL import Image

from render import fonts, palette
from render.cache import kept
from render.canvas import Align, Box, Canvas, mapped
from render.circuitry.face import Lying, face, imprint
from render.circuitry.outlines import Sign
from render.circuitry.pawns import Standing, pawns, ring
from render.circuitry.plan import Plan
from render.circuitry.rim import End, ends, rim
from render.circuitry.signs import COLOURS, around, sign
from render.circuitry.spots import Spot, grains, spot_for
from render.circuitry.tracks import Stretch
from render.fonts import STRONG
from render.palette import INK, LAMINATE, YELLOW, Ink, blend
from rules.circuitry.board import Board, NodeId, Placed
from rules.circuitry.cards import Colour
from rules.circuitry.grid import Cell

GROUND: Final = blend(LAMINATE, INK, 0.25)
"""What the cards lie on."""
FRAME: Final = YELLOW
"""What frames cards that have just changed."""
_TAG: Final = 36
"""How high the word on a card that has changed is."""
_DIM: Final = 0.4


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
    bright: frozenset[int] | None = None
    """The cards that are not in the background; None: all."""
    letters: bool = True
    """Whether letters stand at the rim."""


def drawn(scene: Scene, plan: Plan) -> Canvas:
    """The board. Of cards that are not on the plan's cells only so much is seen as reaches into its margins."""
    canvas = Canvas(plan.width, plan.height, GROUND)
    seen = tuple(there for there in scene.board.placed if plan.shown(plan.cell(there.cell)) is not None)
    cards = tuple((_lying(plan, there), there.cell) for there in seen)
    piece, letters = _bare(plan, cards, ends(scene.board, plan) if scene.letters else ())
    canvas.place(piece, 0, 0)
    for there in seen:
        _card(canvas, scene, plan, there)
    for number, word in scene.framed:
        there = scene.board.by_number[number]
        if plan.holds(there.cell):
            frame(canvas, plan, there, word, FRAME)
    if scene.trail is not None and plan.sees(scene.board, scene.trail.start):
        _start(canvas, scene.board, plan, scene.trail)
    pawns(canvas, scene.board, plan, scene.pawns, letters)
    return canvas


@kept
def _bare(
    plan: Plan, cards: tuple[tuple[Lying, Cell], ...], rim_ends: tuple[End, ...]
) -> tuple[Image.Image, tuple[Box, ...]]:
    """The cards and what is at their rim; where letters stand."""
    canvas = Canvas(plan.width, plan.height, GROUND)
    for lying, cell in cards:
        box = plan.cell(cell)
        canvas.place(face(lying), box.left, box.top)
    return canvas.pixels, tuple(rim(canvas, plan, rim_ends, GROUND))


def _lying(plan: Plan, there: Placed) -> Lying:
    return Lying(there.card, there.way.side, plan.turn(there), plan.card)


def _card(canvas: Canvas, scene: Scene, plan: Plan, there: Placed) -> None:
    """A card that does not lie there as on the bare board: it is in the background, or the latest way leads over it."""
    number, trail = there.card.number, scene.trail
    dim = scene.bright is not None and number not in scene.bright
    places = () if dim or trail is None else tuple(s.place for s in trail.stretches if s.number == number)
    box = plan.cell(there.cell)
    if dim:
        canvas.place(dimmed(_lying(plan, there)), box.left, box.top)
    elif trail is not None:
        canvas.place(face(_lying(plan, there), places, COLOURS[trail.colour][0]), box.left, box.top)


@kept
def dimmed(lying: Lying) -> Image.Image:
    """A face in the background; its number is as bright as ever."""
    canvas = Canvas(lying.width, lying.height, lying.ground)
    canvas.place(mapped(face(lying), _DIMMED), 0, 0)
    imprint(canvas, lying)
    return canvas.pixels


_DIMMED: Final = tuple(
    blend(Ink(number), GROUND, _DIM) if number < palette.NUMBERS else GROUND for number in range(256)
)


def frame(canvas: Canvas, plan: Plan, there: Placed, word: str, ink: Ink) -> None:
    """A frame just inside a card, and a word where there is room for it."""
    box = plan.cell(there.cell)
    line = min(max(box.width // 36, 3), 6)  # nodes of large cards reach nearly to the edge
    for edge in (
        box._replace(height=line),
        box._replace(top=box.bottom - line, height=line),
        box._replace(width=line),
        box._replace(left=box.right - line, width=line),
    ):
        canvas.fill(edge, ink)
    wide, step = fonts.width(word, STRONG) + 16, plan.step
    spot = Spot(there.card, there.way.side, plan.turn(there), grains(wide, _TAG, step), far=True)
    if word and (found := spot_for(spot)):
        tag = Box(box.left + round(found[0] * step), box.top + round(found[1] * step), wide, _TAG)
        canvas.panel(tag, ink, radius=6)
        canvas.text(word, STRONG, tag, INK, align=Align.MIDDLE)


def _start(canvas: Canvas, board: Board, plan: Plan, trail: Trail) -> None:
    """A ring where the pawn came from, and dots on the way of a jump."""
    x, y = plan.node(board, trail.start)
    ink = COLOURS[trail.colour][0]
    if trail.jump is not None and plan.sees(board, trail.jump):
        to_x, to_y = plan.node(board, trail.jump)
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        dots = max(round(length / (1.3 * plan.step)), 2)
        for place in range(1, dots):
            part = place / dots
            dot = around(x + (to_x - x) * part, y + (to_y - y) * part, max(0.6 * plan.step, 8))
            sign(canvas, Sign.DISC, dot, ink)
    ring(canvas, around(x, y, 3 * plan.step), ink)
