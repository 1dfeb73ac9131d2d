"""Puzzles that are made while the program runs, in a process of its own that ends when there is nothing to make."""

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
"""How many are made for one puzzle before it is given up; some hundreds are enough."""

log = structlog.stdlib.get_logger(__name__)


def made(game: Game, level: int, seed: int) -> Entry | None:
    """Return the first puzzle of a seed that is worth solving, always the same one. It may take a minute."""
    assert game.puzzles is not None
    for attempt in range(ATTEMPTS):
        found = game.puzzles.make(level, seed, attempt)
        if found is not None and found.solution.least is not None:
            return Entry(level, found.puzzle, found.solution.least, found.solution.actions)
    return None


class Workshop:
    """Makes one puzzle at a time. Nobody waits for it, and no call fails because of a process that does."""

    def __init__(self, pool: Pool = processes, make: Callable[[Game, int, int], Entry | None] = made) -> None:
        """make: as `made`."""
        self._make_pool = pool
        self._make = make
        self._pool: Executor | None = None
        self._is_closed = False

    async def puzzle(self, game: Game, level: int, seed: int) -> Entry | None:
        """Make a puzzle of a level; None if that is impossible now."""
        if self._is_closed:
            return None
        pool = self._pool = self._pool or self._make_pool(1)
        try:
            return await asyncio.wrap_future(pool.submit(self._make, game, level, seed))
        except BrokenExecutor:
            if not self._is_closed:
                log.warning("the process in which puzzles are made was ended")
            self.rest()
        except Exception as error:  # noqa: BLE001 # whatever it is
            log.error("no puzzle could be made", game=game.key, level=level, cause=origin(error))  # noqa: TRY400 # nor its text
        return None

    def rest(self) -> None:
        """End the process until there is something to make."""
        if self._pool is not None:
            end(self._pool)
            self._pool = None

    def close(self) -> None:
        """Make no more."""
        self._is_closed = True
        self.rest()
