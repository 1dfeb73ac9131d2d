"""Requests that wait for one connection, and what carries them out."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import structlog

from bot.store.batches import undo
from bot.store.connection import Connection
from bot.store.errors import StoreError
from bot.store.faults import told
from bot.store.request import Answer, Request, Work

_MOST_AT_ONCE: Final = 256
"""The most requests in one batch: bounds how long the first of them waits for the last."""

_log = structlog.get_logger(__name__)

Batch = Callable[[sqlite3.Connection, Sequence[Work]], list[Answer]]


class Worker:
    """All requests that wait at the same time are one batch: one hop to the connection's thread and back.

    Every request is answered, whatever happens. A connection that cannot end its transaction is thrown away and opened
    anew. If that fails, `give_up` is told why, which must lead to `refuse`.
    """

    def __init__(self, connect: Callable[[], Connection], batch: Batch, give_up: Callable[[StoreError], None]) -> None:
        """batch: carries out requests in the connection's thread. Nothing can be asked before `open`."""
        self._connect, self._batch, self._give_up = connect, batch, give_up
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Request] = deque()
        self._connection = connect()
        self._recovery: asyncio.Task[None] | None = None
        self._refusal: str | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    async def open(self) -> None:
        """Connect.

        Raises:
            sqlite3.Error: the file cannot be opened or read.
        """
        await self._connection

    @property
    def waiting(self) -> int:
        """How many requests wait for the next batch."""
        return len(self._waiting)

    def ask(self, work: Work) -> Request:
        """A request that will be carried out, whoever waits for it.

        Raises:
            StoreError: nothing is taken any more.
        """
        if self._refusal is not None:
            raise StoreError(self._refusal)
        request = Request(work)
        self._waiting.append(request)
        if self._idle.is_set():
            self._idle.clear()
            self._loop.call_soon(self._begin)  # what else is asked in this turn of the loop goes along
        return request

    def refuse(self, error: StoreError) -> None:
        """Take nothing any more; whatever waits gets this error."""
        self._refusal = str(error)
        while self._waiting:
            self._waiting.popleft().settle(Answer(error=StoreError(self._refusal)))

    async def close(self) -> None:
        """Take nothing any more, carry out what waits, and let go of the file."""
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
        """Answer a batch of requests, in the connection's thread."""
        usable = True
        try:
            answers = self._batch(connection, [request.work for request in batch])
        except BaseException as error:  # noqa: BLE001 # whoever asked gets it
            answers = [Answer(error=error)] * len(batch)
        try:
            undo(connection)
        except BaseException:  # noqa: BLE001 # a new connection is the cure, whatever it is
            usable = False
        self._loop.call_soon_threadsafe(partial(self._answer, batch, answers, usable=usable))

    def _answer(self, batch: Sequence[Request], answers: Sequence[Answer], *, usable: bool) -> None:
        for request, answer in zip(batch, answers, strict=True):
            request.settle(answer)
        if usable:
            self._loop.call_soon(self._begin)  # after those who were just answered: they may ask for more
        else:
            self._recovery = self._loop.create_task(self._recover(), name="database recovery")

    async def _recover(self) -> None:
        _log.error("a connection to the database was lost and is opened anew")
        try:
            await self._disconnect()
            self._connection = self._connect()
            await self._connection
        except BaseException as error:
            self._give_up(StoreError(f"The database was lost and cannot be opened again: {told(error)}"))
            self._idle.set()
            if not isinstance(error, Exception):
                raise
        else:
            self._begin()

    async def _disconnect(self) -> None:
        with suppress(sqlite3.Error, ValueError):  # it is closed all the same
            await self._connection.close()
