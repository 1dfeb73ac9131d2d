"""The requests that wait for one connection, and how they get there in batches."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import structlog

from bot.store.batches import end_transaction
from bot.store.connection import Connection
from bot.store.errors import StoreError
from bot.store.faults import explained
from bot.store.request import Answer, Request, Work

_MOST_AT_ONCE: Final = 256
"""The most requests in one batch. It bounds how long the first of them waits for the last."""

_log = structlog.get_logger(__name__)

Batch = Callable[[sqlite3.Connection, Sequence[Work]], list[Answer]]


@dataclass(frozen=True, slots=True)
class Waits:
    """How long requests to one connection had to wait for their answers since it was opened."""

    answered: int
    seconds: float
    """The sum over all that were answered."""
    waiting: int
    """Requests that are not answered yet."""


class Worker:
    """Sends all requests that wait at the same time to the connection's thread as one batch: one hop there and back.

    Every request is answered, whatever happens. A connection that cannot end its transaction is closed and opened
    anew. If that fails, `give_up` gets the reason and must call `refuse`.
    """

    def __init__(self, connect: Callable[[], Connection], batch: Batch, give_up: Callable[[StoreError], None]) -> None:
        """Prepare a worker that takes no request before `open`. batch: carries out requests in the connection's
        thread.
        """
        self._connect, self._batch, self._give_up = connect, batch, give_up
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Request] = deque()
        self._connection = connect()
        self._recovery: asyncio.Task[None] | None = None
        self._refusal: str | None = None
        self._asked = self._answered = 0
        self._seconds = 0.0
        self._idle = asyncio.Event()
        self._idle.set()

    async def open(self) -> None:
        """Open the connection.

        Raises:
            sqlite3.Error: the file cannot be opened or read.
        """
        await self._connection

    @property
    def waiting(self) -> int:
        """How many requests wait for the next batch."""
        return len(self._waiting)

    @property
    def waits(self) -> Waits:
        """How long requests have waited for their answers."""
        return Waits(self._answered, self._seconds, self._asked - self._answered)

    def ask(self, work: Work) -> Request:
        """Return a request that will be carried out, whether or not its caller waits for it.

        Raises:
            StoreError: no request is taken any more.
        """
        if self._refusal is not None:
            raise StoreError(self._refusal)
        request = Request(work)
        self._waiting.append(request)
        self._asked += 1
        if self._idle.is_set():
            self._idle.clear()
            self._loop.call_soon(self._begin)  # requests made later in this turn of the loop go with it
        return request

    async def run_alone(self, sql: str) -> list[tuple[Any, ...]]:
        """Run a statement between two batches, outside any transaction, and return its rows.

        Raises:
            StoreError: SQLite refused it, or no request is taken any more.
        """
        if self._refusal is not None:
            raise StoreError(self._refusal)
        try:
            return [tuple(row) for row in await self._connection.execute_fetchall(sql)]
        except sqlite3.Error as error:
            raise explained(error) from error
        except ValueError as error:
            raise StoreError(f"The connection to the database was lost ({error}).") from error

    def refuse(self, error: StoreError) -> None:
        """Answer all waiting and future requests with this error."""
        self._refusal = str(error)
        while self._waiting:
            self._answered += 1
            self._waiting.popleft().settle(Answer(error=StoreError(self._refusal)))

    async def close(self) -> None:
        """Take no more requests, carry out those that wait, and close the connection."""
        self._refusal = self._refusal or "The database is closed."
        await self._idle.wait()
        await self._disconnect()

    def _begin(self) -> None:
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _MOST_AT_ONCE))]
        if not batch:
            self._idle.set()
            return
        try:
            self._connection.hand_over(partial(self._carry_out, batch))
        except ValueError as error:
            lost = StoreError(f"The connection to the database was lost ({error}).")
            self._answer(batch, [Answer(error=lost)] * len(batch), usable=False)

    def _carry_out(self, batch: Sequence[Request], connection: sqlite3.Connection) -> None:
        """Carry out a batch of requests in the connection's thread, and send the answers back to the loop."""
        usable = True
        try:
            answers = self._batch(connection, [request.work for request in batch])
        except BaseException as error:  # noqa: BLE001 # every caller gets it
            answers = [Answer(error=error)] * len(batch)
        try:
            end_transaction(connection)
        except BaseException:  # noqa: BLE001 # a new connection is the cure, whatever it is
            usable = False
        self._loop.call_soon_threadsafe(partial(self._answer, batch, answers, usable=usable))

    def _answer(self, batch: Sequence[Request], answers: Sequence[Answer], *, usable: bool) -> None:
        now = self._loop.time()
        self._answered += len(batch)
        for request, answer in zip(batch, answers, strict=True):
            self._seconds += now - request.asked_at
            request.settle(answer)
        if usable:
            self._loop.call_soon(self._begin)  # after the callers that were just answered: they may ask for more
        else:
            self._recovery = self._loop.create_task(self._recover(), name="database recovery")

    async def _recover(self) -> None:
        _log.error("a connection to the database was lost and is opened anew")
        try:
            await self._disconnect()
            self._connection = self._connect()
            await self._connection
        except BaseException as error:
            self._give_up(StoreError(f"The database was lost and cannot be opened again: {explained(error)}"))
            self._idle.set()
            if not isinstance(error, Exception):
                raise
        else:
            self._begin()

    async def _disconnect(self) -> None:
        with suppress(sqlite3.Error, ValueError):  # it is closed all the same
            await self._connection.close()
