"""One connection to one SQLite file, and everything that waits to be written in one transaction."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, Self, TypeVar

import aiosqlite

from bot.clock import Clock, system_clock
from bot.store.errors import StoreError
from bot.store.lock import ProcessLock
from bot.store.migrations import Migration, check, known_migrations, migrate

T = TypeVar("T")

_OLDEST_SQLITE: Final = (3, 37, 0)  # STRICT tables
_MOST_AT_ONCE: Final = 256
"""The most requests in one transaction: bounds how long the first of them waits for the last."""


class Rows(Protocol):
    """What SQL is written against: all of it works on PostgreSQL too, but for the placeholders' look."""

    async def rows(self, sql: str, *values: str | float | None) -> Sequence[tuple[Any, ...]]:
        """Run a statement whose placeholders are question marks; the rows that it gives."""


@dataclass(frozen=True, slots=True)
class _Request:
    work: Callable[[Rows], Awaitable[Any]]
    answer: asyncio.Future[Any]
    changes: bool


class Database:
    """Reads and writes, each request a coroutine function that is given `Rows`.

    Requests run one after the other. Those that write and wait at the same time share a transaction (group commit)
    and are answered after it. If one of them raises, all are undone and run again, each in a savepoint, so that it
    undoes only itself. A request once made is carried out even if whoever made it is cancelled. Reads see all that was
    asked to be written before them, and only what is committed.

    A request must await nothing but its `Rows`, and change nothing else: it may run twice.
    """

    def __init__(self, connection: aiosqlite.Connection, lock: ProcessLock) -> None:
        """Use `open`."""
        self._connection = connection
        self._lock = lock
        self._waiting: deque[_Request] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self.failed: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()
        self._worker = asyncio.create_task(self._serve(), name="database")

    @classmethod
    async def open(
        cls, path: Path, *, clock: Clock = system_clock, migrations: Sequence[Migration] | None = None
    ) -> Self:
        """Lock, check, migrate and open a database; its folder is made if need be.

        Raises:
            StoreError: it is in use, not ours, newer than this program, or cannot be read or written.
        """
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            raise StoreError(
                f"This Python has SQLite {sqlite3.sqlite_version}; at least 3.37 is needed. Update Python."
            )
        known = known_migrations() if migrations is None else migrations
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = ProcessLock(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"{path} cannot be opened ({error}). Set DATABASE to a file in a folder of yours."
            ) from error
        try:
            _prepare(path, known, clock)
            opened = await aiosqlite.connect(path, isolation_level=None)
            await opened.execute_fetchall("PRAGMA synchronous = FULL")
            await opened.execute_fetchall("PRAGMA foreign_keys = ON")
        except (OSError, sqlite3.Error) as error:
            lock.release()
            raise StoreError(f"{path} cannot be opened ({error}). Is the disk full or read-only?") from error
        except StoreError:
            lock.release()
            raise
        return cls(opened, lock)

    async def close(self) -> None:
        """Carry out what waits, then let go of the file. Closing twice does nothing."""
        if not self._closing:
            self._closing = True
            self._wake.set()
            await self._worker
            await self._connection.close()
            self._lock.release()

    async def read(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """What the request finds.

        Raises:
            StoreError: the database cannot be read.
        """
        return await self._ask(work, changes=False)

    async def write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """What the request returns, once everything it did is committed.

        Raises:
            StoreError: the commit failed; nothing was changed.
            Exception: whatever the request raised; nothing was changed.
        """
        return await self._ask(work, changes=True)

    async def rows(self, sql: str, *values: str | float | None) -> Sequence[tuple[Any, ...]]:
        """For requests only (`Rows`)."""
        return list(await self._connection.execute_fetchall(sql, values))  # type: ignore[arg-type] # rows are tuples

    async def _ask(self, work: Callable[[Rows], Awaitable[T]], *, changes: bool) -> T:
        if self._closing:
            raise StoreError("The database is closed.")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Request(work, answer, changes))
        self._wake.set()
        return await answer

    async def _serve(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _MOST_AT_ONCE))]
            if writes := [request for request in batch if request.changes]:
                await self._commit(writes)
            for request in batch:
                if not request.changes:
                    await self._answer(request)

    async def _answer(self, request: _Request) -> None:
        try:
            found = await request.work(self)
        except Exception as error:  # noqa: BLE001 # whoever asked gets it
            _fail(request, error)
        else:
            _succeed(request, found)

    async def _commit(self, writes: Sequence[_Request]) -> None:
        try:
            done = await self._together(writes) or await self._apart(writes)
            await self.rows("COMMIT")
        except Exception as error:  # noqa: BLE001 # whoever asked gets it
            await self._undo()
            for request in writes:
                _fail(request, error)
        else:
            for request, result in done:
                _succeed(request, result)

    async def _together(self, writes: Sequence[_Request]) -> list[tuple[_Request, Any]]:
        """What each returned, in an open transaction; [] if one of them raised, in none."""
        await self.rows("BEGIN IMMEDIATE")
        try:
            return [(request, await request.work(self)) for request in writes]
        except Exception:  # noqa: BLE001 # it will be raised again
            await self._undo()
            return []

    async def _apart(self, writes: Sequence[_Request]) -> list[tuple[_Request, Any]]:
        """What each returned that did not raise, in an open transaction; those that did have their answer."""
        done = []
        await self.rows("BEGIN IMMEDIATE")
        for request in writes:
            await self.rows("SAVEPOINT request")
            try:
                done.append((request, await request.work(self)))
            except Exception as error:  # noqa: BLE001 # whoever asked gets it
                await self.rows("ROLLBACK TO request")
                _fail(request, error)
            await self.rows("RELEASE request")
        return done

    async def _undo(self) -> None:
        if self._connection.in_transaction:
            await self.rows("ROLLBACK")


def _prepare(path: Path, known: Sequence[Migration], clock: Clock) -> None:
    check(path, known)
    path.touch(mode=0o600)  # it holds every hand; a file that is there already keeps its mode
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection, known, clock)


def _succeed(request: _Request, result: object) -> None:
    if not request.answer.done():
        request.answer.set_result(result)


def _fail(request: _Request, error: Exception) -> None:
    if not request.answer.done():
        if isinstance(error, sqlite3.Error):
            error = StoreError(f"The database did not take this ({error}). Is the disk full?")
        request.answer.set_exception(error)
