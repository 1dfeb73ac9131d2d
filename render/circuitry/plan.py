"""Map the cells of a board to pixels. The picture is upright or turned anticlockwise by a quarter: its left is the
board's top.
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
"""Largest width of a card, in pixels."""
WIDTHS: Final = (LARGEST, 248, 188, 168, 148, 124, 116, 100, 92, 84, *range(76, 12, -STEP))
"""Possible widths of cards in pixels, for roughly one, two, three ... cards side by side or below each other. There are
only a few, so that later pictures can use the cards that earlier ones have cached.
"""
ROOM: Final = 730, 574
"""Largest size of a board beside the players, in pixels."""
READABLE: Final = 84
"""Smallest width at which a card can be read on the table, in pixels."""
_OUT: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Outward directions of the edges: above, right, below, left."""


class Leaving(NamedTuple):
    """The point where a pathway leaves a card."""

    x: float
    y: float
    out: tuple[int, int]
    """Outward direction, to the right and down."""


class Plan(NamedTuple):
    """Cells of one size side by side, with margins around them."""

    card: int
    """Width of an upright card, in pixels."""
    first: Cell
    """The upper left cell of the unturned board."""
    columns: int
    rows: int
    margins: tuple[int, int]
    """Left and right, above and below, in pixels."""
    upright: bool
    """Whether the board is not turned."""

    @property
    def width(self) -> int:
        return (self.columns * self.card if self.upright else self.rows * height(self.card)) + 2 * self.margins[0]

    @property
    def height(self) -> int:
        return (self.rows * height(self.card) if self.upright else self.columns * self.card) + 2 * self.margins[1]

    @property
    def step(self) -> float:
        """A step of the lattice in pixels."""
        return self.card / WIDTH

    def turn(self, placed: Placed) -> int:
        """Return the clockwise rotation of a card in the picture, in quarter turns."""
        return quarters(turned=placed.way.turned, upright=self.upright)

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is completely inside the picture."""
        box = self.cell(cell)
        return box.left >= 0 and box.top >= 0 and box.right <= self.width and box.bottom <= self.height

    def within(self, width: int, height: int) -> "Plan":
        """Return this plan with wider margins if it is smaller than this size, so that its cells stay in the middle."""
        across, down = width - self.width, height - self.height
        left, top = self.margins
        return self._replace(margins=(left + max(across, 0) // 2, top + max(down, 0) // 2))

    def cell(self, cell: Cell) -> Box:
        """Return the box of a cell. It may lie outside the picture."""
        column, row, high = cell.column - self.first.column, cell.row - self.first.row, height(self.card)
        left, top = self.margins
        if self.upright:
            return Box(left + column * self.card, top + row * high, self.card, high)
        return Box(left + row * high, top + (self.columns - 1 - column) * self.card, high, self.card)

    def shown(self, box: Box) -> Box | None:
        """Return the part of a box that is in the picture; None if there is none."""
        left, top = max(box.left, 0), max(box.top, 0)
        part = Box(left, top, min(box.right, self.width) - left, min(box.bottom, self.height) - top)
        return part if part.width > 0 and part.height > 0 else None

    def at(self, placed: Placed, point: Point) -> tuple[float, float]:
        """Return a point of a card's face, in pixels."""
        box, (x, y) = self.cell(placed.cell), turned(point, self.turn(placed))
        return box.left + x * self.step, box.top + y * self.step

    def leaving(self, placed: Placed, port: int) -> Leaving:
        """Return the point where a pathway leaves a card by a port, counted on the board."""
        box, turn = self.cell(placed.cell), quarters(turned=False, upright=self.upright)
        x, y = turned(PORTS[port], turn)
        return Leaving(box.left + x * self.step, box.top + y * self.step, _OUT[(port // 2 + turn) % len(_OUT)])

    def node(self, board: Board, node: NodeId) -> tuple[float, float]:
        """Return the position of a node, in pixels."""
        placed = board.by_number[number_of(node)]
        placed_node = placed.face.node(colour_of(node))
        assert placed_node is not None
        return self.at(placed, placed_node.at)

    def sees(self, board: Board, node: NodeId) -> bool:
        """Return whether a node is on the board with its card completely inside the picture."""
        return board.node(node) is not None and self.holds(board.by_number[number_of(node)].cell)


def plan_for(
    cells: Iterable[Cell], room: tuple[int, int], margins: tuple[int, int], largest: int = LARGEST, *, upright: bool
) -> Plan:
    """Return a plan of these cells, as large as fits into the room (width and height). upright: the board's
    orientation.
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


def plan_with_surroundings(
    wanted: Iterable[Cell], board: Iterable[Cell], room: tuple[int, int], margins: tuple[int, int], *, upright: bool
) -> Plan:
    """Return a plan of the wanted cells, as large as fits, extended by as much of the board as fits at that size."""
    cells = [*wanted]
    plan = plan_for(cells, room, margins, upright=upright)
    distance = {cell: min(abs(cell.column - c.column) + abs(cell.row - c.row) for c in cells) for cell in board}
    for cell in sorted(distance, key=lambda cell: (distance[cell], cell)):
        wider = plan_for([*cells, cell], room, margins, upright=upright)
        if wider.card == plan.card:
            cells, plan = [*cells, cell], wider
    return plan
