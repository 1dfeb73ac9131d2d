"""Puzzles are read from JSON, and invalid ones are refused with a reason."""

import json
from typing import Any

import pytest

from rules.circuitry.puzzle.drawing import Random
from rules.circuitry.puzzle.goal import Goal
from rules.circuitry.puzzle.puzzle import ME, Puzzle, now, read
from rules.core.play import apply
from rules.core.rng import split
from tests.examples import seeds
from tests.rules.circuitry.puzzles import CONTENT, at_random
from tests.rules.circuitry.tables import GAME

WRITTEN: dict[str, Any] = {
    "goal": "deliver",
    "board": ["1 0,0 b0", "8 1,0 a180"],
    "pawns": ["red 1-green charge", "orange 1-purple"],
    "minis": ["red", "black"],
    "circuit": 9,
}


@pytest.mark.parametrize("seed", seeds(4))
def test_a_written_puzzle_is_read_back(seed: int) -> None:
    puzzle = at_random(Random(split(seed, 3)), board=6, actions=3, movement=4)
    assert read(CONTENT, json.loads(json.dumps(puzzle.as_json()))) == puzzle


@pytest.mark.parametrize(
    ("wrong", "expected"),
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
        ({"circuit": 99}, "no circuit card 99"),
        ({"circuit": "9" * 99}, f"no circuit card {'9' * 20}$"),
        ({"goal": "x" * 99}, f"goal: {'x' * 20} is no goal"),
        ({"goal": "reach"}, "names a node"),
        ({"goal": f"reach 20-{'x' * 99}"}, f"has a node 20-{'x' * 17}$"),
        ({"board": ["1 0,0 b0", 8]}, "a list of texts"),
        ({"board": ["8 0,0 a0"]}, "card 1 comes first"),
        ({"board": ["1 1,0 b0"]}, "card 1 comes first"),
        ({"board": ["1 0,0 b0", "8 0,0 a0"]}, "twice"),
        ({"board": ["1 0,0 b0", *(f"{8 + place} 0,{1 + place} a0" for place in range(16))]}, "at most 16 cards"),
        ({"pawns": [f"red {'9' * 99}"]}, f"there is no node {'9' * 20} on the board"),
        ({"pawns": ["x" * 99]}, f"pawns: “{'x' * 40}”"),
        ({"pawns": ["red 1-green charged"]}, "or “red 12-green charge”"),
        ({"pawns": ["pink 1-green"]}, "or “red 12-green charge”"),
        ({"pawns": ["red 1-green", "orange 1-green"]}, "at most one, and on each node"),
        ({"minis": ["x" * 99]}, f"minis: “{'x' * 20}” is no mini card"),
        ({"minis": ["free"]}, "no mini card that a puzzle can have"),
        ({"more": 1}, "a puzzle has"),
    ],
)
def test_faults_are_named(wrong: dict[str, Any], expected: str) -> None:
    read(CONTENT, WRITTEN)
    with pytest.raises(ValueError, match=expected):
        read(CONTENT, WRITTEN | wrong)


def test_invalid_puzzles_are_refused() -> None:
    nothing: tuple[object, ...] = (None, [], "x", {})
    for written in nothing:
        with pytest.raises(ValueError, match="a puzzle has"):
            read(CONTENT, written)


def test_a_board_of_16_cards_and_a_hand_of_10_are_read() -> None:
    board = ["1 0,0 b0", *(f"{8 + place} 0,{1 + place} a0" for place in range(15))]
    large = {"board": board, "pawns": ["red 1-green"], "circuit": 30, "minis": ["red"] * 6 + ["black"] * 4}
    puzzle = read(CONTENT, WRITTEN | large)
    assert (len(puzzle.board.placed), len(puzzle.minis), puzzle.cards) == (16, 10, 11)


def test_one_pawn_on_the_front_of_card_1_is_enough() -> None:
    puzzle = read(CONTENT, WRITTEN | {"board": ["1 0,0 a0", "8 1,0 a0"], "pawns": ["red 8-red", "green 1-red"]})
    assert not puzzle.board.turned_over


def test_the_state_of_a_puzzle_is_in_the_middle_of_a_turn() -> None:
    """4.3 Nothing was played or laid, and the limits of 11.10 and 11.11 do not apply."""
    g = read(CONTENT, WRITTEN).state(CONTENT)
    assert (g.turn, g.stirred, g.active, g.played, g.laid, g.gifts) == (1, 1, ME, 0, False, 0)
    assert (g.touched, g.touched_before, g.events) == ((), (), [])
    assert g.phase.waiting == (ME,)
    assert (g.variant.charges, g.variant.restricted, g.variant.passed, g.variant.teams) == (1, False, False, 0)
    for each_side, pawn in zip(g.sides, ("red 1-green charge", "orange 1-purple"), strict=True):
        written = f"{each_side.colour} {each_side.node}{' charge' if each_side.carried else ''}"
        assert (written, each_side.delivered, each_side.inhibited) == (pawn, 0, 0)


def test_a_lone_pawn_has_no_opponent_on_the_board() -> None:
    g = read(CONTENT, WRITTEN | {"pawns": ["light-blue 1-green"]}).state(CONTENT)
    assert [(str(each_side.colour), each_side.node, each_side.carried) for each_side in g.sides] == [
        ("light-blue", "1-green", ()),
        ("dark-blue", "", ()),
    ]


def after(puzzle: Puzzle, *texts: str) -> Puzzle | None:
    """Return the rest of a puzzle after these actions."""
    g = puzzle.state(CONTENT)
    for text in texts:
        g = apply(g, ME, GAME.parse(text))
    return now(puzzle, g)


def test_the_rest_of_a_puzzle_is_a_puzzle() -> None:
    puzzle = read(CONTENT, WRITTEN)
    assert after(puzzle) == puzzle
    left = read(CONTENT, WRITTEN | {"board": [*WRITTEN["board"], "9 0,1 a0"]} | {"circuit": 10})
    laid = after(puzzle, "place 9 0,1 a0")
    assert laid is not None
    assert (laid.board, laid.pawns, laid.minis, laid.circuit) == (left.board, left.pawns, left.minis, None)
    alone = read(CONTENT, WRITTEN | {"pawns": ["red 1-green charge"]})
    assert after(alone) == alone, "nobody else has come"


def test_there_is_no_rest_while_an_axis_is_being_chosen() -> None:
    """6.1"""
    front = {"board": ["1 0,0 a0", "11 0,1 a0"], "pawns": ["red 1-red"], "minis": ["black", "portal"]}
    puzzle = read(CONTENT, WRITTEN | front)
    portal = puzzle.board.portals[0]
    assert after(puzzle, f"portal {portal} black") is None
    then = after(puzzle, f"portal {portal} black", "turn-over long")
    assert then is not None
    assert (then.pawns[ME].node, then.minis, then.board.turned_over) == (portal, (), True)


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("deliver", "Win this turn: deliver a charge to the master node."),
        ("charge", "Take a charge this turn."),
        ("reach 8-light-blue", "Reach node 8 light blue this turn."),
    ],
)
def test_goals_have_words(goal: str, words: str) -> None:
    assert Goal.of(goal).words == words
    assert str(Goal.of(goal)) == goal
