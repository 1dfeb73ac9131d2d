"""A generator of puzzles in a process of its own, which ends when there is nothing to make."""

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from typing import Final

import structlog

from bot.application.thinking.thinking import Pool, end, processes
from bot.log import origin
from bot.puzzles.booklet import Entry
from rules.core.game import Game

ATTEMPTS: Final = 20_000
"""Most attempts at making one puzzle; some hundreds are usually enough."""

log = structlog.stdlib.get_logger(__name__)


def made(game: Game, level: int, seed: int) -> Entry | None:
    """Return the first puzzle of a seed that is worth solving, always the same one. This may take a minute."""
    assert game.puzzles is not None
    for attempt in range(ATTEMPTS):
        candidate = game.puzzles.make(level, seed, attempt)
        if candidate is not None and candidate.solution.least is not None:
            return Entry(level, candidate.puzzle, candidate.solution.least, candidate.solution.actions)
    return None


class Workshop:
    """Makes one puzzle at a time in the background; a failure of its process fails no call."""

    def __init__(self, pool: Pool = processes, make: Callable[[Game, int, int], Entry | None] = made) -> None:
        """make: the function to run in the process, normally `made`."""
        self._make_pool = pool
        self._make = make
        self._pool: Executor | None = None
        self._is_closed = False

    async def puzzle(self, game: Game, level: int, seed: int) -> Entry | None:
        """Make a puzzle of a level; return None if that fails."""
        if self._is_closed:
            return None
        pool = self._pool = self._pool or self._make_pool(1)
        try:
            return await asyncio.wrap_future(pool.submit(self._make, game, level, seed))
        except BrokenExecutor:
            if not self._is_closed:
                log.warning("the process in which puzzles are made was ended")
            self.rest()
        except Exception as error:  # noqa: BLE001 # any error: puzzles are only spare ones
            log.error("no puzzle could be made", game=game.key, level=level, cause=origin(error))  # noqa: TRY400 # nor its text
        return None

    def rest(self) -> None:
        """End the process; the next puzzle starts another one."""
        if self._pool is not None:
            end(self._pool)
            self._pool = None

    def close(self) -> None:
        """End the process for good; further calls make nothing."""
        self._is_closed = True
        self.rest()
