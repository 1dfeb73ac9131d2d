"""Where the cells of a board lie in a picture: upright, or turned a quarter to the left, what was above on the left."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from render.canvas import Box
from render.circuitry.face import STEP, height
from render.circuitry.turns import quarters, turned
from rules.circuitry.board import Board, NodeId, Placed, colour_of, number_of
from rules.circuitry.cards import HEIGHT, PORTS, WIDTH, Point
from rules.circuitry.grid import Cell

LARGEST: Final = 280
"""How wide a card is where there is room."""
WIDTHS: Final = (LARGEST, 248, 188, 168, 148, 124, 116, 100, 92, 84, *range(76, 12, -STEP))
"""How wide cards may be: about what one, two, three ... of them side by side or below each other have room for. Few
sizes, so that what was drawn of cards for one picture serves the next ones.
"""
ROOM: Final = 730, 574
"""What a table has for its board beside the players, in pixels."""
READABLE: Final = 84
"""Cards of this width are read on the table."""
_OUT: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Which way leads out: above, right, below, left."""


class Leaving(NamedTuple):
    """Where a pathway leaves a card."""

    x: float
    y: float
    out: tuple[int, int]
    """Which way leads out, to the right and down."""


class Plan(NamedTuple):
    """Cells of one size side by side, with margins around them."""

    card: int
    """How wide an upright card is."""
    first: Cell
    """The upper left cell of the board as it is not turned."""
    columns: int
    rows: int
    margins: tuple[int, int]
    """Left and right, above and below."""
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

    def turn(self, there: Placed) -> int:
        """By how many quarters to the right a card is turned in the picture."""
        return quarters(turned=there.way.turned, upright=self.upright)

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is in the picture as a whole."""
        box = self.cell(cell)
        return box.left >= 0 and box.top >= 0 and box.right <= self.width and box.bottom <= self.height

    def within(self, width: int, height: int) -> "Plan":
        """The same in the middle of a picture of this size, where it is smaller."""
        across, down = width - self.width, height - self.height
        left, top = self.margins
        return self._replace(margins=(left + max(across, 0) // 2, top + max(down, 0) // 2))

    def cell(self, cell: Cell) -> Box:
        """Where a cell lies, also one beyond the margins."""
        column, row, high = cell.column - self.first.column, cell.row - self.first.row, height(self.card)
        left, top = self.margins
        if self.upright:
            return Box(left + column * self.card, top + row * high, self.card, high)
        return Box(left + row * high, top + (self.columns - 1 - column) * self.card, high, self.card)

    def shown(self, box: Box) -> Box | None:
        """The part of a box that is in the picture; None if it is too little for anything."""
        left, top = max(box.left, 0), max(box.top, 0)
        part = Box(left, top, min(box.right, self.width) - left, min(box.bottom, self.height) - top)
        return part if part.width > 0 and part.height > 0 else None

    def at(self, there: Placed, point: Point) -> tuple[float, float]:
        """Where a point of the face of a card lies."""
        box, (x, y) = self.cell(there.cell), turned(point, self.turn(there))
        return box.left + x * self.step, box.top + y * self.step

    def leaving(self, there: Placed, port: int) -> Leaving:
        """Where a pathway leaves a card by a port, counted on the board."""
        box, turn = self.cell(there.cell), quarters(turned=False, upright=self.upright)
        x, y = turned(PORTS[port], turn)
        return Leaving(box.left + x * self.step, box.top + y * self.step, _OUT[(port // 2 + turn) % len(_OUT)])

    def node(self, board: Board, node: NodeId) -> tuple[float, float]:
        """Where a node of the board lies."""
        there = board.by_number[number_of(node)]
        found = there.face.node(colour_of(node))
        assert found is not None
        return self.at(there, found.at)

    def sees(self, board: Board, node: NodeId) -> bool:
        """Whether a node is on the board, and its card in the picture as a whole."""
        return board.node(node) is not None and self.holds(board.by_number[number_of(node)].cell)


def planned(
    cells: Iterable[Cell], room: tuple[int, int], margins: tuple[int, int], largest: int = LARGEST, *, upright: bool
) -> Plan:
    """These cells of a board as large as there is room for, width and height; upright: how that board is shown."""
    cells = tuple(cells)
    left, top = min(cell.column for cell in cells), min(cell.row for cell in cells)
    columns = max(cell.column for cell in cells) - left + 1
    rows = max(cell.row for cell in cells) - top + 1
    wide, high = room[0] - 2 * margins[0], room[1] - 2 * margins[1]
    along, beside = (high, wide) if upright else (wide, high)
    most = min(largest, along * WIDTH // (rows * HEIGHT), beside // columns)
    card = next((width for width in WIDTHS if width <= most), WIDTHS[-1])
    return Plan(card, Cell(left, top), columns, rows, margins, upright)


def planned_among(
    wanted: Iterable[Cell], board: Iterable[Cell], room: tuple[int, int], margins: tuple[int, int], *, upright: bool
) -> Plan:
    """The wanted cells as large as there is room for, and beside them as much of the board as has room at that size."""
    cells = [*wanted]
    plan = planned(cells, room, margins, upright=upright)
    apart = {cell: min(abs(cell.column - c.column) + abs(cell.row - c.row) for c in cells) for cell in board}
    for cell in sorted(apart, key=lambda cell: (apart[cell], cell)):
        wider = planned([*cells, cell], room, margins, upright=upright)
        if wider.card == plan.card:
            cells, plan = [*cells, cell], wider
    return plan
