"""The solver's boards: cells as bits, and changes that are taken back."""

from collections.abc import Sequence
from itertools import permutations

import pytest

from rules.circuitry.grid import Cell
from rules.circuitry.puzzle.drawing import Random
from rules.circuitry.puzzle.ground import Ground
from rules.circuitry.puzzle.layout import WAY, Pieces
from rules.core.rng import split
from tests.examples import seeds
from tests.rules.circuitry.puzzles import CONTENT, deal

CARDS = 4
REACH = range(1 - CARDS, CARDS)


def skipped(ground: Ground, line: Sequence[Cell], first: int, then: int) -> int:
    """Return the bits of the cells between two cells of a line, across its end if the second one comes before the
    first.
    """
    cells = line[first + 1 : then] if first < then else (*line[first + 1 :], *line[:then])
    return sum(ground.bit(cell) for cell in cells)


def test_a_trace_has_a_bit_for_each_skipped_cell() -> None:
    """5.4"""
    ground = Ground(CARDS)
    for number in REACH:
        line = [other for other in REACH if abs(other) + abs(number) < CARDS]
        row, column = [Cell(other, number) for other in line], [Cell(number, other) for other in line]
        for first, then in permutations(range(len(line)), 2):
            bits = skipped(ground, row, first, then)
            assert ground.gaps(row[first], [row[then]] * 4)[1] == ground.gaps(row[then], [row[first]] * 4)[3] == bits
            bits = skipped(ground, column, first, then)
            assert ground.gaps(column[first], [column[then]] * 4)[2] == bits
            assert ground.gaps(column[then], [column[first]] * 4)[0] == bits


@pytest.mark.parametrize("seed", seeds(1))
def test_without_last_gives_the_board_before_the_last_card(seed: int) -> None:
    table = deal(CONTENT, Random(split(seed, 0)), cards=3, others=0, carrying=False)
    placed = table.board.placed
    pieces = Pieces([*(card_placed.card for card_placed in placed), table.unused[0]])
    layout = pieces.layout(
        pieces.shape(tuple(card_placed.cell for card_placed in placed)),
        tuple(WAY.index(card_placed.way) for card_placed in placed),
    )
    for cell in layout.shape.places:
        assert layout.laid(cell, 1).without_last() is layout
