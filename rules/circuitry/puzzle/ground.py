"""The places where cards of a puzzle can come to lie, each with a bit in the traces of pathways.

A trace has a bit for each card that a pathway touches, by slot, and for each empty place that it skips on its way to
the next card of a row or column (5.4). A change of the board has bits too: it alters only pathways that share one.
"""

from collections.abc import Sequence
from typing import Final

from rules.circuitry.grid import Cell

_CARDS: Final = 32
"""The bits of a trace below the places."""
CARD_BITS: Final = (1 << _CARDS) - 1


class Ground:
    """The places around #1. The board is one whole (4.8), so none is further away than there are cards."""

    def __init__(self, cards: int) -> None:
        """cards: how many there are, with #1."""
        reach = range(1 - cards, cards)
        cells = [Cell(column, row) for row in reach for column in reach if abs(column) + abs(row) < cards]
        self._bits = {cell: 1 << (_CARDS + place) for place, cell in enumerate(cells)}
        self._before: tuple[dict[Cell, int], dict[Cell, int]] = ({}, {})
        """By direction and place: the bits of those to its left, or above it."""
        self._lines = (dict.fromkeys(reach, 0), dict.fromkeys(reach, 0))
        """By direction: the bits of a whole row, or of a whole column."""
        for cell, bit in self._bits.items():
            for before, lines, number in zip(self._before, self._lines, (cell.row, cell.column), strict=True):
                before[cell] = lines[number]
                lines[number] |= bit

    def bit(self, cell: Cell) -> int:
        """Of a place."""
        return self._bits[cell]

    def gaps(self, cell: Cell, around: Sequence[Cell]) -> tuple[int, ...]:
        """5.4 The bits of the empty places between a card and those that are met above, right, below and left of it."""
        above, right, below, left = around
        return (
            self._gap(1, above, cell),
            self._gap(0, cell, right),
            self._gap(1, cell, below),
            self._gap(0, left, cell),
        )

    def _gap(self, direction: int, first: Cell, then: Cell) -> int:
        """Between a card and the next one to its right, or below it; after the last one comes the first one."""
        before, line = self._before[direction], self._lines[direction]
        if first[direction] < then[direction]:
            return before[then] ^ before[first] ^ self._bits[first]
        number = first[1 - direction]
        return line[number] ^ before[first] ^ self._bits[first] ^ before[then]
