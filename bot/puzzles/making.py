"""Makes puzzles in the processes in which computer players think, while nothing more urgent waits for them."""

from collections.abc import Callable, Iterator
from itertools import count
from time import monotonic
from typing import Final, NamedTuple

from bot.application.thinking.priorities import Priority
from bot.application.thinking.thinking import Thinking, ThinkingError
from bot.lab.crew import Crew
from bot.puzzles.booklet import Entry
from rules.core.game import Game
from rules.core.puzzles import Made, Tried, with_new_keys

ATTEMPTS: Final = 20_000
"""The maximum number of attempts at making one puzzle. A few hundred are usually enough."""
AT_A_TIME: Final = 1.0
"""Seconds after which an unfinished puzzle makes way for waiting work. All the attempts at a puzzle may take a minute.
"""


class Attempted(NamedTuple):
    """The result of some attempts at a puzzle."""

    entry: Entry | None
    """The puzzle; None if no attempt made one that is worth solving."""
    tried: Tried
    """All attempts in vain so far."""


def attempt(game: Game, level: int, seed: int, tried: Tried) -> Attempted:
    """Try to make a puzzle for about a second. tried: the attempts made before.

    For the same level and seed, the same attempt is always the first to succeed.
    """
    assert game.puzzles is not None
    end = monotonic() + AT_A_TIME
    while tried.attempts < ATTEMPTS:
        made = game.puzzles.attempt(level, seed, tried)
        if isinstance(made, Made):
            assert made.solution.least is not None
            return Attempted(Entry(level, made.puzzle, made.solution.least, made.solution.actions), tried)
        tried = made
        if monotonic() > end:
            break
    return Attempted(None, tried)


def generated(crew: Crew, game: Game, level: int, seed: int) -> Iterator[Made]:
    """Yield the puzzles that `PuzzleSet.generate` yields, made by a crew."""
    yield from with_new_keys(crew.results(_numbered, ((game, (level, seed, number)) for number in count())))


def _numbered(game: Game, level: int, seed: int, number: int) -> Made:
    assert game.puzzles is not None
    return game.puzzles.numbered(level, seed, number)


class Workshop:
    """Makes puzzles in the background. A failure raises nothing."""

    def __init__(self, thinking: Thinking, attempt: Callable[[Game, int, int, Tried], Attempted] = attempt) -> None:
        """attempt: the function to run in another process, normally `attempt`."""
        self._thinking = thinking
        self._attempt = attempt
        self._is_closed = False

    async def puzzle(self, game: Game, level: int, seed: int) -> Entry | None:
        """Make a puzzle of a level; return None if that fails."""
        tried = Tried()
        while tried.attempts < ATTEMPTS and not self._is_closed:
            arguments = (level, seed, tried)
            try:
                entry, tried = await self._thinking.aside(self._attempt, game, *arguments, priority=Priority.LEISURE)
            except ThinkingError:
                return None
            if entry is not None:
                return entry
        return None

    def close(self) -> None:
        """Make no further puzzles."""
        self._is_closed = True
