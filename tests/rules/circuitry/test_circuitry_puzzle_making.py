"""Generated puzzles are solvable and worth solving, and the same seed makes the same ones."""

import json
from collections import Counter
from importlib.resources import files
from itertools import islice

import pytest

from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.hand import KINDS
from rules.circuitry.puzzle.levels import LEVELS, Level, look
from rules.circuitry.puzzle.puzzle_set import CircuitryPuzzles
from rules.circuitry.puzzle.solution import solve
from tests.examples import thorough
from tests.rules.circuitry.puzzles import CONTENT

FIRST = LEVELS[0]
PUZZLES = CircuitryPuzzles(CONTENT)


def test_the_same_seed_makes_the_same_puzzles() -> None:
    first, again = ([made.puzzle for made in islice(PUZZLES.generate(FIRST.number, 5), 2)] for _ in range(2))
    assert first == again


def test_puzzles_have_no_spare_card_and_one_set_of_key_actions() -> None:
    for made in islice(PUZZLES.generate(FIRST.number, 3), 3):
        generated = look(CONTENT, FIRST, made.seed, made.attempt)
        assert generated is not None
        solved = solve(generated.puzzle)
        assert (solved.complete, solved.least, len(solved.key_sets)) == (True, generated.puzzle.cards, 1)
        assert not generated.judgement.is_dull
        assert generated.judgement.score >= FIRST.score
        kinds = {key.split()[0] for keys in solved.key_sets for key in keys}
        assert len(kinds) == 1, "the first level has one kind of action card"


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.number))
def test_the_kinds_of_a_level_take_turns_in_its_booklet(level: Level) -> None:
    booklet = files("seeds").joinpath("circuitry", "puzzles", f"level_{level.number}.json").read_text("utf-8")
    shipped = Counter(_kind(entry["puzzle"]) for entry in json.loads(booklet))
    turns = [level.kinds[number % len(level.kinds)] for number in range(shipped.total())]
    assert shipped == Counter((tuple(sorted(kind.actions)), kind.aim.value) for kind in turns)


def _kind(puzzle: dict[str, object]) -> tuple[tuple[str, ...], str]:
    minis, goal = puzzle["minis"], puzzle["goal"]
    assert isinstance(minis, list)
    assert isinstance(goal, str)
    return tuple(sorted(mini for mini in minis if mini in KINDS)), goal.split()[0]


def test_the_booklet_needs_every_action_card_and_has_every_goal() -> None:
    kinds = [kind for level in LEVELS for kind in level.kinds]
    assert {card for kind in kinds for card in kind.actions} == {*KINDS} - {"place"}
    assert {kind.aim for kind in kinds} == {*Aim}
    assert len({kind.actions for kind in LEVELS[-1].kinds}) > 3


@pytest.mark.parametrize("number", [0, *thorough(*range(1, len(FIRST.kinds)))])
def test_the_seed_of_a_puzzle_decides_its_kind(number: int) -> None:
    made = PUZZLES.numbered(FIRST.number, 8, number)
    written = PUZZLES.written(made.puzzle)
    assert isinstance(written, dict)
    kind = FIRST.kinds[number]
    assert _kind(written) == (tuple(sorted(kind.actions)), kind.aim.value)
    assert PUZZLES.make(FIRST.number, made.seed, made.attempt) == made
