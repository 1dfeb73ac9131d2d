"""One SQLite file for one process: its requests, and the promises made about them."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import structlog

from bot.clock import Clock, system_clock
from bot.store import batches
from bot.store.connection import Connection
from bot.store.errors import StoreError
from bot.store.lock import ProcessLock, check_only_name, true_path
from bot.store.migrations import Migration, known_migrations
from bot.store.opening import prepare
from bot.store.request import Rows, current_rows
from bot.store.worker import Waits, Worker

__all__ = ["Database", "Rows", "Waits"]

T = TypeVar("T")

_OLDEST_SQLITE: Final = (3, 37, 0)  # STRICT tables
_PATIENCE: Final = 5.0
"""Seconds to wait for another program's lock."""

_log = structlog.get_logger(__name__)


class Database:
    """Reads and writes. Each request is a coroutine function that takes `Rows`.

    A request must await nothing but its `Rows`, and change nothing else: it runs to its end in the thread of a
    connection, and a write may run twice. One that awaits anything else raises RuntimeError and changes nothing.

    Writes run one after the other on one connection. Those that wait at the same time share a transaction (group
    commit) and are answered after it. If one of them raises, all are undone and run again, each in a savepoint, so that
    it undoes only itself. A write is carried out even if its caller is cancelled.

    Reads have a connection of their own and never wait for writes, not even while another program locks the file. Each
    sees one snapshot: everything that was committed before it was asked for, so also every write that was answered by
    then, and nothing that is not committed yet.

    Every request is answered. A connection that fails beyond repair is opened anew; if that fails too, all present and
    future requests raise StoreError and `failed` returns.
    """

    def __init__(self, path: Path, lock: ProcessLock, patience: float) -> None:
        """Use `open`."""
        self.path: Final = path
        """The file itself, past every symbolic link."""
        self._lock = lock
        connect = partial(Connection, path, patience=patience)
        self._writer = Worker(partial(connect, reading=False), batches.commit, self._give_up)
        self._reader = Worker(partial(connect, reading=True), batches.read, self._give_up)
        self._failure: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        clock: Clock = system_clock,
        migrations: Sequence[Migration] | None = None,
        patience: float = _PATIENCE,
        before_migration: Callable[[Path], object] | None = None,
    ) -> Self:
        """Lock, check, migrate and open a database, and make its folder if need be. A file that is refused is left as
        it is. patience: the seconds to wait for another program's lock. before_migration: as for `prepare`.

        Raises:
            StoreError: it is in use, not ours, does not fit this program, is damaged, or cannot be read or written.
        """
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            raise StoreError(
                f"This Python has SQLite {sqlite3.sqlite_version}; at least 3.37 is needed. Update Python."
            )
        known = known_migrations() if migrations is None else migrations
        path = true_path(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = ProcessLock(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"{path} cannot be opened ({error}). Set DATABASE to a file in a folder of yours."
            ) from error
        try:
            check_only_name(path)
            prepare(path, known, clock, before_migration)
            database = cls(path, lock, patience)
            await database._connect()
        except (OSError, sqlite3.Error) as error:
            lock.release()
            raise StoreError(f"{path} cannot be opened ({error}). Is the disk full or read-only?") from error
        except BaseException:
            lock.release()
            raise
        return database

    async def close(self) -> None:
        """Carry out the waiting requests, then let go of the file. Closing twice does nothing."""
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

        A caller who is cancelled meanwhile waits until it is decided: a lock held around a write is held until then,
        and its next holder reads the outcome.

        Raises:
            StoreError: the commit failed, or another program locks the database; nothing was changed.
            Exception: the request raised it; nothing was changed.
        """
        result: T = await self._writer.ask(work).decided()
        return result

    async def compact(self) -> None:
        """Rewrite the file without the bytes that deleted rows have left in it, and empty its log.

        Secure deletion overwrites a deleted row, but not the copies that stay in unused parts of pages when SQLite
        moves rows between pages. Writes wait meanwhile, about a second for 100 MB; reads do not.

        Raises:
            StoreError: the disk has no room for a copy, or another program uses the database; some bytes may be left.
        """
        await self._writer.run_alone("VACUUM")
        [(is_busy, *_)] = await self._writer.run_alone("PRAGMA wal_checkpoint(TRUNCATE)")
        if is_busy:
            raise StoreError("The log of the database could not be emptied, since another program reads from it.")

    @property
    def waits(self) -> dict[str, Waits]:
        """How long requests have waited for their answers, by `read` and `write`."""
        return {"read": self._reader.waits, "write": self._writer.waits}

    async def rows(self, sql: str, *values: str | float | None) -> Sequence[tuple[Any, ...]]:
        """Run a statement for the request that this thread is carrying out; raise RuntimeError outside a request."""
        return await current_rows().rows(sql, *values)

    async def failed(self) -> StoreError:
        """Wait until the database can no longer be used at all, and return why. The process should end then.

        It goes on waiting while the database works, and after it was closed.
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
        self._lock.release()
