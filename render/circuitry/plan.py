"""Map the cells of a board to pixels. The picture is upright, or turned anticlockwise by a quarter: the top of the
board is on the left.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from render.canvas import Box
from render.circuitry.face import STEP, height
from render.circuitry.turns import quarters, turned
from rules.circuitry.board import Board, NodeId, Placed, colour_of, number_of
from rules.circuitry.cards import HEIGHT, PORTS, WIDTH, Point
from rules.circuitry.grid import Cell

LARGEST: Final = 280
"""The largest width of an upright card, in pixels."""
WIDTHS: Final = (LARGEST, 248, 188, 168, 148, 124, 116, 100, 92, 84, *range(76, 4, -STEP))
"""The possible widths of upright cards in pixels, roughly for one, two, three … cards in a row or column.

There are few of them, so that pictures can share cached cards.
"""
ROOM: Final = 730, 474
"""The largest width and height of a board beside the players, in pixels."""
READABLE: Final = 84
"""The smallest width of an upright card, in pixels, at which people can read it on the table."""
_OUT: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The outward directions of a card's top, right, bottom and left edge, as steps to the right and down."""


class Leaving(NamedTuple):
    """A point of the picture where a pathway leaves a card."""

    x: float
    y: float
    out: tuple[int, int]
    """The outward direction, as steps to the right and down: (0, -1) points up."""


class Plan(NamedTuple):
    """A picture of some cells of a board: their place in pixels, with margins around them."""

    card: int
    """Width of an upright card, in pixels."""
    first: Cell
    """The cell in the first column and the first row."""
    columns: int
    rows: int
    margins: tuple[int, int]
    """The margins at the sides, and those above and below, in pixels."""
    upright: bool
    """Whether the board is shown upright, not turned by a quarter."""
    shift: tuple[int, int] = 0, 0
    """How far the cells lie to the right of the middle, and below it, in pixels."""

    @property
    def width(self) -> int:
        return (self.columns * self.card if self.upright else self.rows * height(self.card)) + 2 * self.margins[0]

    @property
    def height(self) -> int:
        return (self.rows * height(self.card) if self.upright else self.columns * self.card) + 2 * self.margins[1]

    @property
    def step(self) -> float:
        """The size of a step of the lattice, in pixels."""
        return self.card / WIDTH

    def turn(self, placed: Placed) -> int:
        """Return the clockwise rotation of a card in the picture, in quarter turns."""
        return quarters(turned=placed.way.turned, upright=self.upright)

    def holds(self, cell: Cell) -> bool:
        """Return whether the picture contains the whole cell."""
        box = self.cell(cell)
        return box.left >= 0 and box.top >= 0 and box.right <= self.width and box.bottom <= self.height

    def within(self, width: int, height: int) -> "Plan":
        """Return this plan with wider margins, so that it has at least this size and its cells are in the middle."""
        across, down = width - self.width, height - self.height
        left, top = self.margins
        return self._replace(margins=(left + max(across, 0) // 2, top + max(down, 0) // 2))

    def cell(self, cell: Cell) -> Box:
        """Return the box of a cell, which may lie outside the picture."""
        column, row, high = cell.column - self.first.column, cell.row - self.first.row, height(self.card)
        left, top = self.margins[0] + self.shift[0], self.margins[1] + self.shift[1]
        if self.upright:
            return Box(left + column * self.card, top + row * high, self.card, high)
        return Box(left + row * high, top + (self.columns - 1 - column) * self.card, high, self.card)

    def shown(self, box: Box) -> Box | None:
        """Return the part of a box inside the picture; None if it lies outside."""
        left, top = max(box.left, 0), max(box.top, 0)
        part = Box(left, top, min(box.right, self.width) - left, min(box.bottom, self.height) - top)
        return part if part.width > 0 and part.height > 0 else None

    def at(self, placed: Placed, point: Point) -> tuple[float, float]:
        """Return where a point of a card's face is in the picture, in pixels."""
        box, (x, y) = self.cell(placed.cell), turned(point, self.turn(placed))
        return box.left + x * self.step, box.top + y * self.step

    def leaving(self, placed: Placed, port: int) -> Leaving:
        """Return where a pathway leaves a card.

        port: the port's number on the board, not on the card.
        """
        box, turn = self.cell(placed.cell), quarters(turned=False, upright=self.upright)
        x, y = turned(PORTS[port], turn)
        return Leaving(box.left + x * self.step, box.top + y * self.step, _OUT[(port // 2 + turn) % len(_OUT)])

    def node(self, board: Board, node: NodeId) -> tuple[float, float]:
        """Return where the middle of a node is in the picture, in pixels."""
        placed = board.by_number[number_of(node)]
        placed_node = placed.face.node(colour_of(node))
        assert placed_node is not None
        return self.at(placed, placed_node.at)

    def sees(self, board: Board, node: NodeId) -> bool:
        """Return whether a node is on the upper side of its card, and the whole card is in the picture."""
        return board.node(node) is not None and self.holds(board.by_number[number_of(node)].cell)


def plan_for(
    cells: Iterable[Cell], room: tuple[int, int], margins: tuple[int, int], largest: int = LARGEST, *, upright: bool
) -> Plan:
    """Return a plan of these cells, with the largest cards that fit into the room.

    room: width and height in pixels. upright: whether the board is shown upright.
    """
    cells = tuple(cells)
    left, top = min(cell.column for cell in cells), min(cell.row for cell in cells)
    columns = max(cell.column for cell in cells) - left + 1
    rows = max(cell.row for cell in cells) - top + 1
    wide, high = room[0] - 2 * margins[0], room[1] - 2 * margins[1]
    along, beside = (high, wide) if upright else (wide, high)
    most = min(largest, along * WIDTH // (rows * HEIGHT), beside // columns)
    card = next((width for width in WIDTHS if width <= most), WIDTHS[-1])
    return Plan(card, Cell(left, top), columns, rows, margins, upright)


def plan_with_surroundings(  # noqa: PLR0913 # a plan's arguments
    wanted: Iterable[Cell],
    board: Iterable[Cell],
    room: tuple[int, int],
    margins: tuple[int, int],
    largest: int = LARGEST,
    *,
    upright: bool,
) -> Plan:
    """Return a plan of the wanted cells with the largest cards that fit, and with as much more of the board as fits."""
    cells = [*wanted]
    plan = plan_for(cells, room, margins, largest, upright=upright)
    distance = {cell: min(abs(cell.column - c.column) + abs(cell.row - c.row) for c in cells) for cell in board}
    for cell in sorted(distance, key=lambda cell: (distance[cell], cell)):
        wider = plan_for([*cells, cell], room, margins, largest, upright=upright)
        if wider.card == plan.card:
            cells, plan = [*cells, cell], wider
    return plan
