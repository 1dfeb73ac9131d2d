"""What a game provides that offers puzzles: one turn of it for one person, and a goal (`Game.puzzles`)."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import OwnState, State

SOLVER: Final[Seat] = 0
"""The seat of the person who solves a puzzle: nobody else ever acts."""

OwnPuzzle: TypeAlias = Any
"""A puzzle of one game alone, given back to the set that it came from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How hard puzzles are."""

    number: int
    """From 1, the easiest."""
    title: str
    """At most 40 characters."""
    summary: str
    """One line, at most 100 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """Everything that is known of a puzzle once it has been proven."""

    complete: bool
    """False: the solver gave up, and nothing else here is known."""
    least: int | None
    """The least cost of reaching the goal (`PuzzleSet.cost`); None if it cannot be reached."""
    count: int = 0
    """How many ways there are to reach it at this cost."""
    keys: tuple[tuple[str, ...], ...] = ()
    """The sets of actions that make up these ways, without those that belong to nearly every puzzle."""
    actions: tuple[str, ...] = ()
    """One of these ways, in notation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A puzzle that was made and is worth solving."""

    level: int
    puzzle: OwnPuzzle
    solution: Solution
    difficulty: tuple[int, ...]
    """Sorts the puzzles of a level, the easy ones first."""
    attempt: int
    """Which attempt of its seed made it, counted from 0."""


class PuzzleSet(ABC):
    """The puzzles of a game. Its booklet is shipped in `seeds/<key>/puzzles`, with puzzles of every level."""

    levels: ClassVar[Sequence[Level]]
    """By number, from 1."""
    summary: ClassVar[str]
    """What a puzzle is, as it goes on after “Circuitry for one: ”."""
    unit: ClassVar[str] = "card"
    """What the cost of a solution counts, in the singular."""
    refused: ClassVar[tuple[type[Action], ...]] = ()
    """Actions that a turn of the game offers and a puzzle does not."""

    @abstractmethod
    def read(self, written: object) -> OwnPuzzle:
        """Return the puzzle that `written` wrote, checked.

        Raises:
            ValueError: it is not a puzzle; says what is wrong.
        """

    @abstractmethod
    def written(self, puzzle: OwnPuzzle) -> object:
        """Return the puzzle as JSON keeps it."""

    @abstractmethod
    def goal(self, puzzle: OwnPuzzle) -> str:
        """Return what is to be done, as a sentence to the player."""

    @abstractmethod
    def begin(self, puzzle: OwnPuzzle) -> State:
        """Return the table on which `SOLVER` is to move."""

    @abstractmethod
    def is_met(self, puzzle: OwnPuzzle, g: OwnState) -> bool:
        """Return whether a table that began as this puzzle has reached its goal."""

    @abstractmethod
    def cost(self, puzzle: OwnPuzzle, g: OwnState) -> int:
        """Return what was spent so far, in units."""

    @abstractmethod
    def hint(self, puzzle: OwnPuzzle, g: OwnState) -> Action | None:
        """Return an action that leads to the goal, or None if that is out of reach or unknown. It may take a second."""

    @abstractmethod
    def solve(self, puzzle: OwnPuzzle) -> Solution:
        """Prove what the puzzle takes."""

    @abstractmethod
    def make(self, level: int, seed: int, attempt: int) -> Made | None:
        """Return the puzzle that an attempt of this seed makes, always the same one; None if it is not worth solving.

        One attempt of some hundred should make one.
        """

    def generate(self, level: int, seed: int) -> Iterator[Made]:
        """Make puzzles without end: the same seed gives the same ones, and no two have the same keys."""
        attempt, seen = 0, set()
        while True:
            made = self.make(level, seed, attempt)
            if made is not None and made.solution.keys not in seen:
                seen.add(made.solution.keys)
                yield made
            attempt += 1
