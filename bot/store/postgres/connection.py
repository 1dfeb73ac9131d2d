"""One connection to a PostgreSQL server, and the thread that serves it."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

import psycopg

from bot.store.errors import StoreError
from bot.store.postgres import batches
from bot.store.postgres.faults import explained
from bot.store.postgres.opening import leave
from bot.store.postgres.pipeline import Pipeline
from bot.store.postgres.statements import Statements
from bot.store.request import Answer, Work

_Raw = psycopg.Connection[Any]


class Connection:
    """A thread that uses one connection. The thread does not keep the process alive if the server hangs."""

    def __init__(self, connect: Callable[[], _Raw], *, reading: bool, is_shared: bool) -> None:
        """Prepare a connection. connect: opens the connection, in its thread, or raises StoreError. is_shared: whether
        other processes use the database.
        """
        self._connect = connect
        self._is_shared = is_shared
        self._batch = batches.read if reading else batches.commit
        self._queue: SimpleQueue[Callable[[Statements], None] | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] | None = None
        self._is_open = False

    async def open(self) -> None:
        """Open the connection, as `bot.store.engine.Connection` says."""
        opened: asyncio.Future[None] = self._loop.create_future()
        self._ended = self._loop.create_future()
        threading.Thread(target=self._serve, args=(opened, self._ended), name="postgres", daemon=True).start()
        try:
            await opened
        except asyncio.CancelledError:
            self._queue.put(None)
            raise
        self._is_open = True

    def hand_over(self, work: Callable[[Statements], None]) -> None:
        """Call a function in the connection's thread; raise ValueError if the connection is not open."""
        if not self._is_open:
            raise ValueError("no active connection")
        self._queue.put(work)

    def carry_out(self, raw: Statements, works: Sequence[Work]) -> list[Answer]:
        """Carry out requests by `bot.store.postgres.batches`, in the connection's thread."""
        return self._batch(raw, works)

    def end_transaction(self, raw: Statements) -> None:
        """Undo the transaction that the connection is in, if it is in one, or raise psycopg.Error."""
        batches.end_transaction(raw)

    def explained(self, error: BaseException) -> BaseException:
        """Return a `StoreError` in place of an error of psycopg; return any other error unchanged."""
        return explained(error)

    async def run_alone(self, sql: str) -> list[tuple[Any, ...]]:
        """Run a statement outside any transaction, and return its rows; raise StoreError if it fails."""
        done: asyncio.Future[list[tuple[Any, ...]]] = self._loop.create_future()

        def run(raw: Statements) -> None:
            try:
                cursor = raw.pipeline.connection.execute(sql.encode())
                rows = [] if cursor.description is None else cursor.fetchall()
            except BaseException as error:  # noqa: BLE001 # its caller gets it
                self._tell(done, explained(error))
            else:
                self._tell(done, rows)

        try:
            self.hand_over(run)
        except ValueError as error:
            raise StoreError(f"The connection to the database was lost ({error}).") from error
        return await done

    async def close(self) -> None:
        """Close the connection, if it is open."""
        if self._is_open and self._ended is not None:
            self._is_open = False
            self._queue.put(None)
            await self._ended

    def _serve(self, opened: asyncio.Future[None], ended: asyncio.Future[None]) -> None:
        """Open the connection, call everything that is handed over, and close the connection."""
        try:
            raw = self._connect()
        except BaseException as error:  # noqa: BLE001 # its caller gets it
            self._tell(opened, error)
            return
        self._tell(opened, None)
        pipeline = Pipeline(raw)
        rows = Statements(pipeline, is_shared=self._is_shared)
        while (work := self._queue.get()) is not None:
            work(rows)
        pipeline.close()
        leave(raw)
        with suppress(psycopg.Error):  # the connection is closed anyway
            raw.close()
        self._tell(ended, None)

    def _tell(self, future: asyncio.Future[Any], result: object) -> None:
        """Give a future of the loop its result or its error, unless nobody waits for it any longer."""

        def settle() -> None:
            if future.done():
                return
            if isinstance(result, BaseException):
                future.set_exception(result)
            else:
                future.set_result(result)

        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(settle)
