"""Choose the part of a large board that a table shows: the pawn of the player who decides, where it is going, and as
much around them as can be read. A map in a corner shows the rest.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from PIL.Image import Image

from render.cache import cached
from render.canvas import Canvas
from render.circuitry.layout import plan_of
from render.circuitry.pawns import Standing
from render.circuitry.plan import ROOM, Plan, plan_for
from render.circuitry.routes import way_of
from render.circuitry.symbols import COLOURS, SHAPES
from render.palette import EDGE, GREEN, INK, LAMINATE, TEXT, YELLOW, blend
from rules.circuitry.board import HUB, Board, NodeId, number_of
from rules.circuitry.cards import Colour
from rules.circuitry.grid import Cell
from rules.circuitry.view import CircuitryView

LEAST: Final = 116
"""The smallest width of an upright card, in pixels: its nodes are then 29 pixels wide, and 14 on a desktop."""
CLEAR: Final = 124
"""The width of an upright card to which the camera goes near, in pixels."""
_MARGIN: Final = 30
"""The margin around the cards that are whole in the picture, in pixels; the edges of others reach into it."""
_PAWN: Final = 14, 22
"""Smallest and largest size of a pawn on the map, in pixels."""
_SEEN: Final = blend(GREEN, LAMINATE, 0.55)
"""Ink of a card on the map that the table shows; others have that of a card."""


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
    plan = plan_for(wanted, room, (_MARGIN, _MARGIN), CLEAR, upright=upright).within(*room)
    return filled(plan, wanted, view.board.cells), False


def filled(plan: Plan, wanted: Iterable[Cell], cells: Iterable[Cell]) -> Plan:
    """Move the cells so that as little as possible of the picture is empty beside the board, and as few cards as
    possible are cut; those that are wanted stay whole.
    """
    kept, board = ([plan.cell(cell).inset(-_MARGIN) for cell in group] for group in (wanted, cells))
    across = _slide(
        (min(box.left for box in board), max(box.right for box in board)),
        (min(box.left for box in kept), max(box.right for box in kept)),
        plan.width,
    )
    down = _slide(
        (min(box.top for box in board), max(box.bottom for box in board)),
        (min(box.top for box in kept), max(box.bottom for box in kept)),
        plan.height,
    )
    return plan._replace(shift=(across, down))


def _slide(board: tuple[int, int], kept: tuple[int, int], room: int) -> int:
    """Return by how many pixels to move a board along an axis: to its middle if it fits into the room, else only so far
    that nothing is empty. board, kept: where the board, and what must stay in the room, begin and end.
    """
    first, last = board
    best = (room - first - last) // 2 if last - first <= room else min(max(0, room - last), -first)
    return min(max(best, -kept[0]), room - kept[1])


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


def overview(board: Board, shown: Plan, pawns: tuple[Standing, ...], room: tuple[int, int]) -> Image:
    """Draw the map: every card of the board, the pawns, and a frame around the part that the table shows.

    room: the largest width of the map, and its height, in pixels.
    """
    plan = plan_for(board.cells, room, (8, 4), upright=board.upright)
    plan = plan.within(plan.width, room[1])
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
        canvas.fill(box, _SEEN if is_seen else LAMINATE)
        if cell == hub:
            canvas.frame(box, 2, YELLOW)
        inside += [box] if is_seen else []
    if inside:
        whole = inside[0]
        for box in inside[1:]:
            whole = whole.around(box)
        canvas.frame(whole.inset(-3), 3, TEXT)
    size = min(max(plan.card, _PAWN[0]), _PAWN[1])
    for colour, x, y in pawns:
        left = min(max(x - size // 2, 2), canvas.box.width - size - 2)
        top = min(max(y - size // 2, 2), canvas.box.height - size - 2)
        canvas.shape(SHAPES[colour], left - 2, top - 2, size + 4, INK)
        canvas.shape(SHAPES[colour], left, top, size, COLOURS[colour][0])
    return canvas.pixels
