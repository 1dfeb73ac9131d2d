"""Measures of whether a puzzle is fun or dull."""

import json
from dataclasses import replace
from importlib.resources import files

import pytest

from rules.circuitry.puzzle.changes import Step
from rules.circuitry.puzzle.judge import FAR, Judgement, _corridor, _rides, judge
from rules.circuitry.puzzle.layout import COLOURS
from rules.circuitry.puzzle.puzzle import Puzzle, read
from rules.circuitry.puzzle.solution import Way, solve
from rules.circuitry.puzzle.task import Task
from tests.rules.circuitry.chosen import CHOSEN, chosen
from tests.rules.circuitry.judging import judged
from tests.rules.circuitry.puzzles import CONTENT

PLAIN = Judgement(
    riding=False,
    switches=1,
    occupied=False,
    misleading=False,
    short=FAR,
    corridor=1,
    solutions=2,
    key_sets=1,
    spare=0,
    jump=False,
)


@pytest.mark.parametrize(
    ("judgement", "score"),
    [
        (PLAIN, 0),
        (replace(PLAIN, riding=True), 2),
        (replace(PLAIN, occupied=True), 2),
        (replace(PLAIN, misleading=True), 2),
        (replace(PLAIN, switches=3), 1),
        (replace(PLAIN, switches=8), 2),
        (replace(PLAIN, short=1), 1),
        (replace(PLAIN, short=2), 0),
        (replace(PLAIN, solutions=1), 1),
        (replace(PLAIN, riding=True, occupied=True, misleading=True, switches=4, short=1, solutions=1), 10),
    ],
)
def test_the_score_depends_on_what_all_solutions_have_in_common(judgement: Judgement, score: int) -> None:
    assert judgement.score == score
    assert not judgement.is_dull


@pytest.mark.parametrize(
    "judgement",
    [
        replace(PLAIN, key_sets=2),
        replace(PLAIN, solutions=25),
        replace(PLAIN, jump=True),
        replace(PLAIN, corridor=4),
        replace(PLAIN, corridor=5),
        replace(PLAIN, switches=0),
    ],
)
def test_long_walks_and_many_solutions_make_a_puzzle_dull(judgement: Judgement) -> None:
    assert judgement.is_dull


@pytest.mark.parametrize(
    "judgement", [replace(PLAIN, solutions=24), replace(PLAIN, corridor=3), replace(PLAIN, short=-1)]
)
def test_a_puzzle_just_within_the_limits_is_not_dull(judgement: Judgement) -> None:
    assert not judgement.is_dull


@pytest.mark.parametrize("level", [1, 2, 3])
def test_puzzles_of_the_booklet_are_judged_as_played(level: int) -> None:
    booklet = files("seeds").joinpath("circuitry", "puzzles", f"level_{level}.json").read_text("utf-8")
    for entry in json.loads(booklet)[7:9]:
        puzzle = read(CONTENT, entry["puzzle"])
        solved = solve(puzzle)
        assert judge(puzzle, solved) == judged(puzzle, solved)


@pytest.mark.parametrize("puzzle", [CHOSEN["several keys 2"], CHOSEN["several keys 7"], *chosen("judged")])
def test_other_puzzles_are_judged_as_played(puzzle: Puzzle) -> None:
    solved = solve(puzzle)
    assert judge(puzzle, solved) == judged(puzzle, solved)


OWN = 5
"""The slot of the pawn's card."""
MOVE: Step = ("move", 1)
TURN: Step = ("rotate", OWN)


def way(*steps: Step) -> Way:
    start = Task(CHOSEN["large 1"]).start
    assert start[1].mine // COLOURS == OWN
    return tuple((start, step) for step in steps)


@pytest.mark.parametrize(
    ("steps", "rides"),
    [
        ((MOVE, TURN, MOVE), True),
        ((MOVE, ("slide", OWN, None), MOVE), True),
        ((MOVE, ("rotate", OWN + 1), MOVE), False),
        ((MOVE, ("flip", OWN), MOVE), False),
        ((TURN, MOVE, MOVE), False),
        ((MOVE, MOVE, TURN), False),
        ((TURN,), False),
    ],
)
def test_a_pawn_rides_on_a_card_moved_between_two_steps(steps: tuple[Step, ...], rides: bool) -> None:
    assert _rides(way(*steps)) == rides


@pytest.mark.parametrize(
    ("steps", "longest"),
    [
        ((MOVE, MOVE, TURN, MOVE), 2),
        ((MOVE, TURN, MOVE, MOVE, MOVE), 3),
        ((MOVE, ("charge", 1), MOVE), 2),
        ((TURN, TURN), 0),
        ((), 0),
    ],
)
def test_a_corridor_is_the_longest_run_of_steps_without_an_action(steps: tuple[Step, ...], longest: int) -> None:
    assert _corridor(way(*steps)) == longest
