"""Letters for places and for the ends of pathways at the rim of the board, alike in pictures, labels and texts."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from rules.circuitry.board import FACING, Board
from rules.circuitry.grid import Cell, beyond


def letter(place: int) -> str:
    """A, B ... Z, AA, AB ..."""
    rounds, rest = divmod(place, len(ascii_uppercase))
    return (letter(rounds - 1) if rounds else "") + ascii_uppercase[rest]


def lettered(cells: Iterable[Cell]) -> Mapping[Cell, str]:
    """A letter for each of these cells, in their order."""
    return {cell: letter(place) for place, cell in enumerate(cells)}


class Rim(NamedTuple):
    """The end of a pathway where no card lies beyond."""

    number: int
    """Of the card."""
    port: int
    """As the card lies: 0 is the left port of the upper edge, and so on clockwise."""
    letter: str
    """5.3 Whoever leaves by it comes in again at the one with the same letter; "" for a dead end."""


@lru_cache(maxsize=64)
def rims(board: Board) -> tuple[Rim, ...]:
    """5.3 Every pathway that leaves the board, in the order of the cells, each card clockwise."""
    found: dict[tuple[Cell, int], str] = {}
    letters = 0
    around, numbers = beyond(board.cells), {there.cell: there.card.number for there in board.placed}
    for cell in sorted(numbers, key=lambda cell: (cell.row, cell.column)):
        for port, end in enumerate(board.lying[cell].ends):
            edge = port // 2
            if end is None or cell.beside(edge) in numbers or (cell, port) in found:
                continue
            there, facing = around[cell][edge], FACING[port]
            found[cell, port] = ""
            if board.lying[there].ends[facing] is not None:
                found[cell, port] = found[there, facing] = letter(letters)
                letters += 1
    return tuple(Rim(numbers[cell], port, said) for (cell, port), said in found.items())
