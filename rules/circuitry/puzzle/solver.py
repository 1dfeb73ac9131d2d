"""The solver as a puzzle is made: it counts its work, and gives up a board that takes too much.

Work is counted in positions, so that it is the same on every machine. A processor takes 25 to 40 microseconds for
each.
"""

from dataclasses import dataclass
from typing import Final

from rules.circuitry.puzzle.puzzle import Puzzle
from rules.circuitry.puzzle.search import Bounds
from rules.circuitry.puzzle.solution import Solved, solve

SOLVER_BOUNDS: Final = Bounds(positions=20_000, layouts=20_000)
"""The solver's limits. A puzzle beyond them would be too hard for people."""
BOARD: Final = 50
"""The work of drawing a board and taking back actions on it."""
MOST_ON_BOARD: Final = 60_000
"""The work after which a board is given up. Of 14,500 boards, none took more than 26,200."""


@dataclass(slots=True)
class Solver:
    """Solves the puzzles that are made on one board."""

    work: int = BOARD

    def solve(self, puzzle: Puzzle) -> Solved:
        """Return the solver's result, which is incomplete if the puzzle or the board is too much work."""
        if self.work >= MOST_ON_BOARD:
            return Solved(complete=False, least=None)
        solved = solve(puzzle, SOLVER_BOUNDS)
        self.work += solved.work
        return solved
