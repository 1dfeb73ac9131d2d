"""Numbers for cells, and letters for pathways that leave the board, as pictures, labels and texts show them.

A letter stays the same while the board grows. It denotes one of the two lanes along a row or a column.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rules.circuitry.board import FACING, Board
from rules.circuitry.grid import Cell, beyond

_ALPHABET: Final = "ABCEFHJKMNSTUVWXYZ"
"""Letters that neither look like digits nor begin the name of a colour."""


def numbered(cells: Iterable[Cell]) -> Mapping[Cell, str]:
    """Return a number for each of these cells: “1” for the first, “2” for the second, and so on."""
    return {cell: str(place) for place, cell in enumerate(cells, 1)}


class Rim(NamedTuple):
    """The end of a pathway at an edge of the board, where no card is beside the card's edge."""

    number: int
    """The number of the pathway's card."""
    port: int
    """The port of the pathway, as the card lies: 0 is the left port of the upper edge, and so on clockwise."""
    letter: str
    """5.3 A pathway that leaves the board here comes in again at the other end with the same letter. "" for a dead end,
    and for a pathway that continues straight across a gap.
    """
    beyond: int | None
    """5.4 The number of the card on which the pathway comes in again; None for a dead end."""


@lru_cache(maxsize=64)
def rims(board: Board) -> tuple[Rim, ...]:
    """5.3 Return every pathway that leaves the board, in the order of the cells, each card clockwise."""
    around, numbers = beyond(board.cells), {next_cell.cell: next_cell.card.number for next_cell in board.placed}
    rims_found = []
    for cell in sorted(numbers, key=lambda cell: (cell.row, cell.column)):
        for port, end in enumerate(board.lying[cell].ends):
            edge = port // 2
            if end is None or cell.beside(edge) in numbers:
                continue
            next_cell = around[cell][edge]
            if board.lying[next_cell].ends[FACING[port]] is None:
                rims_found.append(Rim(numbers[cell], port, "", None))
            else:
                letter = "" if _ahead(cell, edge, next_cell) else _letter(cell, port)
                rims_found.append(Rim(numbers[cell], port, letter, numbers[next_cell]))
    return tuple(rims_found)


def _ahead(cell: Cell, edge: int, other: Cell) -> bool:
    """Return whether the cell `other` lies beyond this edge of `cell`."""
    way = (other.row - cell.row) if edge in (0, 2) else (other.column - cell.column)
    return way < 0 if edge in (0, 3) else way > 0


def _letter(cell: Cell, port: int) -> str:
    """Return the letter of a lane: one of the two tracks along a row or a column.

    Letters are given from the middle outwards: two to the column and two to the row in the middle, then four to the
    next ones on the right and below, then four to the next ones on the left and above, and so on.
    """
    across = port // 2 in (1, 3)
    line = cell.row if across else cell.column
    second = port in {1, 3, 4, 6}  # the right or lower one of the two at its edge
    ring = 2 * line - 1 if line > 0 else -2 * line
    return letter(4 * ring + 2 * across + second)


@cache
def letter(place: int) -> str:
    """Return A, B ... Z, AA, AB ... in the alphabet of this module."""
    rounds, index = divmod(place, len(_ALPHABET))
    return (letter(rounds - 1) if rounds else "") + _ALPHABET[index]
