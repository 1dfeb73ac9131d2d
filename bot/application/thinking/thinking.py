"""What computer players do, thought out in processes of their own: nobody who plays waits for it."""

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Final, Protocol, TypeVar

import structlog

from bot.application.thinking.priorities import Turns, Urgency
from bot.computer import levels
from bot.computer.levels import Choice, Level
from bot.log import origin
from rules.core.game import Game
from rules.core.play import View

LONGEST: Final = 30.0
"""Seconds after which a process is given up: it may have to be started, and stops thinking by itself long before."""
_NICE: Final = 10
"""By how much these processes give way to the one that answers people."""

T = TypeVar("T")

log = structlog.stdlib.get_logger(__name__)


class ThinkingError(Exception):
    """Something could not be thought out."""


class Pool(Protocol):
    """Makes what carries out so many calls at once."""

    def __call__(self, workers: int, /) -> Executor: ...


def processes(workers: int) -> Executor:
    """Processes of their own, started when they are first needed."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)


def end(pool: Executor) -> None:
    """End such processes, whatever they are at."""
    running = dict(getattr(pool, "_processes", None) or {})
    pool.shutdown(wait=False)
    for process in running.values():  # one that hangs would be waited for at the end of the program
        with suppress(OSError):
            process.terminate()


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
        self._turns = Turns(workers)

    async def choice(
        self, game: Game, view: View, seed: int, level: Level, *, urgency: Urgency = Urgency.PLAY
    ) -> Choice:
        """What a computer does in the seat of this view, as `levels.choose` says; if that fails, or takes too long,
        what the quick player would do. The same view and seed give the same choice, unless it took too long.
        """
        try:
            choice = await self.aside(self._choose, game, view, seed, level, levels.PATIENCE, urgency=urgency)
        except ThinkingError:
            if view.seat not in view.waiting:
                return Choice(action=None)
            return Choice(action=await asyncio.to_thread(game.greedy, view, seed))
        if choice.aborted:
            log.info("a computer ran out of time", game=game.key, level=level, rollouts=choice.rollouts)
        return choice

    async def aside(self, work: Callable[..., T], game: Game, *more: Any, urgency: Urgency) -> T:
        """What some work of the processor comes to, done in one of the processes: when it is its turn. Given the game
        first; like what it returns, all of it is sent from process to process.

        Raises:
            ThinkingError: it failed, or took too long; it is logged.
        """
        async with self._turns.turn(urgency):
            for _ in range(2):  # a process may have been ended by somebody
                if self._is_closed:
                    break
                pool = self._pool = self._pool or self._make(self._workers)
                try:
                    async with asyncio.timeout(LONGEST):
                        return await asyncio.wrap_future(pool.submit(work, game, *more))
                except BrokenExecutor:
                    log.warning("a process in which computers think was ended", game=game.key)
                    self._let_go(pool)
                except TimeoutError:
                    log.warning("a computer thought for too long", game=game.key)
                    self._let_go(pool)
                    break
                except Exception as error:  # noqa: BLE001 # whatever it is
                    log.error("a computer failed", game=game.key, cause=origin(error))  # noqa: TRY400 # its text may tell a hand
                    break
        raise ThinkingError

    def close(self) -> None:
        """Think no more: what is asked for after this is what the quick player would do."""
        self._is_closed = True
        if self._pool is not None:
            self._let_go(self._pool)

    def _let_go(self, pool: Executor) -> None:
        """The next one who thinks makes another pool."""
        if self._pool is pool:
            self._pool = None
        end(pool)
