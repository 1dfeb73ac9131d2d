"""Puzzles whose goal is not on the board at first: it appears when a card is turned over or laid."""

from typing import Any

import pytest

from rules.circuitry.puzzle.puzzle import read
from rules.circuitry.puzzle.solution import solve
from tests.rules.circuitry.puzzles import CONTENT, by_the_rules


@pytest.mark.parametrize(
    ("goal", "board", "pawns", "hand"),
    [
        ("reach 30-purple", "3 -1,0 a180|26 0,1 a180|30 -1,1 a0", "dark-blue 3-red|purple 1-orange", "black*2 flip"),
        ("reach 20-orange", "20 -1,0 a180|8 -1,1 b0|13 0,1 b180", "orange 8-orange charge", "black*2 flip"),
        ("reach 16-dark-blue", "25 0,-1 b0|12 -1,-1 a180", "red 25-red charge|orange 25-light-blue", "black*2 16"),
        ("reach 21-red", "9 -1,0 a0|5 -1,-1 b0", "orange 5-green", "black*2 21"),
        ("charge", "3 1,0 a180|22 1,-1 a180", "dark-blue 22-light-blue", "black*3 flip"),
        ("charge", "9 1,0 a0|8 0,-1 a180", "purple 8-purple", "black*3 6"),
    ],
)
def test_goals_that_are_turned_up_or_laid_are_reached(goal: str, board: str, pawns: str, hand: str) -> None:
    """4.7, 8.3"""
    written: dict[str, Any] = {"goal": goal, "board": ["1 0,0 b0", *board.split("|")], "pawns": pawns.split("|")}
    blacks, other = hand.split()
    minis = ["black"] * int(blacks.removeprefix("black*"))
    written |= {"minis": minis, "circuit": int(other)} if other.isdigit() else {"minis": [*minis, other]}
    puzzle = read(CONTENT, written)
    solved = solve(puzzle)
    assert solved.least == puzzle.cards
    assert (solved.least, solved.solutions) == by_the_rules(puzzle)


@pytest.mark.parametrize("colour", ["green", "orange", "purple", "dark-blue", "light-blue"])
def test_the_last_pawn_reaches_nodes_on_both_sides_of_card_1(colour: str) -> None:
    """6.1, 6.2"""
    for board in (["1 0,0 a0", "8 1,0 a0"], ["1 0,0 a0", "10 0,-1 a0"]):
        written = {"goal": f"reach 1-{colour}", "board": board, "pawns": ["red 1-red"], "minis": ["black"] * 2}
        puzzle = read(CONTENT, written)
        solved = solve(puzzle)
        assert solved.least is not None
        assert (solved.least, solved.solutions) == by_the_rules(puzzle)
