"""Draw the board: cards, pawns, recent changes, a pawn's latest move, and letters where pathways leave the board."""

from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render import fonts, palette
from render.cache import cached
from render.canvas import Align, Box, Canvas, Piece, inked, mapped
from render.circuitry.face import Lying, face, imprint, radius
from render.circuitry.outlines import Symbol
from render.circuitry.pawns import Standing, pawns, ring
from render.circuitry.plan import Plan
from render.circuitry.rim import End, ends, rim
from render.circuitry.spots import Spot, grains, spot_for
from render.circuitry.symbols import COLOURS, around, symbol
from render.circuitry.tracks import Stretch
from render.fonts import STRONG
from render.palette import INK, STEEL, TEXT, YELLOW, Ink, blend
from rules.circuitry.board import Board, NodeId, Placed
from rules.circuitry.cards import Colour
from rules.circuitry.grid import Cell

GROUND: Final = blend(STEEL, INK, 0.33)
"""Ink below the letters beside the cards."""
MAT: Final = blend(STEEL, INK, 0.66)
"""Ink of the mat on which the cards lie."""
_SEAT: Final = blend(STEEL, TEXT, 0.9)
"""Ink of the lines on the mat, which show where cards can lie."""
_SHADOW: Final = 7
"""How far a card's shadow reaches, in pixels."""
FRAME: Final = YELLOW
"""Ink of the frame around cards that have just changed."""
_TAG: Final = 36
"""Height of the tag with the word on a changed card, in pixels."""
_DIM: Final = 0.4
_SCALE: Final = 3
"""The factor by which a lit pathway is drawn larger and then scaled down, to smooth its edges."""


class Trail(NamedTuple):
    """The latest move of a pawn, or the way that it could take."""

    colour: Colour
    start: NodeId
    stretches: tuple[Stretch, ...]
    jump: NodeId | None = None
    """The portal to which the pawn jumped; None if it moved by steps."""
    end: NodeId | None = None
    """The node where a way ends."""


class Scene(NamedTuple):
    """The contents of a board's picture."""

    board: Board
    pawns: tuple[Standing, ...]
    framed: tuple[tuple[int, str], ...] = ()
    """The numbers of the cards to frame, each with a word to write on the card if there is room."""
    trail: Trail | None = None
    bright: frozenset[int] | None = None
    """The numbers of the cards that are not dimmed; None if no card is dimmed."""
    letters: bool = True
    """Whether letters are drawn at the rim."""
    way: Trail | None = None
    """The way of a pawn to its aim: lit, with a mark at its end."""


def draw_board(scene: Scene, plan: Plan) -> Canvas:
    """Draw the board. A card outside the plan's cells is visible only as far as it lies in the plan's margins."""
    canvas = Canvas(plan.width, plan.height, MAT)
    visible = tuple(placed for placed in scene.board.placed if plan.shown(plan.cell(placed.cell)) is not None)
    cards = tuple((_lying(plan, placed), placed.cell) for placed in visible)
    mat = MAT if scene.bright is None else GROUND
    piece, letters = _bare(plan, cards, ends(scene.board, plan) if scene.letters else (), mat)
    canvas.place(piece, 0, 0)
    for placed in visible:
        _card(canvas, scene, plan, placed)
    for number, word in scene.framed:
        placed = scene.board.by_number[number]
        if plan.holds(placed.cell):
            frame(canvas, plan, placed, word, FRAME)
    if scene.way is not None:
        _way(canvas, scene, plan, scene.way)
    if scene.trail is not None and plan.sees(scene.board, scene.trail.start):
        _start(canvas, scene.board, plan, scene.trail)
    pawns(canvas, scene.board, plan, scene.pawns, letters)
    return canvas


@cached
def _bare(
    plan: Plan, cards: tuple[tuple[Lying, Cell], ...], rim_ends: tuple[End, ...], mat: Ink
) -> tuple[Image.Image, tuple[Box, ...]]:
    """Draw the cards on a mat, and the ends of pathways at the rim; return the picture and the boxes of the letters."""
    canvas = Canvas(plan.width, plan.height, mat)
    _mat(canvas, plan, blend(_SEAT, mat, 0.3 if mat == GROUND else 1))
    boxes = [(lying, plan.cell(cell)) for lying, cell in cards]
    for _, box in boxes:
        canvas.fill(box._replace(left=box.left + _SHADOW, top=box.top + _SHADOW), INK)
    for lying, box in boxes:
        canvas.place(face(lying), box.left, box.top)
    return canvas.pixels, tuple(rim(canvas, plan, rim_ends, GROUND))


def _mat(canvas: Canvas, plan: Plan, ink: Ink) -> None:
    """Draw a line around each place where a card can lie."""
    box = plan.cell(plan.first)
    for left in range(box.left % box.width, canvas.box.width, box.width):
        canvas.fill(Box(left - 1, 0, 2, canvas.box.height), ink)
    for top in range(box.top % box.height, canvas.box.height, box.height):
        canvas.fill(Box(0, top - 1, canvas.box.width, 2), ink)


def _way(canvas: Canvas, scene: Scene, plan: Plan, way: Trail) -> None:
    """Draw the pathways of a way in the colour of the pawn, and corners around its last node."""
    ink = COLOURS[way.colour][0]
    for stretch in way.stretches:
        placed = scene.board.by_number[stretch.number]
        box = plan.cell(placed.cell)
        if plan.shown(box) is not None:
            canvas.stamp(*_wire(_lying(plan, placed), stretch.place, ink), box.left, box.top)
    if way.end is not None and plan.sees(scene.board, way.end):
        box = around(*plan.node(scene.board, way.end), 3.6 * plan.step)
        for line, shade in ((8, INK), (4, ink)):
            _corners(canvas, box.inset((8 - line) // 2), line, shade)


def _corners(canvas: Canvas, box: Box, line: int, ink: Ink) -> None:
    """Draw the four corners of a frame."""
    long = box.width // 3
    for top in (box.top, box.bottom - line):
        for left in (box.left, box.right - long):
            canvas.fill(Box(left, top, long, line), ink)
    for left in (box.left, box.right - line):
        for top in (box.top, box.bottom - long):
            canvas.fill(Box(left, top, line, long), ink)


@cached
def _wire(lying: Lying, place: int, ink: Ink) -> Piece:
    """Draw a pathway of a card in an ink, with a dark rim, except on nodes."""
    points = [lying.at(point) for point in lying.face.pathways[place].points]
    scaled = [(x * _SCALE, y * _SCALE) for x, y in points]
    layers = []
    for width in (max(0.9 * lying.step, 10), max(0.56 * lying.step, 6)):
        layer = Image.new("L", (lying.width * _SCALE, lying.height * _SCALE))
        draw, half = ImageDraw.Draw(layer), width * _SCALE / 2
        draw.line(scaled, fill=255, width=round(2 * half))
        for x, y in scaled:
            draw.ellipse((x - half, y - half, x + half, y + half), fill=255)
        for node in lying.face.nodes:
            (x, y), reach = lying.at(node.at), (radius(node) + 0.1) * lying.step
            draw.ellipse([part * _SCALE for part in (x - reach, y - reach, x + reach, y + reach)], fill=0)
        layers.append(layer.reduce(_SCALE))
    piece, seen = inked(layers[0], INK, INK)
    wire, inside = inked(layers[1], ink, INK)
    piece.paste(wire, (0, 0), inside)
    return piece, seen


def _lying(plan: Plan, placed: Placed) -> Lying:
    return Lying(placed.card, placed.way.side, plan.turn(placed), plan.card)


def _card(canvas: Canvas, scene: Scene, plan: Plan, placed: Placed) -> None:
    """Draw a card anew if it is dimmed or if the latest move crosses it; other cards stay as `_bare` has drawn them."""
    number, trail = placed.card.number, scene.trail
    dim = scene.bright is not None and number not in scene.bright
    places = () if dim or trail is None else tuple(s.place for s in trail.stretches if s.number == number)
    box = plan.cell(placed.cell)
    if dim:
        canvas.place(dimmed(_lying(plan, placed)), box.left, box.top)
    elif trail is not None:
        canvas.place(face(_lying(plan, placed), places, COLOURS[trail.colour][0]), box.left, box.top)


@cached
def dimmed(lying: Lying) -> Image.Image:
    """Draw a card's face dimmed, except its number."""
    canvas = Canvas(lying.width, lying.height, lying.ground)
    canvas.place(mapped(face(lying), _DIMMED), 0, 0)
    imprint(canvas, lying)
    return canvas.pixels


_DIMMED: Final = tuple(
    blend(Ink(number), GROUND, _DIM) if number < palette.NUMBERS else GROUND for number in range(256)
)


def frame(canvas: Canvas, plan: Plan, placed: Placed, word: str, ink: Ink) -> None:
    """Draw a frame just inside a card's edge, and a word on the card if there is room."""
    box = plan.cell(placed.cell)
    line = min(max(box.width // 36, 3), 6)  # nodes of large cards reach nearly to the edge
    for edge in (
        box._replace(height=line),
        box._replace(top=box.bottom - line, height=line),
        box._replace(width=line),
        box._replace(left=box.right - line, width=line),
    ):
        canvas.fill(edge, ink)
    wide, step = fonts.width(word, STRONG) + 16, plan.step
    spot = Spot(placed.card, placed.way.side, plan.turn(placed), grains(wide, _TAG, step), far=True)
    if word and (corner := spot_for(spot)):
        tag = Box(box.left + round(corner[0] * step), box.top + round(corner[1] * step), wide, _TAG)
        canvas.panel(tag, ink, radius=6)
        canvas.text(word, STRONG, tag, INK, align=Align.MIDDLE)


def _start(canvas: Canvas, board: Board, plan: Plan, trail: Trail) -> None:
    """Draw a ring where a move began, and dots along a jump."""
    x, y = plan.node(board, trail.start)
    ink = COLOURS[trail.colour][0]
    if trail.jump is not None and plan.sees(board, trail.jump):
        to_x, to_y = plan.node(board, trail.jump)
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        dots = max(round(length / (1.3 * plan.step)), 2)
        for place in range(1, dots):
            part = place / dots
            dot = around(x + (to_x - x) * part, y + (to_y - y) * part, max(0.6 * plan.step, 8))
            symbol(canvas, Symbol.DISC, dot, ink)
    ring(canvas, around(x, y, 3 * plan.step), ink)
