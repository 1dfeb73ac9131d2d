"""Generated puzzles are solvable and worth solving, and the same seed makes the same ones."""

import json
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from itertools import count, islice
from typing import Any

import pytest

from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.hand import KINDS
from rules.circuitry.puzzle.levels import LEVELS, MOST_WORK, PATIENCE, Kind, Level, look
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.circuitry.puzzle.puzzle_set import CircuitryPuzzles
from rules.circuitry.puzzle.solution import solve
from rules.circuitry.puzzle.solver import BOARD, MOST_ON_BOARD, Solver
from rules.core.puzzles import Tried
from tests.examples import thorough
from tests.rules.circuitry.puzzles import CONTENT, by_the_rules

FIRST = LEVELS[0]
PUZZLES = CircuitryPuzzles(CONTENT)


def test_the_same_seed_makes_the_same_puzzles() -> None:
    first, again = ([made.puzzle for made in islice(PUZZLES.generate(FIRST.number, 5), 2)] for _ in range(2))
    assert first == again


def test_puzzles_have_the_spare_card_of_their_kind_and_one_set_of_key_actions() -> None:
    for made in islice(PUZZLES.generate(FIRST.number, 3), 3):
        generated = look(CONTENT, FIRST, made.seed, made.attempt, Solver())
        assert generated is not None
        solved, spare = solve(generated.puzzle), FIRST.kinds[made.seed % len(FIRST.kinds)].spare
        assert (solved.complete, solved.least, len(solved.key_sets)) == (True, generated.puzzle.cards - spare, 1)
        assert not generated.judgement.is_dull
        assert generated.judgement.score >= FIRST.score
        kinds = {key.split()[0] for keys in solved.key_sets for key in keys}
        assert len(kinds) == 1, "the first level has one kind of action card"


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.number))
def test_the_kinds_of_a_level_take_turns_in_its_booklet(level: Level) -> None:
    shipped = Counter(_kind(entry["puzzle"], entry["solution"]) for entry in booklet(level.number))
    turns = [level.kinds[number % len(level.kinds)] for number in range(shipped.total())]
    assert (shipped - Counter(map(_words, turns))).total() <= 1, "one with known keys makes way for the next kind"


def booklet(level: int) -> list[dict[str, Any]]:
    """Return the entries of a level in the booklet."""
    file = files("seeds").joinpath("circuitry", "puzzles", f"level_{level}.json")
    entries: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    return entries


def _kind(puzzle: Any, solution: Sequence[str]) -> tuple[tuple[str, ...], str, bool]:
    """Return the action cards that a solution plays, the goal, and whether the hand has one more."""
    played = sorted(action.split()[0] for action in solution if action.split()[0] in {*KINDS} - {"place"})
    return tuple(played), puzzle["goal"].split()[0], sum(mini in KINDS for mini in puzzle["minis"]) > len(played)


def _words(kind: Kind) -> tuple[tuple[str, ...], str, bool]:
    return tuple(sorted(kind.actions)), kind.aim.value, kind.spare


def test_half_of_the_booklet_has_a_card_to_spare_a_third_each_goal_and_at_most_a_third_rotate() -> None:
    puzzles = [entry["puzzle"] for level in LEVELS for entry in booklet(level.number)]
    spares = [_kind(entry["puzzle"], entry["solution"])[2] for level in LEVELS for entry in booklet(level.number)]
    assert 2 * sum(spares) >= len(puzzles)
    goals = Counter(puzzle["goal"].split()[0] for puzzle in puzzles)
    assert max(goals.values()) - min(goals.values()) <= len(puzzles) // 20, "of sixty, each goal has about twenty"
    assert 3 * sum("rotate" in puzzle["minis"] for puzzle in puzzles) <= len(puzzles)


def test_the_booklet_needs_every_action_card_and_has_every_goal() -> None:
    kinds = [kind for level in LEVELS for kind in level.kinds]
    assert {card for kind in kinds for card in kind.actions} == {*KINDS} - {"place"}
    assert {kind.aim for kind in kinds} == {*Aim}
    assert len({kind.actions for kind in LEVELS[-1].kinds}) > 3


@pytest.mark.parametrize("number", [0, *thorough(*range(1, len(FIRST.kinds)))])
def test_the_seed_of_a_puzzle_decides_its_kind(number: int) -> None:
    made = PUZZLES.numbered(FIRST.number, 8, number)
    assert _kind(PUZZLES.written(made.puzzle), made.solution.actions) == _words(FIRST.kinds[number])
    assert PUZZLES.make(FIRST.number, made.seed, made.attempt) == made


@pytest.mark.parametrize("seed", [1, *thorough(0, 11)])
def test_after_many_boards_in_vain_a_seed_goes_on_with_the_plain_kind(seed: int) -> None:
    made = next(filter(None, (PUZZLES.make(FIRST.number, seed, board) for board in count(PATIENCE))))
    assert _kind(PUZZLES.written(made.puzzle), made.solution.actions) == _words(FIRST.kinds[FIRST.plain])


def test_boards_in_vain_are_left_out_once_they_are_too_much_work() -> None:
    """The work is counted, so a seed makes the same puzzle on every machine; the attempts go on after those left out,
    so its number is enough to make the puzzle again.
    """
    seed = 6  # its kind is rare
    first = PUZZLES.attempt(FIRST.number, seed, Tried())
    assert isinstance(first, Tried)
    assert first.work >= BOARD
    assert PUZZLES.attempt(FIRST.number, seed, Tried()) == first
    assert PUZZLES.attempt(FIRST.number, seed, Tried(0, MOST_WORK - first.work - 1)) == Tried(1, MOST_WORK - 1)
    made = PUZZLES.attempt(FIRST.number, seed, Tried(0, MOST_WORK - first.work))
    assert made == Tried(PATIENCE, MOST_WORK)
    while isinstance(made, Tried):
        made = PUZZLES.attempt(FIRST.number, seed, made)
    assert made.attempt >= PATIENCE
    assert _kind(PUZZLES.written(made.puzzle), made.solution.actions) == _words(FIRST.kinds[FIRST.plain])
    assert PUZZLES.make(FIRST.number, seed, made.attempt) == made


def test_a_board_is_given_up_once_it_is_too_much_work() -> None:
    solver, entry = Solver(), booklet(FIRST.number)[0]
    puzzle = PUZZLES.read(entry["puzzle"])
    solved = solver.solve(puzzle)
    assert (solved.complete, solved.least, solver.work) == (True, entry["least"], BOARD + solved.work)
    assert solved.work > puzzle.cards
    solver.work = MOST_ON_BOARD
    assert not solver.solve(puzzle).complete
    assert solver.work == MOST_ON_BOARD


SMALL = [PUZZLES.read(entry["puzzle"]) for entry in booklet(1)]


@pytest.mark.parametrize("puzzle", [SMALL[0], *thorough(*SMALL[1:])], ids=str)
def test_a_search_by_the_rules_alone_agrees_with_the_booklet(puzzle: Puzzle) -> None:
    solved = solve(puzzle)
    assert (solved.least, solved.solutions) == by_the_rules(puzzle)
