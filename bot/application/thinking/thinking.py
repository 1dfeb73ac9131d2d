"""Compute the choices of computer players in other processes, so that the bot stays responsive.

Computers think on a cluster while one is reachable, otherwise in processes of this machine. Quick choices are made in
this process, since another process would take longer.

Each piece of work waits for one of as many turns as there are processes, those of players before those that only help
(`Priority`). A turn lasts until the work ends, even if its caller has given up: a process that still computes is not
free. Four limits keep a match going whatever happens, each outside the next:

1. a search ends by itself after its *patience*, with its best choice so far; work that waits shares the time that is
   left, so that in a rush everybody gets a shorter search instead of some none;
2. a choice that is late by `CHOICE_TIMEOUT` seconds is made by the quick player, in this process;
3. work that a cluster does not answer moves to this machine, and the cluster is looked at;
4. a process that has not answered after `PROCESS_TIMEOUT` seconds is ended with its pool, and the next work starts
   another one.

A pool breaks as a whole when one of its processes is killed, so its other work fails with it and is tried once more.
The seed of a choice is derived from the deal and the decision: tried again it is the same choice, unless time ran out.

Errors are logged by their place alone, since the text of an error can contain a hand.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import inf
from typing import Any, Final, TypeVar

import structlog

from bot.application.thinking.cluster_link import ClusterLink, Opened
from bot.application.thinking.priorities import Priority, Turns
from bot.computer import levels
from bot.computer.levels import Choice
from bot.computing.calls import Call, Failed, OtherProgram
from bot.computing.processes import Pool, end, processes
from bot.log import origin
from rules.core.game import Game
from rules.core.play import View

CHOICE_TIMEOUT: Final = 6.0
"""Seconds for a choice, including the wait for a turn. After that, the quick player chooses."""
PROCESS_TIMEOUT: Final = 120.0
"""Seconds after which a process that has not answered is ended. A healthy process answers long before, even if it must
first start on a busy machine.
"""
_MARGIN: Final = 1.0
"""Seconds by which a search may exceed its time, including the time to send the call and the answer."""
_NICE: Final = 5
"""The niceness of these processes: high enough for the process that answers users to come first, low enough for other
programs not to starve them.
"""

T = TypeVar("T")

log = structlog.stdlib.get_logger(__name__)


class ThinkingError(Exception):
    """The work failed or took too long."""


def thinkers(workers: int) -> Executor:
    """Return an executor for `Thinking`, with this many processes."""
    return processes(workers, _NICE)


class Outcome(StrEnum):
    """How a decision of a computer was made."""

    THOUGHT = "thought"
    OUT_OF_TIME = "out of time"
    """The search was cut short, and its best choice so far was taken."""
    QUICK = "quick player"
    """The work failed or took too long, and the quick player chose instead."""


@dataclass(frozen=True, slots=True)
class Load:
    """The load of the processes in which computers think, and the outcomes of their decisions."""

    workers: int
    """The maximum number of processes on this machine."""
    running: int
    """The number of processes that run on this machine. They start when first needed."""
    dead: int
    """The number of processes of this machine that have died and are not replaced yet."""
    waiting: Counter[Priority]
    """The number of tasks that wait for a turn, on this machine or on the cluster, by priority."""
    cluster: bool | None
    """Whether the cluster is reachable; None if the settings name none."""
    decided: Counter[Outcome]
    """The number of decisions of computers since the start, by outcome."""


class Thinking:
    """Compute choices of computer players, each from the view of its seat alone, and other slow work."""

    def __init__(
        self,
        workers: int,
        pool: Pool = thinkers,
        choose: Callable[..., Choice] = levels.choose,
        cluster: ClusterLink | None = None,
    ) -> None:
        """workers: the maximum number of processes on this machine, each for one task. pool: makes the executor of
        these processes. choose: a function like `bot.computer.levels.choose`. cluster: the cluster to use instead while
        it is reachable.
        """
        self._workers = workers
        self._make = pool
        self._choose = choose
        self._cluster = cluster
        self._pool: Executor | None = None
        self._is_closed = False
        self._turns = Turns(workers)
        self._running: set[asyncio.Task[Any]] = set()
        self._decided: Counter[Outcome] = Counter()

    @property
    def load(self) -> Load:
        """The present load of the processes."""
        processes = list(dict(getattr(self._pool, "_processes", None) or {}).values())
        running = sum(process.is_alive() for process in processes)
        opened = self._cluster.opened if self._cluster else None
        return Load(
            workers=self._workers,
            running=running,
            dead=len(processes) - running,
            waiting=self._turns.waiting + (opened.turns.waiting if opened else Counter()),
            cluster=self.is_on_cluster,
            decided=self._decided.copy(),
        )

    @property
    def is_on_cluster(self) -> bool | None:
        """Whether the cluster is reachable, so that computers think there; None if the settings name none."""
        return None if self._cluster is None else self._cluster.opened is not None

    async def choice(  # noqa: PLR0913 # a decision, and how long it can wait
        self,
        game: Game,
        view: View,
        seed: int,
        level: str,
        *,
        priority: Priority = Priority.PLAY,
        within: float = CHOICE_TIMEOUT,
    ) -> Choice:
        """Return the choice of a computer in the seat of this view, made by `levels.choose`.

        If that fails or takes longer than `within` seconds, return the quick player's choice. The same view and seed
        give the same choice unless time runs out.
        """
        try:
            if levels.is_quick(view, level):
                choice = await asyncio.to_thread(self._choose, game, view, seed, level)
            else:
                choice = await self._searched(game, view, seed, level, priority, within)
        except (ThinkingError, TimeoutError):
            return await self._instead(game, view, seed, level)
        except Exception as error:  # noqa: BLE001 # the choice may raise anything
            log.error("a computer failed", game=game.key, cause=origin(error))  # noqa: TRY400 # its text may reveal a hand
            return await self._instead(game, view, seed, level)
        self._decided[Outcome.OUT_OF_TIME if choice.aborted else Outcome.THOUGHT] += 1
        if choice.aborted:
            log.info("a computer ran out of time", game=game.key, level=level, rollouts=choice.rollouts)
        return choice

    async def _instead(self, game: Game, view: View, seed: int, level: str) -> Choice:
        """Return the quick player's choice, for a choice that failed or came too late."""
        self._decided[Outcome.QUICK] += 1
        log.info("a computer ran out of time", game=game.key, level=level, rollouts=0)
        is_asked = view.seat in view.waiting
        return Choice(action=await asyncio.to_thread(game.greedy, view, seed) if is_asked else None, aborted=True)

    async def aside(self, work: Callable[..., T], game: Game, *more: Any, priority: Priority) -> T:
        """Run `work(game, *more)` in another process when its turn comes, and return the result.

        Arguments and result must be picklable, and the function must belong to a module.

        Raises:
            ThinkingError: the work failed or took too long. The cause is logged.
        """
        result: T = await self._carried_out(_Work(game, lambda _: Call(work, game, *more), priority))
        return result

    async def close(self) -> None:
        """End the processes and the connection to the cluster. After that, the quick player makes all choices that take
        a search.
        """
        self._is_closed = True
        if self._pool is not None:
            self._let_go(self._pool)
        if self._cluster is not None:
            await self._cluster.close()

    async def _searched(  # noqa: PLR0913, PLR0917 # the arguments of `choice`
        self, game: Game, view: View, seed: int, level: str, priority: Priority, within: float
    ) -> Choice:
        """Return a choice that takes a search.

        Raises:
            TimeoutError: the choice was not made within `within` seconds.
            ThinkingError: as for `aside`.
        """

        def call(patience: float) -> Call:
            return Call(self._choose, game, view, seed, level, patience)

        end = asyncio.get_running_loop().time() + within
        async with asyncio.timeout_at(end):
            choice: Choice = await self._carried_out(_Work(game, call, priority, end - _MARGIN))
        return choice

    async def _carried_out(self, work: "_Work") -> Any:
        """Do some work on the cluster, or in a process of this machine if the cluster is not reachable or loses the
        work. Return the result.

        Raises:
            ThinkingError: as for `aside`.
        """
        if self._cluster is not None and (opened := self._cluster.opened) is not None:
            try:
                return await self._in_turn(opened.turns, work, partial(self._on_cluster, self._cluster, opened))
            except _LostError:
                pass
        return await self._in_turn(self._turns, work, self._on_this_machine)

    async def _in_turn(
        self, turns: Turns, work: "_Work", run: Callable[["_Work", float], Coroutine[Any, Any, Any]]
    ) -> Any:
        """Run some work when its turn comes, and return the result. The turn lasts until the work is done, even if the
        caller is cancelled.
        """
        await turns.take(work.priority)
        task = asyncio.create_task(run(work, work.patience(turns)), name=f"thinking about {work.game.key}")

        def over(task: asyncio.Task[Any]) -> None:
            self._running.discard(task)
            turns.give_back()
            if not task.cancelled():
                task.exception()  # no caller may be left to see it

        self._running.add(task)
        task.add_done_callback(over)
        return await asyncio.shield(task)

    async def _on_cluster(self, link: ClusterLink, opened: Opened, work: "_Work", patience: float) -> Any:
        """Return the result of some work on the cluster.

        Raises:
            _LostError: the cluster did not do the work.
            ThinkingError: the work failed.
        """
        answering = asyncio.create_task(work.call(patience).answer(opened.cluster.executor))
        losing = asyncio.create_task(opened.lost.wait())
        longest = min(patience + _MARGIN, PROCESS_TIMEOUT)
        await asyncio.wait({answering, losing}, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
        losing.cancel()
        if not answering.done():
            answering.cancel()
            link.look()
            raise _LostError
        try:
            answer = answering.result()
        except Exception as error:  # noqa: BLE001 # whatever Dask raises
            link.lose(opened, origin(error))
            raise _LostError from None
        if isinstance(answer, OtherProgram):
            link.lose(opened, f"a worker runs Hidden Hand {answer.fingerprint}")
            raise _LostError
        return _result(answer, work.game)

    async def _on_this_machine(self, work: "_Work", patience: float) -> Any:
        """Return the result of some work in a process of this machine. Raise ThinkingError if that fails."""
        for _ in range(2):  # a process may have been killed from outside
            if self._is_closed:
                break
            pool = self._pool = self._pool or self._make(self._workers)
            try:
                async with asyncio.timeout(PROCESS_TIMEOUT):
                    answer = await work.call(patience).answer(pool)
            except BrokenExecutor:
                if not self._is_closed:
                    log.warning("a process in which computers think was ended", game=work.game.key)
                self._let_go(pool)
            except TimeoutError:
                log.warning("a computer thought for too long", game=work.game.key)
                self._let_go(pool)
                break
            except Exception as error:  # noqa: BLE001 # the executor may raise anything
                log.error("a computer failed", game=work.game.key, cause=origin(error))  # noqa: TRY400 # its text may reveal a hand
                break
            else:
                return _result(answer, work.game)
        raise ThinkingError

    def _let_go(self, pool: Executor) -> None:
        """End a pool of processes. The next work starts another one."""
        if self._pool is pool:
            self._pool = None
        end(pool)


class _LostError(Exception):
    """The cluster did not do the work."""


@dataclass(frozen=True, slots=True)
class _Work:
    """Some work to be done in another process."""

    game: Game
    call: Callable[[float], Call]
    """A function that takes a number of seconds, and returns a call that ends by itself after that time."""
    priority: Priority
    end: float = inf
    """The time, by the event loop's clock, at which the work should end by itself."""

    def patience(self, turns: Turns) -> float:
        """Return for how many seconds the work may run. The time left is shared with other work that waits for these
        turns with at least the same priority.
        """
        left = max(0.0, self.end - asyncio.get_running_loop().time())
        others = sum(count for priority, count in turns.waiting.items() if priority <= self.priority)
        share = left * turns.total / (turns.total + others)
        return share if self.end == inf else min(levels.DECISION_TIMEOUT, share)


def _result(answer: Any, game: Game) -> Any:
    """Return the result in an answer. If the answer is an error, log that and raise ThinkingError."""
    if isinstance(answer, Failed):
        log.error("a computer failed", game=game.key, cause=origin(answer.error))  # its text may reveal a hand
        raise ThinkingError
    return answer
