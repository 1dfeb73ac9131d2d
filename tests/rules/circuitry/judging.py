"""A second judge of puzzles, which uses only the actions and states of the game."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from rules.circuitry.actions import Charge, Deliver, Flip, Move, Rotate, Slide, Swap, TurnOver
from rules.circuitry.board import number_of
from rules.circuitry.puzzle.judge import Judgement
from rules.circuitry.puzzle.puzzle import ME, Puzzle, now
from rules.circuitry.puzzle.solution import Solved, actions, solve
from rules.circuitry.state import CircuitryState
from rules.core.cards import CardId
from rules.core.notation import Action
from rules.core.play import apply
from tests.rules.circuitry.puzzles import CONTENT

FAR: Final = 16
"""A number of movement cards that is larger than any hand."""

Played = Sequence[tuple[CircuitryState, Action]]
"""A solution: each action with the state before it. Turning card 1 over is part of the step that leaves it."""


def judged(puzzle: Puzzle, solved: Solved) -> Judgement:
    """Judge a puzzle with no more than 24 solutions."""
    assert solved.least is not None
    ways = [_played(puzzle, solved, steps) for steps in solved.steps(24)]
    runs = [_runs(way) for way in ways]
    start = puzzle.state(CONTENT)
    on_foot, movement = _on_foot(puzzle, start), sum(mini.movement for mini in start.sides[ME].minis)
    return Judgement(
        riding=all(map(_rides, ways)),
        switches=min(max(0, len(each) - 1) for each in runs),
        occupied=all(map(_waits, ways)),
        misleading=all(len(way) > 1 and _on_foot(puzzle, way[1][0]) > on_foot for way in ways),
        short=on_foot if on_foot == FAR else on_foot - movement,
        corridor=max(length for each in runs for is_walk, length in [*each, (True, 0)] if is_walk),
        solutions=solved.solutions,
        key_sets=len(solved.key_sets),
        spare=puzzle.cards - solved.least,
        jump={key.split()[0] for keys in solved.key_sets for key in keys} <= {"portal"},
    )


def _played(puzzle: Puzzle, solved: Solved, steps: Sequence[tuple[object, ...]]) -> Played:
    g, way = puzzle.state(CONTENT), []
    for action in actions(CONTENT, puzzle, solved, steps):
        if not isinstance(action, TurnOver):
            way.append((g, action))
        g = apply(g, ME, action)
    return way


def _runs(way: Played) -> list[tuple[bool, int]]:
    """Return the lengths of runs of steps, and of other cards; charging and delivering count as neither."""
    walks = [isinstance(action, Move) for _, action in way if not isinstance(action, Charge | Deliver)]
    return [(is_walk, len(list(run))) for is_walk, run in groupby(walks)]


def _rides(way: Played) -> bool:
    moves = [place for place, (_, action) in enumerate(way) if isinstance(action, Move)]
    return any(
        isinstance(action, Rotate | Slide)
        and action.circuit == number_of(g.sides[ME].node)
        and any(move < place for move in moves)
        and any(move > place for move in moves)
        for place, (g, action) in enumerate(way)
    )


def _waits(way: Played) -> bool:
    """Return whether a card that is flipped or swapped has a pawn before or afterwards."""
    cards = [_freed(action) for _, action in way]
    return any(needed & g.occupied_cards for needed in cards for g, _ in way)


def _freed(action: Action) -> set[int]:
    match action:
        case Flip(circuit):
            return {circuit}
        case Swap(first, second):
            return {first, second}
        case _:
            return set()


def _on_foot(puzzle: Puzzle, g: CircuitryState) -> int:
    """Return the minimum number of black cards if the pawn only walks; the last pawn on card 1 cannot leave it."""
    left = now(puzzle, g)
    if left is None or g.is_last_on_hub(ME):
        return FAR
    walker = replace(left, minis=(CardId("black"),) * FAR, circuit=None)
    return solve(walker).least or FAR
