"""Numbers for places, letters for the ends of pathways at the rim of the board: alike in pictures, labels and texts.

A letter stays what it is while the board grows: it is that of a row or a column, and of which of its two ways.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rules.circuitry.board import FACING, Board
from rules.circuitry.grid import Cell, beyond

_ALPHABET: Final = "ABCEFHJKMNSTUVWXYZ"
"""Without letters that look like figures or begin the name of a colour."""


def numbered(cells: Iterable[Cell]) -> Mapping[Cell, str]:
    """A number for each of these cells, in their order."""
    return {cell: str(place) for place, cell in enumerate(cells, 1)}


class Rim(NamedTuple):
    """The end of a pathway where no card lies beside."""

    number: int
    """Of the card."""
    port: int
    """As the card lies: 0 is the left port of the upper edge, and so on clockwise."""
    letter: str
    """5.3 Whoever leaves by it comes in again at the other end with this letter. "" for a dead end, and where the
    pathway goes straight on beyond a gap."""
    beyond: int | None
    """5.4 The card on which a pathway comes in that leaves here; None for a dead end."""


@lru_cache(maxsize=64)
def rims(board: Board) -> tuple[Rim, ...]:
    """5.3 Every pathway that leaves the board, in the order of the cells, each card clockwise."""
    around, numbers = beyond(board.cells), {there.cell: there.card.number for there in board.placed}
    found = []
    for cell in sorted(numbers, key=lambda cell: (cell.row, cell.column)):
        for port, end in enumerate(board.lying[cell].ends):
            edge = port // 2
            if end is None or cell.beside(edge) in numbers:
                continue
            there = around[cell][edge]
            if board.lying[there].ends[FACING[port]] is None:
                found.append(Rim(numbers[cell], port, "", None))
            else:
                letter = "" if _ahead(cell, edge, there) else _letter(cell, port)
                found.append(Rim(numbers[cell], port, letter, numbers[there]))
    return tuple(found)


def _ahead(cell: Cell, edge: int, there: Cell) -> bool:
    """Whether a place lies beyond this edge of a cell."""
    way = (there.row - cell.row) if edge in (0, 2) else (there.column - cell.column)
    return way < 0 if edge in (0, 3) else way > 0


def _letter(cell: Cell, port: int) -> str:
    """Columns and rows take turns, from the middle outwards: four letters, then four of the next ones to the right and
    below, then four of those to the left and above.
    """
    across = port // 2 in (1, 3)
    line = cell.row if across else cell.column
    second = port in {1, 3, 4, 6}  # of the two at its edge, that on the right or below
    ring = 2 * line - 1 if line > 0 else -2 * line
    return letter(4 * ring + 2 * across + second)


@cache
def letter(place: int) -> str:
    """A, B ... Z, AA, AB ... in the alphabet of this module."""
    rounds, rest = divmod(place, len(_ALPHABET))
    return (letter(rounds - 1) if rounds else "") + _ALPHABET[rest]
