"""Where the cells of a board lie in a picture."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from render.canvas import Box
from render.circuitry.face import STEP, height
from rules.circuitry.board import Board, NodeId, Placed, colour_of, number_of
from rules.circuitry.cards import HEIGHT, WIDTH, Point
from rules.circuitry.grid import Cell

LARGEST: Final = 232
"""How wide a card is where there is room."""
WIDTHS: Final = (LARGEST, 216, 200, 176, 152, 144, *range(128, 64, -8), *range(64, 12, -STEP))
"""How wide cards may be: about what three, four, five ... of them side by side or below each other have room for. Few
sizes, so that what was drawn of cards for one picture serves the next ones.
"""


class Plan(NamedTuple):
    """Cells of one size side by side, with margins around them."""

    card: int
    """How wide a card is."""
    first: Cell
    """The upper left cell."""
    columns: int
    rows: int
    margins: tuple[int, int]
    """Left and right, above and below."""

    @property
    def width(self) -> int:
        return self.columns * self.card + 2 * self.margins[0]

    @property
    def height(self) -> int:
        return self.rows * height(self.card) + 2 * self.margins[1]

    @property
    def step(self) -> float:
        """A step of the lattice in pixels."""
        return self.card / WIDTH

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is in the picture as a whole."""
        box = self.cell(cell)
        return box.left >= 0 and box.top >= 0 and box.right <= self.width and box.bottom <= self.height

    def widened(self, width: int) -> "Plan":
        """The same in a picture of this width, if it is narrower."""
        return self._replace(margins=(max((width - self.columns * self.card) // 2, self.margins[0]), self.margins[1]))

    def cell(self, cell: Cell) -> Box:
        """Where a cell lies, also one beyond the margins."""
        high = height(self.card)
        left = self.margins[0] + (cell.column - self.first.column) * self.card
        return Box(left, self.margins[1] + (cell.row - self.first.row) * high, self.card, high)

    def shown(self, box: Box) -> Box | None:
        """The part of a box that is in the picture; None if it is too little for anything."""
        left, top = max(box.left, 0), max(box.top, 0)
        part = Box(left, top, min(box.right, self.width) - left, min(box.bottom, self.height) - top)
        return part if part.width > 0 and part.height > 0 else None

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

    def sees(self, board: Board, node: NodeId) -> bool:
        """Whether a node is on the board, and its card in the picture as a whole."""
        return board.node(node) is not None and self.holds(board.by_number[number_of(node)].cell)


def planned(cells: Iterable[Cell], room: tuple[int, int], margins: tuple[int, int], largest: int = LARGEST) -> Plan:
    """These cells as large as there is room for, width and height."""
    cells = tuple(cells)
    left, top = min(cell.column for cell in cells), min(cell.row for cell in cells)
    columns = max(cell.column for cell in cells) - left + 1
    rows = max(cell.row for cell in cells) - top + 1
    across = (room[0] - 2 * margins[0]) // columns
    down = (room[1] - 2 * margins[1]) * WIDTH // (rows * HEIGHT)
    most = min(largest, across, down)
    card = next((width for width in WIDTHS if width <= most), WIDTHS[-1])
    return Plan(card, Cell(left, top), columns, rows, margins)
