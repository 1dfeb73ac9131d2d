"""The grid that circuit cards lie on: places for another card, and ways to slide one. It knows no faces."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple


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
def places(cells: Cells) -> tuple[Cell, ...]:
    """4.7 Where a card can be laid, from the top, each row from the left."""
    return _in_reading_order({near for cell in cells for near in beside(cell) if near not in cells})


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
    near = {cell: [there for there in beside(cell) if there in cells] for cell in cells}
    found = {}
    for start in cells:
        ends = [end for end in _along(cells, start) if _touches(cells, start, end)]
        if ends and len(parts := _parts_without(near, start)) > 1:
            ends = [end for end in ends if _joins(parts, end)]
        if ends:
            found[start] = _in_reading_order(ends)
    return found


def _along(cells: Cells, start: Cell) -> Iterator[Cell]:
    """8.5 The places along one edge of another card, or around one corner of it."""
    around = beside(start)
    for edge, along in enumerate(around):
        left, right = (edge + 3) % 4, (edge + 1) % 4
        further = beside(along)
        if along not in cells:
            if around[left] in cells or around[right] in cells or further[left] in cells or further[right] in cells:
                yield along
            continue
        for side in (left, right):  # around the corner of the card that lies there
            if further[side] not in cells and around[side] not in cells:
                yield further[side]


def _touches(cells: Cells, start: Cell, end: Cell) -> bool:
    """Whether a card at the end would touch another one than that from the start."""
    return any(near in cells and near != start for near in beside(end))


def _parts_without(near: Mapping[Cell, Sequence[Cell]], cell: Cell) -> list[set[Cell]]:
    """4.8 The parts that the board falls into when the card there is taken away. If it stays whole, its one part is
    followed no further than is needed to know that. near: by place, the cards beside it.
    """
    ends = set(near[cell])
    parts: list[set[Cell]] = []
    while ends:
        edge = [next(iter(ends))]
        part = {cell, *edge}
        while edge and (parts or not part.issuperset(ends)):
            further = []
            for here in edge:
                for there in near[here]:
                    if there not in part:
                        part.add(there)
                        further.append(there)
            edge = further
        ends -= part
        part.discard(cell)
        parts.append(part)
    return parts


def _joins(parts: Sequence[set[Cell]], end: Cell) -> bool:
    """4.8 Whether a card that is slid there touches every part that it left behind."""
    return all(not part.isdisjoint(beside(end)) for part in parts)


def _in_reading_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell.row, cell.column)))
