"""Compute the choices of computer players in separate processes, so that the bot stays responsive."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Final, Protocol, TypeVar

import structlog

from bot.application.thinking.priorities import Priority, Turns
from bot.computer import levels
from bot.computer.levels import Choice, Level
from bot.log import origin
from rules.core.game import Game
from rules.core.play import View

LONGEST: Final = 30.0
"""Seconds after which a process is ended. This includes its start; a working one stops thinking long before."""
_NICE: Final = 10
"""The niceness of these processes, so that the one that answers people goes first."""

T = TypeVar("T")

log = structlog.stdlib.get_logger(__name__)


class ThinkingError(Exception):
    """Report that a computation failed or took too long."""


class Pool(Protocol):
    """Make an executor that runs a given number of calls at once."""

    def __call__(self, workers: int, /) -> Executor: ...


def processes(workers: int) -> Executor:
    """Return an executor of separate processes, which start when first needed."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)


def end(pool: Executor) -> None:
    """End the processes of a pool, even while they work."""
    running = dict(getattr(pool, "_processes", None) or {})
    pool.shutdown(wait=False)
    for process in running.values():  # a hanging process would delay the end of the program
        with suppress(OSError):
            process.terminate()


def _begin() -> None:
    """Set up a process so that it ends with its parent, even if the parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICE)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class Outcome(StrEnum):
    """How a decision of a computer came about."""

    THOUGHT = "thought"
    OUT_OF_TIME = "out of time"
    """The search was cut short."""
    QUICK = "quick player"
    """The process failed or took too long, so the quick player chose."""


@dataclass(frozen=True, slots=True)
class Load:
    """How busy the processes are in which computers think."""

    workers: int
    """How many may run."""
    running: int
    """How many do; they start when first needed."""
    dead: int
    """How many have ended without being asked to."""
    waiting: Counter[Priority]
    """Work that waits for its turn."""
    decided: Counter[Outcome]
    """Decisions of computers since the start."""


class Thinking:
    """Ask computer players for choices, each from the view of its seat alone."""

    def __init__(self, workers: int, pool: Pool = processes, choose: Callable[..., Choice] = levels.choose) -> None:
        """Compute at most `workers` decisions at once, with a function `choose` like `bot.computer.levels.choose`."""
        self._workers = workers
        self._make = pool
        self._choose = choose
        self._pool: Executor | None = None
        self._is_closed = False
        self._turns = Turns(workers)
        self._decided: Counter[Outcome] = Counter()

    @property
    def load(self) -> Load:
        """How busy the processes are now."""
        processes = list(dict(getattr(self._pool, "_processes", None) or {}).values())
        running = sum(process.is_alive() for process in processes)
        return Load(
            workers=self._workers,
            running=running,
            dead=len(processes) - running,
            waiting=self._turns.waiting,
            decided=self._decided.copy(),
        )

    async def choice(
        self, game: Game, view: View, seed: int, level: Level, *, priority: Priority = Priority.PLAY
    ) -> Choice:
        """Return the choice of a computer in the seat of this view, made by `levels.choose`.

        If that fails or takes too long, return the choice of the quick player. The same view and seed give the same
        choice unless time ran out.
        """
        try:
            choice = await self.aside(self._choose, game, view, seed, level, levels.PATIENCE, priority=priority)
        except ThinkingError:
            self._decided[Outcome.QUICK] += 1
            if view.seat not in view.waiting:
                return Choice(action=None)
            return Choice(action=await asyncio.to_thread(game.greedy, view, seed))
        self._decided[Outcome.OUT_OF_TIME if choice.aborted else Outcome.THOUGHT] += 1
        if choice.aborted:
            log.info("a computer ran out of time", game=game.key, level=level, rollouts=choice.rollouts)
        return choice

    async def aside(self, work: Callable[..., T], game: Game, *more: Any, priority: Priority) -> T:
        """Run `work(game, *more)` in one of the processes when its turn comes, and return the result.

        Arguments and result must be picklable.

        Raises:
            ThinkingError: the work failed or took too long, which is logged.
        """
        async with self._turns.turn(priority):
            for _ in range(2):  # a process may have been killed from outside
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
                except Exception as error:  # noqa: BLE001 # the work may raise anything
                    log.error("a computer failed", game=game.key, cause=origin(error))  # noqa: TRY400 # its text may reveal a hand
                    break
        raise ThinkingError

    def close(self) -> None:
        """End the processes; later choices are those of the quick player."""
        self._is_closed = True
        if self._pool is not None:
            self._let_go(self._pool)

    def _let_go(self, pool: Executor) -> None:
        """End a pool, so that the next work makes another one."""
        if self._pool is pool:
            self._pool = None
        end(pool)
