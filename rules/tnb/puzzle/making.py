"""Puzzles are found in matches between two quick players: turns that can win, but not in every way."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.core import puzzles, rng
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import advance
from rules.core.puzzles import SOLVER, Solution
from rules.tnb.cards import TnbCard
from rules.tnb.greedy import choose
from rules.tnb.observation import observe
from rules.tnb.puzzle.proof import Proof, own_turn, solve, strikes
from rules.tnb.puzzle.puzzle import Puzzle, puzzle_of
from rules.tnb.state import TnbState

MOST_KEYS: Final = 4
"""A puzzle that can be solved in more different ways is dull."""
LEAST: Final = 2
"""A puzzle that a single action solves is dull."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(puzzles.Level):
    """The requirements for the puzzles of a level."""

    answers: bool
    """Whether the enemy's turn follows."""
    overlooked: bool
    """Whether the quick player does not win in this turn."""


LEVELS: Final = (
    Level(number=1, title="The last blow", summary="The enemy has had its turn", answers=False, overlooked=False),
    Level(
        number=2,
        title="Come what may",
        summary="The enemy still has its turn, and cards that you can't see",
        answers=True,
        overlooked=False,
    ),
    Level(
        number=3,
        title="Well hidden",
        summary="The enemy has had its turn, and a computer missed how to win",
        answers=False,
        overlooked=True,
    ),
    Level(
        number=4,
        title="All thought of",
        summary="The enemy still has its turn, and a computer missed how to win",
        answers=True,
        overlooked=True,
    ),
)


def beginnings(game: Game, seed: int) -> Iterator[tuple[TnbState, Seat]]:
    """Play a match between two quick players; yield the state at the beginning of each turn, and whose turn it is."""
    ready_made = [deck.cards for deck in game.decks.values()]
    random, decks = seed, []
    for _ in range(game.seats[0]):
        random, which = rng.below(random, len(ready_made))
        decks.append(ready_made[which])
    g = game.begin(seats=game.seats[0], options={}, decks=decks, seed=rng.split(seed, 0))
    assert isinstance(g, TnbState)
    ply, begun = 0, (0, -1)
    while g.phase.waiting:
        [seat] = g.phase.waiting
        if (g.turn, seat) != begun:
            begun = g.turn, seat
            yield g.clone(), seat
        ply += 1
        advance(g, seat, choose(observe(g, seat), rng.split(random, ply)))


def look(game: Game, cards: Mapping[CardId, TnbCard], level: Level, seed: int) -> tuple[Puzzle, Solution] | None:
    """Return the first turn of a match that makes a puzzle of this level, or None."""
    for g, seat in beginnings(game, seed):
        if (g.first == seat) is level.answers and g.sides[0].deck and g.sides[1].deck:
            puzzle = puzzle_of(g, seat)
            solution = _solved(cards, puzzle)
            if solution and not (level.overlooked and _is_found(cards, puzzle, seed)):
                return puzzle, solution
    return None


def _solved(cards: Mapping[CardId, TnbCard], puzzle: Puzzle) -> Solution | None:
    """Return the solution of a puzzle that is worth solving."""
    g = puzzle.state(cards)
    possible = list(strikes(g))
    proof = Proof(puzzle, cards) if possible else None
    if proof is None or not proof.complete or not any(map(proof.kills, possible)):
        return None
    solution = solve(g, proof)
    is_hard = solution.least is not None and solution.least >= LEAST and len(solution.keys) <= MOST_KEYS
    return solution if is_hard else None


def _is_found(cards: Mapping[CardId, TnbCard], puzzle: Puzzle, random: int) -> bool:
    """Return whether the quick player wins in this turn."""
    g, proof = puzzle.state(cards), Proof(puzzle, cards)
    ply = 0
    while g.phase.waiting == (SOLVER,):
        ply += 1
        advance(g, SOLVER, choose(observe(g, SOLVER), rng.split(random, ply)))
    return proof.refutation(own_turn(g)) is None
