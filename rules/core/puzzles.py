"""The contract for puzzles of a game: one turn for one person, and a goal (`Game.puzzles`)."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, ClassVar, Final, TypeAlias

from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import OwnState, State
from rules.core.rng import split

SOLVER: Final[Seat] = 0
"""The seat of the person who solves a puzzle; no other seat ever acts."""

OwnPuzzle: TypeAlias = Any
"""The type of a set's own puzzle, where a method of any puzzle set takes one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level of difficulty."""

    number: int
    """The level's number, counted from 1, the easiest."""
    title: str
    """The level's name, in at most 40 characters."""
    summary: str
    """The description in one line of at most 100 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The solver's result for a puzzle."""

    complete: bool
    """Whether the solver finished. If not, it gave up, and the other fields mean nothing."""
    least: int | None
    """The least cost of reaching the goal (`PuzzleSet.cost`); None if it cannot be reached."""
    count: int = 0
    """The number of solutions at this cost."""
    keys: tuple[tuple[str, ...], ...] = ()
    """For each of these solutions, the set of its actions without those that nearly every puzzle needs."""
    actions: tuple[str, ...] = ()
    """One of these solutions, in notation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A generated puzzle that is worth solving."""

    level: int
    puzzle: OwnPuzzle
    solution: Solution
    difficulty: tuple[int, ...]
    """A key that sorts the puzzles of a level from easy to hard."""
    seed: int
    """The seed from which the puzzle was made."""
    attempt: int
    """The number of the attempt with this seed that made the puzzle, counted from 0."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The attempts at a puzzle that were in vain."""

    attempts: int = 0
    """The number of the next attempt."""
    work: int = 0
    """The work so far, in a unit of the puzzle set that is the same on every machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a match that begins with the position of a puzzle."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that differ from their defaults."""
    decks: tuple[tuple[CardId, ...], ...] = ()
    """The cards of the decks, by seat; () in a game without decks."""


class PuzzleSet(ABC):
    """The puzzles of a game. Its booklet in `seeds/<key>/puzzles` has puzzles of every level."""

    levels: ClassVar[Sequence[Level]]
    """The levels in the order of their numbers, which begin with 1."""
    summary: ClassVar[str]
    """A description that continues “Circuitry for one: ”."""
    explained: ClassVar[Sequence[str]]
    """Lines that explain the pieces and the actions to a person who has never seen the game."""
    unit: ClassVar[str] = "card"
    """The unit of a solution's cost, in the singular."""
    refused: ClassVar[tuple[type[Action], ...]] = ()
    """Classes of actions that are possible in a turn of the game but not in a puzzle."""

    @abstractmethod
    def read(self, written: object) -> OwnPuzzle:
        """Check a puzzle that `written` has returned as data, and return it.

        Raises:
            ValueError: the data is not a puzzle; the message says what is wrong.
        """

    @abstractmethod
    def written(self, puzzle: OwnPuzzle) -> object:
        """Return the puzzle as data for JSON."""

    @abstractmethod
    def goal(self, puzzle: OwnPuzzle) -> str:
        """Return the goal as a sentence for the player."""

    @abstractmethod
    def begin(self, puzzle: OwnPuzzle) -> State:
        """Return the state in which `SOLVER` begins."""

    @abstractmethod
    def terms(self, puzzle: OwnPuzzle) -> Terms:
        """Return the terms of a match that begins with the puzzle's position."""

    @abstractmethod
    def opening(self, puzzle: OwnPuzzle, seed: int) -> State:
        """Return the first state of a match that begins with the puzzle's position. `SOLVER` decides first. The seed
        decides everything that the puzzle hides: hands of others, and the order of decks.
        """

    @abstractmethod
    def is_met(self, puzzle: OwnPuzzle, g: OwnState) -> bool:
        """Return whether a match that began with this puzzle has reached its goal."""

    @abstractmethod
    def cost(self, puzzle: OwnPuzzle, g: OwnState) -> int:
        """Return the cost so far, in units."""

    @abstractmethod
    def hint(self, puzzle: OwnPuzzle, g: OwnState) -> Action | None:
        """Return an action that leads to the goal, or None if the goal is out of reach or the solver gives up. The call
        may take a second.
        """

    @abstractmethod
    def solve(self, puzzle: OwnPuzzle) -> Solution:
        """Find the least cost and the solutions."""

    def refutation(self, puzzle: OwnPuzzle, g: OwnState) -> str:  # for games with an opponent
        """Return in a sentence how an opponent could prevent the goal, now that `SOLVER` has nothing left to do; "" if
        nobody could.
        """
        return ""

    def kinds(self, level: int) -> int:
        """Return the number of kinds of puzzles in a level; kinds may differ by the actions that are needed, for
        example. A seed makes puzzles of kind number `seed % kinds`, and of other kinds only after many attempts in
        vain.
        """
        return 1

    @abstractmethod
    def make(self, level: int, seed: int, attempt: int) -> Made | None:
        """Return the puzzle that this attempt makes, always the same one, or None if it is not worth solving.

        At least one attempt in a few hundred should succeed.
        """

    def attempt(self, level: int, seed: int, tried: Tried) -> Made | Tried:
        """Make the next attempt. Return the puzzle, or what has been tried now: a set may leave out attempts after too
        much work.
        """
        return self.make(level, seed, tried.attempts) or Tried(tried.attempts + 1)

    def numbered(self, level: int, seed: int, number: int) -> Made:
        """Return the puzzle with this number, always the same one. The kinds of the level take turns."""
        own = split(seed, number)
        own += (number - own) % self.kinds(level)
        made: Made | Tried = Tried()
        while isinstance(made, Tried):
            made = self.attempt(level, own, made)
        return made

    def generate(self, level: int, seed: int) -> Iterator[Made]:
        """Yield puzzles without end. The same seed yields the same ones, and no two have the same keys."""
        yield from with_new_keys(self.numbered(level, seed, number) for number in count())


def with_new_keys(made: Iterable[Made]) -> Iterator[Made]:
    """Yield the puzzles, but leave out those with the same keys as an earlier one."""
    seen = set()
    for one in made:
        if one.solution.keys not in seen:
            seen.add(one.solution.keys)
            yield one
