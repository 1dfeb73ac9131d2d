"""Puzzles that are made while the program runs, in a process of its own that ends when there is nothing to make."""

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from typing import Final

import structlog

from bot.application.thinking.thinking import Pool, end, processes
from bot.content.seeds import load_games
from bot.log import origin
from bot.puzzles.booklet import Entry
from rules.circuitry.game import Circuitry
from rules.circuitry.puzzle.levels import LEVELS, look
from rules.circuitry.puzzle.solution import actions

BOARDS: Final = 20_000
"""How many are dealt for one puzzle before it is given up; some hundreds are enough."""

log = structlog.stdlib.get_logger(__name__)


def made(level: int, seed: int) -> Entry | None:
    """The first puzzle of a seed that is worth keeping; the same for the same seed. It may take a minute."""
    game = load_games()[Circuitry.key]
    assert isinstance(game, Circuitry)
    for board in range(BOARDS):
        kept = look(game.content, LEVELS[level - 1], seed, board)
        if kept is not None and kept.solved.least is not None:
            done = actions(game.content, kept.puzzle, kept.solved, kept.solved.steps(1)[0])
            return Entry(level, kept.puzzle, kept.solved.least, tuple(map(str, done)))
    return None


class Workshop:
    """Makes one puzzle at a time. Nobody waits for it, and no call fails because of a process that does."""

    def __init__(self, pool: Pool = processes, make: Callable[[int, int], Entry | None] = made) -> None:
        """make: as `made`."""
        self._make_pool = pool
        self._make = make
        self._pool: Executor | None = None
        self._is_closed = False

    async def puzzle(self, level: int, seed: int) -> Entry | None:
        """A puzzle of a level; None: there is none now."""
        if self._is_closed:
            return None
        pool = self._pool = self._pool or self._make_pool(1)
        try:
            return await asyncio.wrap_future(pool.submit(self._make, level, seed))
        except BrokenExecutor:
            if not self._is_closed:
                log.warning("the process in which puzzles are made was ended")
            self.rest()
        except Exception as error:  # noqa: BLE001 # whatever it is
            log.error("no puzzle could be made", level=level, cause=origin(error))  # noqa: TRY400 # nor its text
        return None

    def rest(self) -> None:
        """There is nothing to make for a while."""
        if self._pool is not None:
            end(self._pool)
            self._pool = None

    def close(self) -> None:
        """Make no more."""
        self._is_closed = True
        self.rest()
