"""The cells that cards of a puzzle can occupy, each with a bit in the traces of pathways.

A trace has a bit for each card that a pathway touches, by slot, and for each empty cell that it skips on its way to the
next card of a row or column (5.4). A change of the board has bits too: it affects only pathways that share one.
"""

from collections.abc import Sequence
from typing import Final

from rules.circuitry.grid import Cell

_CARDS: Final = 32
"""The number of bits for cards, below those for cells."""
CARD_BITS: Final = (1 << _CARDS) - 1


class Ground:
    """The cells around #1. The board is connected (4.8), so every cell is nearer than the number of cards."""

    def __init__(self, cards: int) -> None:
        """Assign a bit to each cell. cards: the number of cards, including #1."""
        reach = range(1 - cards, cards)
        cells = [Cell(column, row) for row in reach for column in reach if abs(column) + abs(row) < cards]
        self._bits = {cell: 1 << (_CARDS + place) for place, cell in enumerate(cells)}
        self._before: tuple[dict[Cell, int], dict[Cell, int]] = ({}, {})
        """By direction and cell: the bits of all cells to its left, or above it."""
        self._lines = (dict.fromkeys(reach, 0), dict.fromkeys(reach, 0))
        """By direction: the bits of each row, or of each column."""
        for cell, bit in self._bits.items():
            for before, lines, number in zip(self._before, self._lines, (cell.row, cell.column), strict=True):
                before[cell] = lines[number]
                lines[number] |= bit

    def bit(self, cell: Cell) -> int:
        """Return the bit of a cell."""
        return self._bits[cell]

    def gaps(self, cell: Cell, around: Sequence[Cell]) -> tuple[int, ...]:
        """5.4 Return the bits of the empty cells between a card and the next cards above, right, below and
        left of it.
        """
        above, right, below, left = around
        return (
            self._gap(1, above, cell),
            self._gap(0, cell, right),
            self._gap(1, cell, below),
            self._gap(0, left, cell),
        )

    def _gap(self, direction: int, first: Cell, then: Cell) -> int:
        """Return the bits between a card and the next one to its right, or below it; the last is followed by
        the first.
        """
        before, line = self._before[direction], self._lines[direction]
        if first[direction] < then[direction]:
            return before[then] ^ before[first] ^ self._bits[first]
        number = first[1 - direction]
        return line[number] ^ before[first] ^ self._bits[first] ^ before[then]
