"""The grid of the board, without faces: free places, and the slides of cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple


class Cell(NamedTuple):
    """A place on the grid. Columns count to the right, rows count downwards, and #1 is at 0,0."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{self.column},{self.row}"

    def beside(self, edge: int) -> "Cell":
        """Return the next cell beyond an edge of this one: 0 above, 1 right, 2 below, 3 left."""
        return beside(self)[edge]


Cells = frozenset[Cell]
"""The cells that have a card. They are always connected."""


@cache
def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the cells above, right, below and left of a cell."""
    column, row = cell
    return Cell(column, row - 1), Cell(column + 1, row), Cell(column, row + 1), Cell(column - 1, row)


@lru_cache(maxsize=1024)
def shared(cells: Cells) -> Cells:
    """Return one object for all equal sets of cells. A set takes two kilobytes, and comparing an object with itself is
    fast.
    """
    return cells


@lru_cache(maxsize=1024)
def places(cells: Cells) -> tuple[Cell, ...]:
    """4.7 Return the free cells beside cards, in reading order of the picture (`upright`)."""
    rank = _rank_upright if upright(cells) else _rank
    return tuple(sorted({near for cell in cells for near in beside(cell) if near not in cells}, key=rank))


@lru_cache(maxsize=1024)
def upright(cells: Cells) -> bool:
    """Return whether pictures show a board of this shape upright.

    Most boards are shown turned a quarter to the left, so that their top is on the left. Only a board with very long
    rows is shown upright, as it would be too small otherwise.
    """
    columns, rows = {cell.column for cell in cells}, {cell.row for cell in cells}
    return len(columns) >= _LONG and len(columns) > 2 * len(rows)


_LONG: Final = 7
"""A turned board with fewer columns than this is large enough in pictures."""


def _rank(cell: Cell) -> tuple[int, int]:
    """Return a sort key for the cells of a turned picture: columns from last to first, and each from the top."""
    return -cell.column, cell.row


def _rank_upright(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column


@lru_cache(maxsize=1024)
def beyond(cells: Cells) -> Mapping[Cell, tuple[Cell, ...]]:
    """5.3, 5.4 Return, for each cell, the cells of the next cards above, right, below and left of it. Gaps are skipped,
    and the last card of a row or column is followed by the first.
    """
    rows: dict[int, list[Cell]] = {}
    columns: dict[int, list[Cell]] = {}
    for cell in sorted(cells):
        rows.setdefault(cell.row, []).append(cell)
        columns.setdefault(cell.column, []).append(cell)
    right, left = _next_and_last(rows.values())
    below, above = _next_and_last(columns.values())
    return {cell: (above[cell], right[cell], below[cell], left[cell]) for cell in cells}


def _next_and_last(lines: Iterable[Sequence[Cell]]) -> tuple[dict[Cell, Cell], dict[Cell, Cell]]:
    following: dict[Cell, Cell] = {}
    previous: dict[Cell, Cell] = {}
    for line in lines:
        last = line[-1]
        for cell in line:
            following[last], previous[cell], last = cell, last, cell
    return following, previous


@lru_cache(maxsize=1024)
def slides(cells: Cells) -> Mapping[Cell, tuple[Cell, ...]]:
    """8.4, 8.5 Return, for each card that can slide, the cells that it can slide to."""
    spots = set(map(_spot, cells))
    shown = None if upright(cells) else _shown
    order, parts = _walked(spots)
    ends_by_cell = {}
    for start in spots:
        ends = sorted(_along(spots, start), key=shown)
        if start in parts:
            ends = [end for end in ends if _joins(order, parts[start], start, end)]
        if ends:
            ends_by_cell[_cell(start)] = tuple(map(_cell, ends))
    return ends_by_cell


# Slides are computed on spots: a cell as one number, in reading order, which is a faster key than a pair.

_ROW: Final = 256
_STEPS: Final = (-_ROW, 1, _ROW, -1)
"""The differences between a spot and the spots above, right, below and left of it."""
_SIDEWAYS: Final = tuple((step, _STEPS[edge - 1], _STEPS[edge - 3]) for edge, step in enumerate(_STEPS))
"""Each of these steps, with the steps to its left and its right."""
_MIDDLE: Final = _ROW // 2
Order = Mapping[int, int]
"""For each spot with a card: the number that a walk over the board gives it."""


def _spot(cell: Cell) -> int:
    return (cell.row + _MIDDLE) * _ROW + cell.column + _MIDDLE


def _shown(spot: int) -> tuple[int, int]:
    """Return a key that sorts spots in reading order in a picture on its side. Unturned, spots sort by themselves."""
    row, column = divmod(spot, _ROW)
    return -column, row


def _cell(spot: int) -> Cell:
    row, column = divmod(spot, _ROW)
    return Cell(column - _MIDDLE, row - _MIDDLE)


def _along(spots: set[int], start: int) -> Iterator[int]:
    """8.5 Yield the free spots that a card can reach by sliding along one edge of another card, or around one corner of
    it.

    Spots are left out where the card would touch no other card.
    """
    for step, left, right in _SIDEWAYS:
        end = start + step
        if end not in spots:
            flanked = start + left in spots or start + right in spots
            if end + left in spots or end + right in spots or (flanked and end + step in spots):
                yield end
            continue
        for side in (left, right):  # around the corner of the card at the end
            if end + side not in spots and start + side not in spots:
                yield end + side


def _walked(spots: set[int]) -> tuple[Order, Mapping[int, Sequence[range]]]:
    """4.8 Number the spots on a walk over the board. Return the numbers, and the cut vertices with their parts.

    A cut vertex is a spot without whose card the board would fall apart (Tarjan's algorithm). Each of its parts is a
    range of the numbers, connected to the rest of the board by this card alone. Unless the walk began at the cut
    vertex, the rest of the board is a further part, which is not listed.
    """
    order: dict[int, int] = {}
    parts: dict[int, list[range]] = {}

    def walk(spot: int, before: int | None) -> int:
        """Return the lowest number that can be reached from this spot without going back to `before`."""
        earliest = number = order[spot] = len(order)
        for step in _STEPS:
            near = spot + step
            if near not in spots or near == before:
                continue
            if near in order:
                reached = order[near]
            else:
                first = len(order)
                reached = walk(near, spot)
                if reached >= number:
                    parts.setdefault(spot, []).append(range(first, len(order)))
            earliest = min(earliest, reached)
        return earliest

    root = next(iter(spots))
    walk(root, None)
    if len(parts.get(root, ())) == 1:
        del parts[root]
    return order, parts


def _joins(order: Order, parts: Sequence[range], start: int, end: int) -> bool:
    """4.8 Return whether a card that slides from `start` to `end` touches all parts of the board that it leaves."""
    touched = set()
    for step in _STEPS:
        near = end + step
        if near in order and near != start:
            number = order[near]
            touched.add(next((place for place, part in enumerate(parts) if number in part), len(parts)))
    return len(touched) == len(parts) + (order[start] > 0)
