"""The cells that the cards of a puzzle can occupy. Each has a bit in the traces of pathways.

A trace has a bit for each card that a pathway touches, by slot, and for each empty cell that the pathway skips on its
way to the next card of a row or column (5.4). A change of the board has bits too: it affects only pathways with which
it shares a bit.
"""

from collections.abc import Sequence
from typing import Final

from rules.circuitry.grid import Cell

_CARDS: Final = 32
"""The number of bits for cards. The bits for cells come after them."""
CARD_BITS: Final = (1 << _CARDS) - 1


class Ground:
    """The cells around #1 that a card can occupy. The board is connected (4.8), so each of them is fewer steps away
    from #1 than the puzzle has cards.
    """

    def __init__(self, cards: int) -> None:
        """Assign a bit to each cell. cards: the number of cards, including #1."""
        reach = range(1 - cards, cards)
        cells = [Cell(column, row) for row in reach for column in reach if abs(column) + abs(row) < cards]
        self._bits = {cell: 1 << (_CARDS + place) for place, cell in enumerate(cells)}
        self._before: tuple[dict[Cell, int], dict[Cell, int]] = ({}, {})
        """For each direction, along rows and along columns: the bits of all cells before a cell in its row or
        column.
        """
        self._lines = (dict.fromkeys(reach, 0), dict.fromkeys(reach, 0))
        """For each direction, along rows and along columns: the bits of all cells of a row or column."""
        for cell, bit in self._bits.items():
            for before, lines, number in zip(self._before, self._lines, (cell.row, cell.column), strict=True):
                before[cell] = lines[number]
                lines[number] |= bit

    def bit(self, cell: Cell) -> int:
        """Return the bit of a cell."""
        return self._bits[cell]

    def gaps(self, cell: Cell, around: Sequence[Cell]) -> tuple[int, ...]:
        """5.4 Return, for each edge of a card, the bits of the empty cells between it and the next card: above, right,
        below and left.
        """
        above, right, below, left = around
        return (
            self._gap(1, above, cell),
            self._gap(0, cell, right),
            self._gap(1, cell, below),
            self._gap(0, left, cell),
        )

    def _gap(self, direction: int, first: Cell, then: Cell) -> int:
        """Return the bits between a card and the next one to its right, or below it. After the last card of a row or
        column, the first one follows.
        """
        before, line = self._before[direction], self._lines[direction]
        if first[direction] < then[direction]:
            return before[then] ^ before[first] ^ self._bits[first]
        number = first[1 - direction]
        return line[number] ^ before[first] ^ self._bits[first] ^ before[then]
