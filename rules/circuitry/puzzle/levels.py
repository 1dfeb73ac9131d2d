"""The five levels, and how their puzzles are found: random boards are tried, and dull puzzles are rejected."""

from dataclasses import dataclass
from typing import Final

from rules.circuitry.content import Content
from rules.circuitry.puzzle.drawing import Random
from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.judge import MOST_WAYS, Judgement, judge
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.circuitry.puzzle.scrambling import (
    Requirements,
    puzzles_with_card_in_hand,
    puzzles_with_spare_card,
    scramble,
)
from rules.circuitry.puzzle.solution import Solved
from rules.circuitry.puzzle.solver import Solver
from rules.core import puzzles
from rules.core.rng import split

MOST_CARDS: Final = 9
PATIENCE: Final = 1_000
"""The number of boards after which a seed that has made no puzzle goes on with the plain kind of its level: a rare kind
would take too long.
"""
MOST_WORK: Final = 200_000
"""The work on boards in vain after which a seed goes on with the plain kind of its level (`solver`): five to eight
seconds of a processor.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of puzzle: the action cards of the hand, and the goal."""

    actions: tuple[str, ...]
    aim: Aim = Aim.DELIVER
    fetches: bool = False
    """Whether the charge to be delivered has to be taken first."""
    spare: bool = False
    """Whether the hand has one action card more than the solutions need."""
    score: int | None = None
    """The minimum score, if it is lower than that of the level.

    Scores favour cards that move with the pawn on them, and cards that a pawn has to leave first. Puzzles with Force,
    portals or a card to lay have low scores.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(puzzles.Level):
    """The requirements for the puzzles of a level."""

    kinds: tuple[Kind, ...]
    """The kinds of puzzles in this level, in equal shares."""
    plain: int
    """The index of a kind that nearly any board allows."""
    boards: range
    """The possible numbers of circuit cards besides #1."""
    others: range
    """The possible numbers of other pawns."""
    switches: int
    """The minimum number of changes between walking and playing action cards."""
    score: int
    """The minimum score of a puzzle (`Judgement.score`)."""
    lays: bool = False
    """Whether the hand also has a circuit card."""
    least: int = 0
    """The minimum number of cards in a solution."""

    def takes(self, kind: Kind, judgement: Judgement) -> bool:
        """Return whether a puzzle of this kind with this judgement is good enough."""
        score, switches = (self.score, self.switches) if kind.score is None else (kind.score, 1)
        is_hard = judgement.switches >= switches and judgement.solutions <= MOST_WAYS
        is_sought = judgement.spare == kind.spare and judgement.score >= score
        return is_hard and is_sought and not judgement.is_dull


LEVELS: Final = (
    Level(
        number=1,
        title="One trick",
        summary="One kind of action card solves it",
        kinds=(
            Kind(("rotate",), spare=True),
            Kind(("flip",), Aim.CHARGE, spare=True),
            Kind(("swap",), Aim.REACH, spare=True),
            Kind(("slide",), Aim.REACH, spare=True),
            Kind(("rotate",), Aim.CHARGE, spare=True),
            Kind(("flip",), Aim.REACH, spare=True),
            Kind(("swap",), fetches=True),
            Kind(("slide",), Aim.CHARGE, spare=True),
            Kind(("rotate",), Aim.REACH),
            Kind(("flip",), spare=True),
            Kind(("flip",), Aim.CHARGE, spare=True),
            Kind(("slide",), Aim.REACH),
        ),
        plain=0,
        boards=range(4, 8),
        others=range(2),
        switches=1,
        score=3,
    ),
    Level(
        number=2,
        title="In between",
        summary="Two action cards of the same kind, between steps",
        kinds=(
            Kind(("rotate", "rotate"), spare=True),
            Kind(("flip", "flip"), Aim.CHARGE),
            Kind(("flip", "flip"), Aim.REACH, spare=True),
            Kind(("flip", "flip"), Aim.REACH, spare=True),
            Kind(("rotate", "rotate"), Aim.CHARGE, spare=True),
            Kind(("flip", "flip"), Aim.REACH, spare=True),
            Kind(("flip", "flip"), Aim.CHARGE, spare=True),
            Kind(("slide", "slide"), Aim.CHARGE),
            Kind(("rotate", "rotate"), Aim.REACH, spare=True),
            Kind(("rotate", "rotate"), spare=True),
            Kind(("flip", "flip"), Aim.CHARGE),
            Kind(("flip", "flip"), Aim.REACH, spare=True),
        ),
        plain=0,
        boards=range(4, 8),
        others=range(2),
        switches=2,
        score=2,
    ),
    Level(
        number=3,
        title="Two tricks",
        summary="Two kinds of action cards, all of them needed",
        kinds=(
            Kind(("portal", "flip"), spare=True, score=0),
            Kind(("rotate", "flip"), Aim.CHARGE),
            Kind(("portal", "slide"), Aim.REACH, spare=True, score=0),
            Kind(("rotate", "flip"), spare=True),
            Kind(("portal", "flip"), Aim.CHARGE, score=0),
            Kind(("portal", "flip"), Aim.REACH, spare=True, score=0),
            Kind(("portal", "slide"), Aim.REACH, score=0),
            Kind(("portal", "flip"), Aim.CHARGE, spare=True, score=0),
            Kind(("rotate", "flip"), Aim.REACH),
            Kind(("portal", "slide"), spare=True, score=0),
            Kind(("portal", "rotate"), Aim.CHARGE, score=0),
            Kind(("portal", "flip"), Aim.REACH, spare=True, score=0),
        ),
        plain=3,
        boards=range(5, 8),
        others=range(2),
        switches=2,
        score=2,
    ),
    Level(
        number=4,
        title="In the way",
        summary="Others stand in the way, or carry what you want: Force and Exchange",
        kinds=(
            Kind(("exchange", "rotate"), spare=True),
            Kind(("force", "slide"), Aim.CHARGE),
            Kind(("force", "flip"), Aim.REACH),
            Kind(("exchange", "flip"), spare=True),
            Kind(("force", "swap"), Aim.CHARGE),
            Kind(("force", "rotate"), Aim.REACH),
            Kind(("exchange", "slide"), spare=True),
            Kind(("force", "rotate"), Aim.CHARGE),
            Kind(("force", "flip"), Aim.REACH, spare=True),
            Kind(("force", "flip"), Aim.REACH),
            Kind(("force", "slide"), Aim.CHARGE),
            Kind(("force", "rotate"), Aim.REACH, spare=True),
        ),
        plain=0,
        boards=range(5, 8),
        others=range(1, 3),
        switches=2,
        score=3,
    ),
    Level(
        number=5,
        title="One card more",
        summary="A circuit card to lay",
        kinds=(
            Kind(("rotate",)),
            Kind(("portal",)),
            Kind(("flip",), Aim.CHARGE),
            Kind(("force",)),
        ),
        plain=2,
        boards=range(4, 8),
        others=range(2),
        switches=1,
        score=0,
        lays=True,
        least=6,
    ),
)


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A generated puzzle that is good enough for its level."""

    puzzle: Puzzle
    solved: Solved
    judgement: Judgement


def look(content: Content, level: Level, seed: int, board: int, solver: Solver) -> GeneratedPuzzle | None:
    """Return the puzzle made with this seed and board number, or None if it is not good enough. The seed also
    determines the kind of the puzzle; after `PATIENCE` boards, the plain kind of the level follows.
    """
    random = Random(split(split(seed, level.number), board))
    kind = level.kinds[seed % len(level.kinds) if board < PATIENCE else level.plain]
    puzzle = scramble(content, random, _draw_requirements(level, kind, random), solver)
    if puzzle is None or puzzle.cards + level.lays < level.least:
        return None
    variants = puzzles_with_card_in_hand(random, puzzle, solver) if level.lays else iter([puzzle])
    if kind.spare:
        variants = (spare for variant in variants for spare in puzzles_with_spare_card(content, random, variant))
    for variant in variants:
        solved = solver.solve(variant)
        if solved.least is None or solved.least != variant.cards - kind.spare:
            continue
        judgement = judge(variant, solved)
        if level.takes(kind, judgement):
            return GeneratedPuzzle(variant, solved, judgement)
    return None


def _draw_requirements(level: Level, kind: Kind, random: Random) -> Requirements:
    actions = tuple(sorted(random.shuffled(kind.actions), key="portal".__eq__))
    others = max(random.one_of(level.others), int("exchange" in actions or "force" in actions))
    return Requirements(random.one_of(level.boards), others, actions, kind.aim, kind.fetches, MOST_CARDS)
