"""What computer players do, thought out in processes of their own: nobody who plays waits for it."""

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, Protocol

import structlog

from bot.computer import levels
from bot.computer.levels import Choice, Level
from bot.log import origin
from rules.core.game import Game
from rules.core.play import View

LONGEST: Final = 30.0
"""Seconds after which a process is given up: it may have to be started, and stops thinking by itself long before."""
_NICE: Final = 10
"""By how much these processes give way to the one that answers people."""

log = structlog.stdlib.get_logger(__name__)


class Pool(Protocol):
    """Makes what carries out so many calls at once."""

    def __call__(self, workers: int, /) -> Executor: ...


def processes(workers: int) -> Executor:
    """Processes of their own, started when they are first needed."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Begin a process: whoever started it ends it, even by being killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICE)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class Thinking:
    """Asks computer players, each from the view of its seat alone. No call fails because of a process that does."""

    def __init__(self, workers: int, pool: Pool = processes, choose: Callable[..., Choice] = levels.choose) -> None:
        """workers: decisions that are thought about at once; others wait. choose: as `bot.computer.levels.choose`."""
        self._workers = workers
        self._make = pool
        self._choose = choose
        self._pool: Executor | None = None
        self._is_closed = False
        self._free = asyncio.Semaphore(workers)

    async def choice(self, game: Game, view: View, seed: int, level: Level) -> Choice:
        """What a computer does in the seat of this view, as `levels.choose` says; if that fails, or takes too long,
        what the quick player would do. The same view and seed give the same choice, unless it took too long.
        """
        async with self._free:
            for _ in range(2):  # a process may have been ended by somebody
                if self._is_closed:
                    break
                pool = self._pool = self._pool or self._make(self._workers)
                try:
                    return await self._thought(pool, game, view, seed, level)
                except BrokenExecutor:
                    log.warning("a process in which computers think was ended", game=game.key)
                    self._let_go(pool)
                except TimeoutError:
                    log.warning("a computer thought for too long", game=game.key, level=level)
                    self._let_go(pool)
                    break
                except Exception as error:  # noqa: BLE001 # whatever it is
                    log.error("a computer failed", game=game.key, level=level, cause=origin(error))  # noqa: TRY400 # its text may tell a hand
                    break
        if view.seat not in view.waiting:
            return Choice(action=None)
        return Choice(action=await asyncio.to_thread(game.greedy, view, seed))

    def close(self) -> None:
        """Think no more: what is asked for after this is what the quick player would do."""
        self._is_closed = True
        if self._pool is not None:
            self._let_go(self._pool)

    async def _thought(self, pool: Executor, game: Game, view: View, seed: int, level: Level) -> Choice:
        called = pool.submit(self._choose, game, view, seed, level, levels.PATIENCE)
        async with asyncio.timeout(LONGEST):
            choice = await asyncio.wrap_future(called)
        if choice.aborted:
            log.info("a computer ran out of time", game=game.key, level=level, playouts=choice.playouts)
        return choice

    def _let_go(self, pool: Executor) -> None:
        """The next one who thinks makes another pool."""
        if self._pool is pool:
            self._pool = None
        running = dict(getattr(pool, "_processes", None) or {})
        pool.shutdown(wait=False)
        for process in running.values():  # one that hangs would be waited for at the end of the program
            with suppress(OSError):
                process.terminate()
