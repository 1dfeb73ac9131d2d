"""The database of one process: its requests, and the promises made about them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import structlog

from bot.clock import Clock, system_clock
from bot.store.address import DatabaseAddress
from bot.store.engine import Engine
from bot.store.engines import engine_of
from bot.store.errors import StoreError
from bot.store.migrations import Migration
from bot.store.notices import Notice
from bot.store.outage_log import OutageLog
from bot.store.request import Rows, current_rows
from bot.store.worker import Waits, Worker

__all__ = ["Database", "Rows", "Waits"]

T = TypeVar("T")

_LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait for another program's lock."""

_log = structlog.get_logger(__name__)


class Database:
    """Reads and writes. Each request is a coroutine function that takes `Rows`.

    A request must await nothing but its `Rows`, and change nothing else: it runs to its end in the thread of a
    connection, and a write may run twice. One that awaits anything else raises RuntimeError and changes nothing.

    Writes run one after the other on one connection. Those that wait at the same time share a transaction (group
    commit) and are answered after it. If one of them raises, all are undone and run again, each in a savepoint, so that
    it undoes only itself. A write is carried out even if its caller is cancelled.

    Reads use a separate connection and never wait for writes, not even while another program locks the file. Each read
    sees one snapshot: everything that was committed before the read was requested, including every write that was
    answered by then, and nothing uncommitted.

    Every request is answered. A connection that fails beyond repair is replaced by a new one. While a server cannot be
    reached, requests raise UnreachableError at once, and the connection is retried until it succeeds. If a new
    connection fails for any other reason, all present and future requests raise StoreError and `failed` returns.
    """

    def __init__(self, engine: Engine) -> None:
        """Use `open`."""
        self.path: Final = engine.path
        """The database file, with symbolic links resolved; None if the database is on a server."""
        self.is_shared: Final = engine.is_shared
        """Whether other processes may use the database at the same time."""
        self._engine = engine
        outages = OutageLog()
        self._writer = Worker(partial(engine.connection, reading=False), self._give_up, outages)
        self._reader = Worker(partial(engine.connection, reading=True), self._give_up, outages)
        self._failure: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(  # noqa: PLR0913 # the choices of settings and tests
        cls,
        address: DatabaseAddress,
        *,
        clock: Clock = system_clock,
        migrations: Sequence[Migration] | None = None,
        patience: float = _LOCK_TIMEOUT,
        before_migration: Callable[[Path], object] | None = None,
        shared: bool = False,
    ) -> Self:
        """Lock, check, migrate and open a database; make a file and its folder if need be. A database that is refused
        is not changed.

        patience: the seconds to wait for another program's lock. before_migration: as for `bot.store.opening.prepare`;
        for a file only. shared: let other processes use the database at the same time; for a server only.

        Raises:
            StoreError: the database is in use, belongs to another program, does not fit this one, is damaged, or cannot
                be read or written.
        """
        engine = engine_of(address, migrations, clock, patience, before_migration, shared=shared)
        await engine.prepare()
        try:
            database = cls(engine)
            await database._connect()
        except BaseException:
            engine.release()
            raise
        return database

    async def close(self) -> None:
        """Carry out the waiting requests, then close the database. Closing twice does nothing."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="database closing")
        await asyncio.shield(self._closing)

    async def read(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """Return the result of a request that only reads.

        Raises:
            StoreError: the database cannot be read.
            Exception: the request raised it.
        """
        result: T = await self._reader.ask(work).answered()
        return result

    async def write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """Return the result of a request, once everything it changed is committed.

        A caller who is cancelled still waits until the write has succeeded or failed. So a lock around a write is not
        released before that, and its next holder reads the outcome.

        Raises:
            StoreError: the commit failed, or another program locks the database; nothing was changed.
            Exception: the request raised it; nothing was changed.
        """
        result: T = await self._writer.ask(work).decided()
        return result

    async def compact(self) -> None:
        """Remove what deleted rows have left behind, as far as the database lets a client do that.

        Writes wait meanwhile, about a second for 100 MB; reads do not.

        Raises:
            StoreError: the removal failed; some of the data may be left.
        """
        await self._engine.compact(self._writer.run_alone)

    def clock(self) -> datetime:
        """Return the present moment by the database's clock, to be compared with stored moments."""
        return self._engine.now()

    async def listen(self, hear: Callable[[Notice | None], None]) -> None:
        """Call `hear` with each notice of another process on this database, and with None when some may have been
        missed. Run until cancelled, but return at once if there can be no other process.
        """
        await self._engine.listen(hear)

    async def lead(self, tell: Callable[[bool], None]) -> None:
        """Stand for election as the leader of all processes on this database. Call `tell` with whether this process
        leads, once that is decided and whenever it changes. Run until cancelled, but return at once if there can be no
        other process.
        """
        await self._engine.lead(tell)

    async def usable(self) -> None:
        """Wait until the server can be reached, if it cannot be at present, or until the database is closed."""
        await self._writer.usable()
        await self._reader.usable()

    @property
    def waits(self) -> dict[str, Waits]:
        """The waiting times of requests, by `read` and `write`."""
        return {"read": self._reader.waits, "write": self._writer.waits}

    async def rows(self, sql: str, *values: str | float | None) -> Sequence[tuple[Any, ...]]:
        """Run a statement for the request that this thread is carrying out; raise RuntimeError outside a request."""
        return await current_rows().rows(sql, *values)

    async def failed(self) -> StoreError:
        """Wait until the database can no longer be used at all, and return why. The process should end then.

        It never returns while the database works, nor after the database was closed.
        """
        return await asyncio.shield(self._failure)

    def _give_up(self, error: StoreError) -> None:
        if not self._failure.done():
            _log.critical("the database failed for good", cause=str(error))
            self._failure.set_result(error)
        for worker in (self._writer, self._reader):
            worker.refuse(error)

    async def _connect(self) -> None:
        await self._writer.open()
        try:
            await self._reader.open()
        except BaseException:
            await self._writer.close()
            raise

    async def _close(self) -> None:
        await self._reader.close()
        await self._writer.close()  # the last one to close folds the write-ahead log into the file
        self._engine.release()
