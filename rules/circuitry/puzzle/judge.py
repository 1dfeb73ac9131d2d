"""Judging whether a puzzle is fun, by measures of its solutions."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rules.circuitry.puzzle.hand import KINDS
from rules.circuitry.puzzle.layout import COLOURS
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.circuitry.puzzle.solution import Solved, Way
from rules.circuitry.puzzle.task import Position, Task

MOST_WAYS: Final = 24
"""A puzzle with more solutions than this is dull."""
MOST_RUN: Final = 4
"""A puzzle with a solution that walks this many steps in a row is dull."""
FAR: Final = 16
"""A number of movement cards that no hand has."""
_RIDES: Final = ("rotate", "slide")
_NEED_FREE: Final = ("flip", "swap")


@dataclass(frozen=True, slots=True)
class Judgement:
    """The properties that decide whether a puzzle is fun. Each bool is true only if it is true of every solution."""

    riding: bool
    """Whether a card is rotated or slid under the pawn, between two of the pawn's steps."""
    switches: int
    """The minimum number of changes between walking and playing action cards, over all solutions."""
    occupied: bool
    """Whether a Flip or Swap has to wait until a pawn has left its card, or has to come before a pawn steps on it."""
    misleading: bool
    """Whether the first step takes the pawn farther from the goal, or blocks its way, as long as it only walks."""
    short: int
    """The number of movement cards that the hand lacks for solving the puzzle by walking alone; `FAR` if no number
    suffices.
    """
    corridor: int
    """The maximum number of steps in a row, over all solutions."""
    solutions: int
    key_sets: int
    spare: int
    """The number of cards in the hand that a solution does not need."""
    jump: bool
    """Whether walking and portals suffice to solve the puzzle."""

    @property
    def score(self) -> int:
        """The fun of the puzzle, from 0 to 10."""
        points = 2 * self.riding + 2 * self.occupied + 2 * self.misleading + min(2, self.switches // 2)
        return points + (self.short == 1) + (self.solutions == 1)

    @property
    def is_dull(self) -> bool:
        """Whether the puzzle is dull whatever its score: it has too many solutions, several sets of key actions or a
        long walk, or needs no action card except portals.
        """
        if self.key_sets > 1 or self.solutions > MOST_WAYS:
            return True
        return self.jump or self.corridor >= MOST_RUN or self.switches < 1


def judge(puzzle: Puzzle, solved: Solved) -> Judgement:
    """Judge a puzzle that has a solution."""
    assert solved.least is not None
    assert solved.search is not None
    task, ways = solved.search.task, solved.ways(MOST_WAYS)
    return Judgement(
        riding=all(_rides(way) for way in ways),
        switches=min(_switches(way) for way in ways),
        occupied=all(_waits_for_room(way) for way in ways),
        misleading=all(_misleads(task, way) for way in ways),
        short=_short(task),
        corridor=max(_corridor(way) for way in ways),
        solutions=solved.solutions,
        key_sets=len(solved.key_sets),
        spare=puzzle.cards - solved.least,
        jump=all(key.startswith("portal ") for keys in solved.key_sets for key in keys),
    )


def _acts(way: Way) -> list[bool]:
    """Return, for each step, whether it plays an action card or a circuit card. Charging and delivering are left
    out.
    """
    return [step[0] in KINDS or step[0] == "portal-force" for _, step in way if step[0] not in ("charge", "deliver")]


def _rides(way: Way) -> bool:
    moves = [place for place, (_, step) in enumerate(way) if step[0] == "move"]
    return any(
        step[0] in _RIDES and step[1] == position[1].mine // COLOURS and moves[0] < place < moves[-1]
        for place, (position, step) in enumerate(way)
        if moves
    )


def _switches(way: Way) -> int:
    acts = _acts(way)
    return sum(before != after for before, after in pairwise(acts))


def _corridor(way: Way) -> int:
    longest = run = 0
    for act in _acts(way):
        run = 0 if act else run + 1
        longest = max(longest, run)
    return longest


def _waits_for_room(way: Way) -> bool:
    """Return whether the solution has a Flip or Swap that would be impossible at another time of the turn."""
    bearing = [_bearing(position) for position, _ in way]
    for place, (_, step) in enumerate(way):
        if step[0] in _NEED_FREE:
            cards = set(step[1:])
            if any(cards & occupied for occupied in bearing[:place] + bearing[place + 1 :]):
                return True
    return False


def _bearing(position: Position) -> set[object]:
    """Return the slots of the cards that bear a pawn."""
    return {node // COLOURS for node in position[1].nodes}


def _misleads(task: Task, way: Way) -> bool:
    """Return whether the first step makes the way longer for a pawn that can only walk."""
    if len(way) < 2:
        return False
    return _on_foot(task, way[1][0]) > _on_foot(task, way[0][0])


def _on_foot(task: Task, position: Position) -> int:
    """Return the number of movement cards that it takes to reach the goal by walking alone; `FAR` if that is
    impossible.
    """
    layout, pawns, _, _ = position
    if pawns.is_last(layout):
        return FAR
    return task.to_go(layout, pawns.others, pawns.carries, FAR).get(pawns.mine, FAR)


def _short(task: Task) -> int:
    needed = _on_foot(task, task.start)
    return FAR if needed == FAR else needed - task.hand.movement
