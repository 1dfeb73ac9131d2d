"""A puzzle is read from JSON, and what is no puzzle is refused in words."""

import json
from typing import Any

import pytest

from rules.circuitry.puzzle.drawing import Random
from rules.circuitry.puzzle.puzzle import read
from rules.core.rng import split
from tests.each import each
from tests.rules.circuitry.puzzles import CONTENT, at_random

WRITTEN: dict[str, Any] = {
    "goal": "deliver",
    "board": ["1 0,0 b0", "8 1,0 a180"],
    "pawns": ["red 1-green charge", "orange 1-purple"],
    "minis": ["red", "black"],
    "circuit": 9,
}


@each("seed", range(20))
def test_what_is_written_is_read_again(seed: int) -> None:
    puzzle = at_random(Random(split(seed, 3)), board=6, actions=3, movement=4)
    assert read(CONTENT, json.loads(json.dumps(puzzle.as_json()))) == puzzle


@each(
    ("wrong", "says"),
    [
        ({"goal": "win"}, "win"),
        ({"goal": 3}, "a text is wanted"),
        ({"goal": "deliver 1-red"}, "names a node"),
        ({"goal": "reach 1-green"}, "met already"),
        ({"goal": "charge"}, "met already"),
        ({"goal": "reach 20-red"}, "no card of the puzzle"),
        ({"goal": "reach red"}, "no card of the puzzle"),
        ({"board": "1 0,0 b0"}, "a list of texts"),
        ({"board": []}, "card 1 comes first"),
        ({"board": ["1 0,0 b0", "8 1,0"]}, "8 1,0"),
        ({"board": ["1 0,0 b0", "8 2,0 a0"]}, "connected"),
        ({"board": ["1 0,0 b0", "8 1,0 a0", "8 2,0 a0"]}, "twice"),
        ({"board": ["1 0,0 b0", "99 1,0 a0"]}, "99 1,0"),
        ({"board": ["1 0,0 b0", "9" * 99]}, f"“{'9' * 40}”"),
        ({"pawns": ["red"]}, "like “red 12-green”"),
        ({"pawns": ["red 9-red"]}, "no node 9-red"),
        ({"pawns": ["red 1-red", "red 1-blue"]}, "at most one"),
        ({"pawns": []}, "at least one"),
        ({"board": ["1 0,0 a0", "8 1,0 a0"], "pawns": ["red 8-red"]}, "front of card 1"),
        ({"minis": ["inhibit"]}, "no mini card that a puzzle can have"),
        ({"minis": ["exchange"] * 4}, "only 3"),
        ({"minis": ["red"] * 7 + ["green"] * 4}, "at most 10"),
        ({"circuit": 8}, "lies on the board"),
        ({"circuit": "9"}, "no circuit card"),
        ({"more": 1}, "a puzzle has"),
    ],
)
def test_what_is_wrong_is_said(wrong: dict[str, Any], says: str) -> None:
    read(CONTENT, WRITTEN)
    with pytest.raises(ValueError, match=says):
        read(CONTENT, WRITTEN | wrong)


def test_what_is_no_puzzle_is_refused() -> None:
    nothing: tuple[object, ...] = (None, [], "x", {})
    for written in nothing:
        with pytest.raises(ValueError, match="a puzzle has"):
            read(CONTENT, written)
