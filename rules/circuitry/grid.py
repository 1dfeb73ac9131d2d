"""The grid that circuit cards lie on: places for another card, and ways to slide one. It knows no faces."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple


class Cell(NamedTuple):
    """A place of the grid: columns to the right, rows downwards, #1 on 0,0."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{self.column},{self.row}"

    def beside(self, edge: int) -> "Cell":
        """The cell beyond an edge: 0 above, 1 right, 2 below, 3 left."""
        return beside(self)[edge]


Cells = frozenset[Cell]
"""Where cards lie: one connected whole."""


@cache
def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells above, right, below and left of one."""
    column, row = cell
    return Cell(column, row - 1), Cell(column + 1, row), Cell(column, row + 1), Cell(column - 1, row)


@lru_cache(maxsize=1024)
def shared(cells: Cells) -> Cells:
    """The same, one object for all boards of this shape: it takes two kilobytes, and finds itself the quickest."""
    return cells


@lru_cache(maxsize=1024)
def places(cells: Cells) -> tuple[Cell, ...]:
    """4.7 Where a card can be laid, in reading order as the board is shown (`upright`)."""
    rank = _rank_upright if upright(cells) else _rank
    return tuple(sorted({near for cell in cells for near in beside(cell) if near not in cells}, key=rank))


@lru_cache(maxsize=1024)
def upright(cells: Cells) -> bool:
    """Whether a board of this shape is shown upright: one of very long rows, which would be small otherwise. Every
    other one is shown turned a quarter to the left, so that what was above is on the left.
    """
    columns, rows = {cell.column for cell in cells}, {cell.row for cell in cells}
    return len(columns) >= _LONG and len(columns) > 2 * len(rows)


_LONG: Final = 7
"""Turned cards of shorter rows have room enough."""


def _rank(cell: Cell) -> tuple[int, int]:
    """Where a place comes among others, turned a quarter to the left: from the last column to the first, each from the
    top.
    """
    return -cell.column, cell.row


def _rank_upright(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column


@lru_cache(maxsize=1024)
def beyond(cells: Cells) -> Mapping[Cell, tuple[Cell, ...]]:
    """5.4 By place: the cards that are met above, right, below and left of it. After the last one of a row or column
    the first one follows, and gaps are skipped.
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
    after: dict[Cell, Cell] = {}
    before: dict[Cell, Cell] = {}
    for line in lines:
        last = line[-1]
        for cell in line:
            after[last], before[cell], last = cell, last, cell
    return after, before


@lru_cache(maxsize=1024)
def slides(cells: Cells) -> Mapping[Cell, tuple[Cell, ...]]:
    """8.4, 8.5 From where to where a card can be slid."""
    there = set(map(_spot, cells))
    shown = None if upright(cells) else _shown
    order, parts = _walked(there)
    found = {}
    for start in there:
        ends = sorted(_along(there, start), key=shown)
        if start in parts:
            ends = [end for end in ends if _joins(order, parts[start], start, end)]
        if ends:
            found[_cell(start)] = tuple(map(_cell, ends))
    return found


# Slides are looked for on spots: a place as one number, in reading order, which is quicker to find than a pair.

_ROW: Final = 256
_STEPS: Final = (-_ROW, 1, _ROW, -1)
"""To the spots above, right, below and left."""
_SIDEWAYS: Final = tuple((step, _STEPS[edge - 1], _STEPS[edge - 3]) for edge, step in enumerate(_STEPS))
"""Each step with those to its left and its right."""
_MIDDLE: Final = _ROW // 2
Order = Mapping[int, int]
"""By spot with a card: its number on a walk over the board."""


def _spot(cell: Cell) -> int:
    return (cell.row + _MIDDLE) * _ROW + cell.column + _MIDDLE


def _shown(spot: int) -> tuple[int, int]:
    """Where it comes among others on a board that is turned (`_rank`); upright, they come as the spots do."""
    row, column = divmod(spot, _ROW)
    return -column, row


def _cell(spot: int) -> Cell:
    row, column = divmod(spot, _ROW)
    return Cell(column - _MIDDLE, row - _MIDDLE)


def _along(there: set[int], start: int) -> Iterator[int]:
    """8.5 The places along one edge of another card, or around one corner of it, that touch another card too."""
    for step, left, right in _SIDEWAYS:
        end = start + step
        if end not in there:
            flanked = start + left in there or start + right in there
            if end + left in there or end + right in there or (flanked and end + step in there):
                yield end
            continue
        for side in (left, right):  # around the corner of the card that lies there
            if end + side not in there and start + side not in there:
                yield end + side


def _walked(there: set[int]) -> tuple[Order, Mapping[int, Sequence[range]]]:
    """4.8 A walk over the board, and by spot of each card without which it would fall apart: the parts, as ranges of
    the walk, that hang on this card alone. Unless the walk began there, all else is one part more. (Tarjan's way to
    the cut vertices of a graph.)
    """
    order: dict[int, int] = {}
    parts: dict[int, list[range]] = {}

    def walk(spot: int, before: int | None) -> int:
        """The earliest number that is reached from here other than the way it came."""
        earliest = own = order[spot] = len(order)
        for step in _STEPS:
            near = spot + step
            if near not in there or near == before:
                continue
            if near in order:
                reached = order[near]
            else:
                first = len(order)
                reached = walk(near, spot)
                if reached >= own:
                    parts.setdefault(spot, []).append(range(first, len(order)))
            earliest = min(earliest, reached)
        return earliest

    root = next(iter(there))
    walk(root, None)
    if len(parts.get(root, ())) == 1:
        del parts[root]
    return order, parts


def _joins(order: Order, parts: Sequence[range], start: int, end: int) -> bool:
    """4.8 Whether a card that is slid there touches every part that it left behind."""
    touched = set()
    for step in _STEPS:
        near = end + step
        if near in order and near != start:
            number = order[near]
            touched.add(next((place for place, part in enumerate(parts) if number in part), len(parts)))
    return len(touched) == len(parts) + (order[start] > 0)
