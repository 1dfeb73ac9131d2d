"""What is asked of the database, and how it is carried out in the thread where its connection lives."""

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.store.errors import StoreError
from bot.store.faults import told

T = TypeVar("T")


class Rows(Protocol):
    """What SQL is written against: all of it works on PostgreSQL too, but for the placeholders' look."""

    async def rows(self, sql: str, *values: str | float | None) -> Sequence[tuple[Any, ...]]:
        """Run a statement whose placeholders are question marks; the rows that it gives."""


Work = Callable[[Rows], Awaitable[Any]]
"""A request: it awaits nothing but the rows that it asks for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: its result, or the error that it raised."""

    result: Any = None
    error: BaseException | None = None


class Request:
    """A request that waits, and whoever waits for it."""

    __slots__ = ("_answer", "_settled", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self._answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._settled = False

    def settle(self, answer: Answer) -> None:
        """Answer whoever waits, if somebody still does."""
        self._settled = True
        if self._answer.done():
            return
        if answer.error is None:
            self._answer.set_result(answer.result)
        else:
            self._answer.set_exception(told(answer.error))

    async def answered(self) -> Any:
        """The result, or the error is raised; whoever is cancelled waits no longer."""
        return await self._answer

    async def decided(self) -> Any:
        """The same; but whoever is cancelled is let go only once the request has been carried out."""
        try:
            return await self._answer
        except asyncio.CancelledError:
            while not self._settled:
                self._answer = asyncio.get_running_loop().create_future()
                with suppress(asyncio.CancelledError):  # once more: it does not take long
                    await asyncio.wait([self._answer])
            if not self._answer.cancelled():
                self._answer.exception()  # nobody is left to hear of it
            raise


class Statements:
    """The rows of a connection that is in a transaction."""

    __slots__ = ("_connection",)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def rows(self, sql: str, *values: str | float | None) -> list[tuple[Any, ...]]:
        """As `Rows` says; never outside the transaction, even if SQLite has ended it by itself."""
        if not self._connection.in_transaction:
            raise StoreError("The database has undone this transaction. Is the disk full?")
        return self._connection.execute(sql, values).fetchall()


_here = threading.local()


def carried_out(work: Callable[[Rows], Awaitable[T]], rows: Rows) -> T:
    """Drive a request to its end, in this thread; what it returns.

    Raises:
        RuntimeError: it awaits something else than its rows.
        BaseException: whatever it raised.
    """
    steps = work(rows).__await__()
    _here.rows = rows
    try:
        next(steps)
    except StopIteration as finished:
        return finished.value  # type: ignore[no-any-return] # it is what the awaitable gives
    finally:
        _here.rows = None
    steps.close()
    raise RuntimeError("A request to the database must await nothing but its rows.")


def running() -> Rows:
    """The rows of the request that is carried out in this thread.

    Raises:
        RuntimeError: there is none.
    """
    rows: Rows | None = getattr(_here, "rows", None)
    if rows is None:
        raise RuntimeError("Rows are for requests only: ask by read or write.")
    return rows
