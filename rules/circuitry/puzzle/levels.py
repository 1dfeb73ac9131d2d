"""The five levels, and how their puzzles are found: random boards are tried, and dull puzzles are rejected."""

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


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of puzzle: the action cards of the hand, and the goal."""

    actions: tuple[str, ...]
    aim: Aim = Aim.DELIVER
    fetches: bool = False
    """Whether the charge to be delivered has to be taken first."""
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
        return is_hard and judgement.score >= score and not judgement.is_dull


LEVELS: Final = (
    Level(
        number=1,
        title="One trick",
        summary="One kind of action card",
        kinds=(
            Kind(("rotate",)),
            Kind(("flip",)),
            Kind(("swap",)),
            Kind(("slide",)),
            Kind(("rotate",), Aim.REACH),
            Kind(("flip",), Aim.CHARGE),
            Kind(("swap",), Aim.REACH),
            Kind(("slide",), Aim.CHARGE),
            Kind(("rotate", "rotate"), Aim.CHARGE),
            Kind(("flip", "flip")),
            Kind(("swap",), fetches=True),
            Kind(("slide",), Aim.REACH),
        ),
        boards=range(4, 8),
        others=range(2),
        switches=1,
        score=3,
    ),
    Level(
        number=2,
        title="In between",
        summary="Three action cards between steps",
        kinds=(
            Kind(("rotate", "rotate", "rotate")),
            Kind(("rotate", "flip", "rotate")),
            Kind(("rotate", "rotate", "flip")),
        ),
        boards=range(6, 10),
        others=range(2),
        switches=3,
        score=4,
    ),
    Level(
        number=3,
        title="Two tricks",
        summary="Two kinds of action cards, all of them needed",
        kinds=(
            Kind(("rotate", "slide")),
            Kind(("rotate", "flip")),
            Kind(("portal", "rotate"), score=1),
            Kind(("flip", "slide"), Aim.CHARGE),
            Kind(("rotate", "swap")),
            Kind(("portal", "flip"), Aim.REACH, score=1),
            Kind(("rotate", "flip"), Aim.CHARGE),
            Kind(("flip", "swap")),
            Kind(("portal", "slide"), score=1),
            Kind(("rotate", "flip"), Aim.REACH),
        ),
        boards=range(6, 9),
        others=range(2),
        switches=2,
        score=4,
    ),
    Level(
        number=4,
        title="In the way",
        summary="Others stand in the way, or carry what you want: Force and Exchange",
        kinds=(
            Kind(("force", "rotate")),
            Kind(("exchange", "rotate")),
            Kind(("force", "flip"), Aim.REACH),
            Kind(("exchange", "slide")),
            Kind(("force", "slide")),
            Kind(("exchange", "swap")),
            Kind(("force", "rotate"), Aim.CHARGE),
            Kind(("exchange", "flip")),
            Kind(("force", "swap"), Aim.REACH),
        ),
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
            Kind(("force",), score=0),
            Kind(("slide",), score=1),
            Kind(("portal",), score=0),
        ),
        boards=range(5, 9),
        others=range(2),
        switches=2,
        score=3,
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


def look(content: Content, level: Level, seed: int, board: int) -> GeneratedPuzzle | None:
    """Return the puzzle made with this seed and board number, or None if it is not good enough. The seed also
    determines the kind of the puzzle.
    """
    random = Random(split(split(seed, level.number), board))
    kind = level.kinds[seed % len(level.kinds)]
    puzzle = scramble(content, random, _draw_requirements(level, kind, random))
    if puzzle is None or puzzle.cards + level.lays < level.least:
        return None
    for variant in puzzles_with_card_in_hand(random, puzzle) if level.lays else [puzzle]:
        solved = solve(variant)
        judgement = judge(variant, solved)
        if level.takes(kind, judgement):
            return GeneratedPuzzle(variant, solved, judgement)
    return None


def _draw_requirements(level: Level, kind: Kind, random: Random) -> Requirements:
    actions = tuple(sorted(random.shuffled(kind.actions), key="portal".__eq__))
    others = max(random.one_of(level.others), int("exchange" in actions or "force" in actions))
    return Requirements(random.one_of(level.boards), others, actions, kind.aim, kind.fetches, MOST_CARDS)
