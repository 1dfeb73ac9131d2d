"""Fresh puzzles are solved again by a plain search, which knows nothing but what the game offers and does."""

from collections import defaultdict
from collections.abc import Hashable
from functools import cache
from itertools import product

import pytest

from rules.circuitry.puzzle.levels import LEVELS
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.circuitry.puzzle.puzzle_set import CircuitryPuzzles
from rules.circuitry.state import CircuitryState
from rules.core.play import apply, options
from rules.core.puzzles import SOLVER, Made
from tests.examples import seeds, thorough
from tests.rules.circuitry.puzzles import CONTENT, is_solved_by

PUZZLES = CircuitryPuzzles(CONTENT)
SEED = 560112
"""The seed of the puzzles. No booklet and no day has it."""
FRESH: list[tuple[int, int]] = [*product((level.number for level in LEVELS), seeds(2))]
"""Levels and numbers of puzzles; with six times the examples, twelve of each level, so that each kind is among them."""


@cache
def fresh(level: int, number: int) -> Made:
    return PUZZLES.numbered(level, SEED, number)


def least_cost(puzzle: Puzzle, most: int) -> int | None:
    """Return the least cost of the goal, or None if it takes more than `most`. All that the game offers is tried, the
    cheapest states first.
    """
    start = PUZZLES.begin(puzzle)
    waiting = defaultdict(list, {0: [start]})
    seen, met = {_features(start)}, {most + 1}
    for cost in range(most):
        if cost >= min(met):
            break
        for g in waiting.pop(cost, []):
            for action in options(g, SOLVER):
                if isinstance(action, PUZZLES.refused):
                    continue
                then = apply(g, SOLVER, action)
                if PUZZLES.is_met(puzzle, then):
                    met.add(PUZZLES.cost(puzzle, then))
                elif then.phase.waiting == (SOLVER,) and (features := _features(then)) not in seen:
                    seen.add(features)
                    waiting[PUZZLES.cost(puzzle, then)].append(then)
    return min(met) if min(met) <= most else None


def _features(g: CircuitryState) -> Hashable:
    """Return all in which two states of a puzzle can differ."""
    board = tuple((placed.card.number, placed.cell, placed.way) for placed in g.board.placed)
    sides = tuple((side.node, side.carried, tuple(mini.id for mini in side.minis)) for side in g.sides)
    return board, sides, len(g.sides[SOLVER].circuits), g.phase


@pytest.mark.parametrize(("level", "number"), [FRESH[0], *thorough(*FRESH[1:])])
def test_a_puzzle_is_solved_with_the_cards_that_it_promises_and_not_with_fewer(level: int, number: int) -> None:
    made = fresh(level, number)
    assert is_solved_by(made.puzzle, made.solution.actions)
    assert made.solution.least == least_cost(made.puzzle, made.puzzle.cards)


@pytest.mark.parametrize(("level", "number"), [FRESH[0], *thorough(*FRESH[1:])])
def test_hints_lead_to_the_goal_with_the_fewest_cards(level: int, number: int) -> None:
    made = fresh(level, number)
    g = PUZZLES.begin(made.puzzle)
    while not PUZZLES.is_met(made.puzzle, g):
        hint = PUZZLES.hint(made.puzzle, g)
        assert hint is not None
        g = apply(g, SOLVER, hint)
    assert PUZZLES.cost(made.puzzle, g) == made.solution.least
