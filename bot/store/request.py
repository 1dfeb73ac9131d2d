"""Requests to the database, and how the thread of a connection carries one out."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.store.notices import Notice

T = TypeVar("T")


class Rows(Protocol):
    """The interface for running SQL, which is written in one dialect for both SQLite and PostgreSQL."""

    async def rows(self, sql: str, *values: str | float | None) -> Sequence[tuple[Any, ...]]:
        """Run a statement, whose placeholders are question marks, and return the rows that it gives."""

    async def run(self, sql: str, *values: str | float | None) -> None:
        """Run a statement whose rows are not needed. Its error may be raised later: by another statement, or at the end
        of the request.
        """
        await self.rows(sql, *values)

    async def expect(self, error: Exception, sql: str, *values: str | float | None) -> None:
        """Run a statement that must give a row. If it gives none, `error` is raised, perhaps as late as an error of
        `run`.
        """
        if not await self.rows(sql, *values):
            raise error

    async def notify(self, notice: Notice) -> None:
        """Tell the other processes on this database of a change, once it is committed."""


Work = Callable[[Rows], Awaitable[Any]]
"""A request: a coroutine function that awaits only the `Rows` it is given."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a request, or the error that it raised."""

    result: Any = None
    error: BaseException | None = None


class Request:
    """A request that waits to be carried out, and its caller."""

    __slots__ = ("_answer", "_settled", "asked_at", "is_repeated", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self.asked_at = asyncio.get_running_loop().time()
        """The moment, on the loop's clock, at which the request was made."""
        self._answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._settled = False
        self.is_repeated = False
        """Whether the request is being retried because the connection was lost the first time."""

    def settle(self, answer: Answer) -> None:
        """Give the caller the answer, if they still wait for it."""
        self._settled = True
        if self._answer.done():
            return
        if answer.error is None:
            self._answer.set_result(answer.result)
        else:
            self._answer.set_exception(_raisable(answer.error))

    async def answered(self) -> Any:
        """Return the result or raise the error. A caller who is cancelled stops waiting at once."""
        return await self._answer

    async def decided(self) -> Any:
        """Return the result or raise the error. A caller who is cancelled still waits until the request is carried
        out.
        """
        try:
            return await self._answer
        except asyncio.CancelledError:
            while not self._settled:
                self._answer = asyncio.get_running_loop().create_future()
                with suppress(asyncio.CancelledError):  # cancelled again; go on waiting, it does not take long
                    await asyncio.wait([self._answer])
            if not self._answer.cancelled():
                self._answer.exception()  # mark the error as seen: no caller is left
            raise


def _raisable(error: BaseException) -> BaseException:
    """Return the error, or another one in place of StopIteration: no future can hold it."""
    return RuntimeError("A request raised StopIteration.") if isinstance(error, StopIteration) else error


_current = threading.local()


def carry_out(work: Callable[[Rows], Awaitable[T]], rows: Rows) -> T:
    """Run a request to its end in this thread and return its result.

    Raises:
        RuntimeError: it awaited something other than its rows.
        BaseException: the request raised it.
    """
    steps = work(rows).__await__()
    _current.rows = rows
    try:
        next(steps)
    except StopIteration as finished:
        return finished.value  # type: ignore[no-any-return] # the type that the awaitable declares
    finally:
        _current.rows = None
    steps.close()
    raise RuntimeError("A request to the database must await nothing but its rows.")


def current_rows() -> Rows:
    """Return the rows of the request that this thread is carrying out.

    Raises:
        RuntimeError: there is no such request.
    """
    rows: Rows | None = getattr(_current, "rows", None)
    if rows is None:
        raise RuntimeError("Rows are for requests only: ask by read or write.")
    return rows
