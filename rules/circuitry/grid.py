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
    bridges = _bridges(near)
    found = {}
    for start in cells:
        touched = {
            end: [there for there in beside(end) if there in cells and there != start] for end in _along(cells, start)
        }
        ends = [end for end, others in touched.items() if len(others) > (start in bridges)]
        if ends and start in bridges:
            parts = _parts_without(near, start)
            ends = [end for end in ends if all(not part.isdisjoint(touched[end]) for part in parts)]
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


Near = Mapping[Cell, Sequence[Cell]]
"""By place: the cards beside the one there."""


def _bridges(near: Near) -> set[Cell]:
    """4.8 The cards without which the board would fall apart: Tarjan's walk for the cut vertices of a graph."""
    found: set[Cell] = set()
    order: dict[Cell, int] = {}
    root = next(iter(near))

    def walk(cell: Cell, before: Cell | None) -> int:
        """The earliest place that is reached from here other than the way it came."""
        earliest = own = order[cell] = len(order)
        onward = 0
        for there in near[cell]:
            if there not in order:
                onward += 1
                reached = walk(there, cell)
                if (reached >= own and before is not None) or (before is None and onward > 1):
                    found.add(cell)
                earliest = min(earliest, reached)
            elif there != before and order[there] < earliest:
                earliest = order[there]
        return earliest

    walk(root, None)
    return found


def _parts_without(near: Near, cell: Cell) -> list[set[Cell]]:
    """4.8 The parts that the board falls into when the card there is taken away."""
    ends = set(near[cell])
    parts: list[set[Cell]] = []
    while ends:
        edge = [ends.pop()]
        part = {cell, *edge}
        while edge:
            edge = [there for here in edge for there in near[here] if there not in part]
            part.update(edge)
        ends -= part
        part.discard(cell)
        parts.append(part)
    return parts


def _in_reading_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell.row, cell.column)))
