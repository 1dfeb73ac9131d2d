"""A crew carries out calls of the lab: in this process, in several, or on a cluster. The results are the same."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from typing import Any, Final, NamedTuple, Self, TypeVar

from bot.computing.calls import Call, ContentNeeded, Failed, OtherProgram
from bot.computing.cluster import Cluster, ClusterError
from bot.computing.processes import end, processes
from rules.core.game import Game

T = TypeVar("T")

_AHEAD: Final = 3
"""The number of calls queued for each process, so that none is idle."""
_ASLEEP: Final = 0.5
"""The longest wait for a result before signals are checked, in seconds."""
_ATTEMPTS: Final = 2
"""The number of processes that one call may kill before its last attempt."""


class _Submitted(NamedTuple):
    """A call that was given to an executor."""

    future: Future[Any]
    executor: Executor


class Crew:
    """Carries out calls. Use it as a context manager, which ends the processes when it is left, at once after an
    exception.
    """

    def __init__(
        self, workers: int, cluster: Cluster | None = None, tell: Callable[[str], object] = lambda _: None
    ) -> None:
        """Prepare to carry out this many calls at once in processes of this machine, or on a cluster.

        tell: called with a sentence if the cluster is lost; the processes of this machine then take over.

        Raises:
            ClusterError: the cluster cannot be used.
        """
        self._workers, self._cluster, self._tell = workers, cluster, tell
        self._ahead = _AHEAD * (cluster.workers() if cluster else workers)
        self._pool: Executor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._pool is not None:
            if kind:
                end(self._pool)
            else:
                self._pool.shutdown(cancel_futures=True)
        if self._cluster is not None:
            self._cluster.close()

    @property
    def is_elsewhere(self) -> bool:
        """Whether calls are carried out in other processes."""
        return self._cluster is not None or self._workers > 1

    def results(self, work: Callable[..., T], calls: Iterable[tuple[Game, tuple[object, ...]]]) -> Iterator[T]:
        """Yield the result of `work(game, *arguments)` for each game and its arguments, in their order.

        Raises:
            ClusterError: a worker of the cluster runs another program.
        """
        if not self.is_elsewhere:
            yield from (work(game, *arguments) for game, arguments in calls)
            return
        waiting: deque[tuple[Call, _Submitted]] = deque()
        for game, arguments in calls:
            call = Call(work, game, *arguments)
            waiting.append((call, self._submit(call)))
            if len(waiting) > self._ahead:
                yield self._result(*waiting.popleft())
        while waiting:
            yield self._result(*waiting.popleft())

    def _result(self, call: Call, submitted: _Submitted) -> Any:
        """Return the result of a call. Submit it again if its process died or the cluster is lost, and with the content
        of its game if a worker needs that.
        """
        for _ in range(_ATTEMPTS):
            try:
                return self._answered(call, submitted)
            except (BrokenExecutor, CancelledError, OSError):
                self._replace(submitted.executor)
                submitted = self._submit(call)
        return self._answered(call, submitted)

    def _answered(self, call: Call, submitted: _Submitted) -> Any:
        """Wait for the result of a call and return it, or raise the error that the call raised."""
        answer = self._finished(submitted)
        if isinstance(answer, ContentNeeded):
            answer = self._finished(self._submit(call, with_content=True))
        if isinstance(answer, OtherProgram):
            raise ClusterError(f"a worker runs Hidden Hand {answer.fingerprint}: install the same version everywhere")
        if isinstance(answer, Failed):
            raise answer.error
        return answer

    def _finished(self, submitted: _Submitted) -> Any:
        """Return the answer to a call. Raise BrokenExecutor if its executor is lost.

        This wakes regularly for two reasons: a sleeping thread misses Ctrl-C, and Dask never finishes a call whose
        result was on its way when the connection ended.
        """
        while not submitted.future.done():
            wait([submitted.future], timeout=_ASLEEP)
            if self._is_lost(submitted.executor):
                raise BrokenExecutor
        return submitted.future.result()

    def _is_lost(self, executor: Executor) -> bool:
        """Return whether an executor cannot be reached, or another one has taken its place."""
        if self._cluster is not None:
            return not self._cluster.is_reachable
        return executor is not self._pool

    @property
    def _executor(self) -> Executor:
        if self._cluster is not None:
            return self._cluster.executor
        if self._pool is None:
            self._pool = processes(self._workers)
        return self._pool

    def _replace(self, executor: Executor) -> None:
        """Drop an executor that lost a call, so that another one takes its place."""
        if self._cluster is not None and self._cluster.executor is executor:
            if not self._cluster.is_reachable:
                self._tell(f"The cluster {self._cluster.place.address} is lost; processes of this machine go on.")
                self._cluster.close()
                self._cluster = None
        elif self._pool is executor:
            end(executor)
            self._pool = None

    def _submit(self, call: Call, *, with_content: bool = False) -> _Submitted:
        """Submit a call while Ctrl-C is blocked.

        If this starts a process, that process ignores Ctrl-C from its first moment; this process receives a Ctrl-C
        afterwards.
        """
        executor = self._executor
        if not hasattr(signal, "pthread_sigmask"):
            return _Submitted(call.submit(executor, with_content=with_content), executor)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return _Submitted(call.submit(executor, with_content=with_content), executor)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
