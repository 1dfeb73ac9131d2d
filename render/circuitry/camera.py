"""Choose the part of a large board that a table shows: the pawn of the player who decides, where it is going, and as
much around them as can be read. A map in a corner shows the rest.
"""

from collections.abc import Iterator
from typing import Final

from PIL.Image import Image

from render.cache import cached
from render.canvas import Box, Canvas
from render.circuitry.layout import plan_of
from render.circuitry.pawns import Standing
from render.circuitry.plan import ROOM, Plan, plan_for, plan_with_surroundings
from render.circuitry.routes import way_of
from render.circuitry.symbols import COLOURS, SHAPES, around
from render.palette import EDGE, INK, LAMINATE, TEXT, YELLOW, blend
from rules.circuitry.board import HUB, Board, NodeId, number_of
from rules.circuitry.cards import Colour
from rules.circuitry.grid import Cell
from rules.circuitry.view import CircuitryView

LEAST: Final = 116
"""The smallest width of an upright card, in pixels: its nodes are then 29 pixels wide, and 14 on a desktop."""
CLEAR: Final = 148
"""The width of an upright card to which the camera goes near, in pixels."""
_MARGIN: Final = 30
"""The margin around the cards that are whole in the picture, in pixels; the edges of others reach into it."""
_MAP: Final = 240, 190
"""The largest width and height of the map, in pixels."""
_PAWN: Final = 22
"""Size of a pawn on the map, in pixels."""


def seen(view: CircuitryView, room: tuple[int, int] = ROOM) -> tuple[Plan, bool]:
    """Return the plan of the part of the board that a table shows, and whether that is the whole board.

    room: the largest width and height of the part, in pixels.
    """
    plan = plan_of(view.board, room)
    if plan.card >= LEAST:
        return plan, True
    upright = view.board.upright
    wanted: list[Cell] = []
    for cell in dict.fromkeys(view.board.by_number[number].cell for number in _focus(view)):
        if plan_for([*wanted, cell], room, (_MARGIN, _MARGIN), upright=upright).card >= LEAST:
            wanted.append(cell)
    plan = plan_with_surroundings(wanted, view.board.cells, room, (_MARGIN, _MARGIN), CLEAR, upright=upright)
    return plan.within(*room), False


def _focus(view: CircuitryView) -> Iterator[int]:
    """Yield the numbers of cards, most important first: of the deciding player's pawn, its way, what has just changed,
    the other pawns, and card #1.
    """
    seat = view.waiting[0] if len(view.waiting) == 1 and view.outcome is None else view.active
    side = view.sides[seat]
    if not side.left:
        yield number_of(side.node)
        way: list[NodeId] = list(way_of(view, side) or ())
        yield from map(number_of, reversed(way))
        if not way:
            yield HUB
    yield from sorted(number for number in view.touched if number in view.board.by_number)
    yield from (number_of(other.node) for other in view.sides if not other.left)
    yield HUB


def overview(board: Board, shown: Plan, pawns: tuple[Standing, ...]) -> Image:
    """Draw the map: every card of the board, the pawns, and a frame around the part that the table shows."""
    plan = plan_for(board.cells, _MAP, (8, 8), upright=board.upright)
    spots = [plan.node(board, pawn.node) if board.node(pawn.node) else (0.0, 0.0) for pawn in pawns]
    marks = tuple([(pawn.colour, round(x), round(y)) for pawn, (x, y) in zip(pawns, spots, strict=True)])
    cells = tuple([(placed.cell, shown.holds(placed.cell)) for placed in board.placed])
    return _map(plan, cells, board.hub.cell, marks)


@cached
def _map(
    plan: Plan, cells: tuple[tuple[Cell, bool], ...], hub: Cell, pawns: tuple[tuple[Colour, int, int], ...]
) -> Image:
    """cells: each card's cell, and whether the table shows it. hub: that of card #1. pawns: each with its place."""
    canvas = Canvas(plan.width, plan.height, INK)
    canvas.frame(canvas.box, 2, EDGE)
    inside = []
    for cell, is_seen in cells:
        box = plan.cell(cell).inset(1)
        canvas.fill(box, LAMINATE if is_seen else blend(LAMINATE, INK, 0.5))
        if cell == hub:
            canvas.frame(box, 2, YELLOW)
        inside += [box] if is_seen else []
    if inside:
        whole = inside[0]
        for box in inside[1:]:
            whole = whole.around(box)
        canvas.frame(whole.inset(-3), 3, TEXT)
    for colour, x, y in pawns:
        left = min(max(x - _PAWN // 2, 2), canvas.box.width - _PAWN - 2)
        top = min(max(y - _PAWN // 2, 2), canvas.box.height - _PAWN - 2)
        canvas.shape(SHAPES[colour], left, top, _PAWN, COLOURS[colour][0])
    return canvas.pixels


def corner(plan: Plan, board: Board, pawns: tuple[Standing, ...], size: tuple[int, int]) -> tuple[int, int]:
    """Return the place of the map's upper left corner on the board's picture: in the corner where it hides least."""
    wide, high = size
    corners = [(left, top) for top in (0, plan.height - high) for left in (plan.width - wide, 0)]

    def hidden(place: tuple[int, int]) -> tuple[int, int]:
        room = Box(*place, wide, high)
        spots = [plan.node(board, pawn.node) for pawn in pawns if plan.sees(board, pawn.node)]
        covered = sum(_shared(room, around(x, y, 90)) for x, y in spots)
        return covered, sum(_shared(room, plan.cell(cell)) for cell in board.cells)

    return min(corners, key=hidden)


def _shared(one: Box, other: Box) -> int:
    """Return the area of the part that two boxes share, in pixels."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(wide, 0) * max(high, 0)
