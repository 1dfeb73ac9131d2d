"""Letters for places and for the ends of pathways at the rim of the board, alike in pictures, labels and texts."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from rules.circuitry.board import FACING, Board
from rules.circuitry.grid import Cell


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
    found: dict[tuple[int, int], str] = {}
    letters = 0
    for there in sorted(board.placed, key=lambda p: (p.cell.row, p.cell.column)):
        number = there.card.number
        for port in range(8):
            edge = port // 2
            if board.lying[number].ends[port] is None or there.cell.beside(edge) in board.by_cell:
                continue
            beyond, facing = board.beyond[number][edge], FACING[port]
            if (number, port) in found:
                continue
            found[number, port] = ""
            if board.lying[beyond].ends[facing] is not None:
                found[number, port] = found[beyond, facing] = letter(letters)
                letters += 1
    return tuple(Rim(number, port, said) for (number, port), said in found.items())
