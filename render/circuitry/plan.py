"""Where the cells of a board lie in a picture."""

from collections.abc import Iterable
from typing import NamedTuple

from render.canvas import Box
from render.circuitry.face import STEP, height
from rules.circuitry.board import Board, NodeId, Placed, colour_of, number_of
from rules.circuitry.cards import HEIGHT, WIDTH, Point
from rules.circuitry.grid import Cell

LARGEST = 232
"""How wide a card is where there is room."""
SMALLEST = 16


class Plan(NamedTuple):
    """Cells of one size side by side, with a margin around them."""

    card: int
    """How wide a card is."""
    first: Cell
    """The upper left cell."""
    columns: int
    rows: int
    margin: int

    @property
    def width(self) -> int:
        return self.columns * self.card + 2 * self.margin

    @property
    def height(self) -> int:
        return self.rows * height(self.card) + 2 * self.margin

    @property
    def step(self) -> float:
        """A step of the lattice in pixels."""
        return self.card / WIDTH

    def cell(self, cell: Cell) -> Box:
        high = height(self.card)
        left = self.margin + (cell.column - self.first.column) * self.card
        return Box(left, self.margin + (cell.row - self.first.row) * high, self.card, high)

    def at(self, there: Placed, point: Point) -> tuple[float, float]:
        """Where a point of the face of a card lies."""
        box, (x, y) = self.cell(there.cell), point.opposite if there.way.turned else point
        return box.left + x * self.card / WIDTH, box.top + y * box.height / HEIGHT

    def node(self, board: Board, node: NodeId) -> tuple[float, float]:
        """Where a node of the board lies."""
        there = board.by_number[number_of(node)]
        found = there.face.node(colour_of(node))
        assert found is not None
        return self.at(there, found.at)


def planned(cells: Iterable[Cell], room: tuple[int, int], margin: int, largest: int = LARGEST) -> Plan:
    """These cells as large as there is room for, width and height."""
    cells = tuple(cells)
    left, top = min(cell.column for cell in cells), min(cell.row for cell in cells)
    columns = max(cell.column for cell in cells) - left + 1
    rows = max(cell.row for cell in cells) - top + 1
    across = (room[0] - 2 * margin) // columns
    down = (room[1] - 2 * margin) * WIDTH // (rows * HEIGHT)
    card = max(min(largest, across, down) // STEP * STEP, SMALLEST)
    return Plan(card, Cell(left, top), columns, rows, margin)
