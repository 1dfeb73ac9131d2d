"""The five levels, and the search for their puzzles: random boards are tried, and dull ones are thrown away."""

from dataclasses import dataclass
from typing import Final

from rules.circuitry.content import Content
from rules.circuitry.puzzle.drawing import Random
from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.judge import MOST_WAYS, Judgement, judge
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.circuitry.puzzle.scrambling import Requirements, puzzles_with_card_in_hand, scramble
from rules.circuitry.puzzle.solution import Solved, solve
from rules.core import puzzles
from rules.core.rng import split

MOST_CARDS: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(puzzles.Level):
    """The requirements of a level."""

    hands: tuple[tuple[str, ...], ...]
    """The possible sets of action cards in a hand."""
    boards: range
    """The possible numbers of circuit cards besides #1."""
    others: range
    """The possible numbers of other pawns."""
    switches: int
    """The minimum number of changes between walking and playing action cards."""
    score: int
    """The minimum score."""
    lays: bool = False
    """Whether a hand also has a circuit card."""
    solutions: int = MOST_WAYS
    """The maximum number of solutions."""
    least: int = 0
    """The minimum number of cards in a solution."""

    def takes(self, judgement: Judgement) -> bool:
        """Return whether a puzzle with this judgement is good enough."""
        is_hard = judgement.switches >= self.switches and judgement.solutions <= self.solutions
        return is_hard and judgement.score >= self.score and not judgement.is_dull


LEVELS: Final = (
    Level(
        number=1,
        title="One trick",
        summary="One kind of action card",
        hands=(("rotate",), ("slide",), ("flip",), ("swap",), ("rotate", "rotate"), ("flip", "flip")),
        boards=range(4, 8),
        others=range(2),
        switches=1,
        score=3,
    ),
    Level(
        number=2,
        title="In between",
        summary="Three action cards between steps",
        hands=(("rotate", "rotate", "rotate"), ("rotate", "flip", "rotate"), ("rotate", "rotate", "flip")),
        boards=range(6, 10),
        others=range(2),
        switches=3,
        score=4,
    ),
    Level(
        number=3,
        title="Two tricks",
        summary="Two kinds of action cards, all of them needed",
        hands=(("rotate", "slide"), ("rotate", "flip"), ("flip", "slide"), ("rotate", "swap"), ("slide", "flip")),
        boards=range(6, 9),
        others=range(2),
        switches=2,
        score=4,
    ),
    Level(
        number=4,
        title="In the way",
        summary="Others stand in the way, or carry what you want: Force and Exchange",
        hands=(("force", "rotate"), ("exchange", "rotate"), ("force", "flip"), ("exchange", "slide"), ("force",)),
        boards=range(5, 8),
        others=range(1, 3),
        switches=2,
        score=3,
    ),
    Level(
        number=5,
        title="One card more",
        summary="A circuit card to lay",
        hands=(("rotate",), ("rotate", "rotate"), ("flip",), ("rotate", "flip"), ("force", "rotate"), ("force",)),
        boards=range(5, 9),
        others=range(2),
        switches=2,
        score=3,
        lays=True,
        solutions=2,  # of the ways in which a card can lie on a cell, most are useless
        least=6,
    ),
)


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A puzzle that is good enough."""

    puzzle: Puzzle
    solved: Solved
    judgement: Judgement


def look(content: Content, level: Level, seed: int, board: int) -> GeneratedPuzzle | None:
    """Return the puzzle of one board, or None if it is not good enough."""
    random = Random(split(split(seed, level.number), board))
    puzzle = scramble(content, random, _draw_requirements(level, random))
    if puzzle is None or puzzle.cards + level.lays < level.least:
        return None
    for variant in puzzles_with_card_in_hand(random, puzzle) if level.lays else [puzzle]:
        solved = solve(variant)
        judgement = judge(variant, solved)
        if level.takes(judgement):
            return GeneratedPuzzle(variant, solved, judgement)
    return None


def _draw_requirements(level: Level, random: Random) -> Requirements:
    actions = tuple(random.shuffled(random.one_of(level.hands)))
    exchanges = "exchange" in actions
    aim = Aim.CHARGE if not exchanges and random.below(5) == 0 else Aim.DELIVER
    fetches = aim is Aim.DELIVER and not exchanges and random.below(4) == 0
    others = max(random.one_of(level.others), int(exchanges))
    return Requirements(random.one_of(level.boards), others, actions, aim, fetches, MOST_CARDS)
