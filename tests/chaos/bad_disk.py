"""A disk that fails on demand, under the connections of a database."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast
from unittest.mock import patch

from bot.store import connection as real


@dataclass(frozen=True)
class Fault:
    """An error of the disk, and its effect on a transaction."""

    code: int
    words: str
    undone: bool = False
    """Whether SQLite itself rolls back the transaction."""
    done: bool = False
    """Whether the statement runs anyway: the program cannot know whether a commit succeeded."""

    def error(self) -> sqlite3.OperationalError:
        """Return the exception that SQLite would raise."""
        error = sqlite3.OperationalError(self.words)
        error.sqlite_errorcode = self.code
        return error


FAULTS: Final = {
    "full": Fault(sqlite3.SQLITE_FULL, "database or disk is full"),
    "full, and all is undone": Fault(sqlite3.SQLITE_FULL, "database or disk is full", undone=True),
    "input or output": Fault(sqlite3.SQLITE_IOERR, "disk I/O error"),
    "input or output, and all is undone": Fault(sqlite3.SQLITE_IOERR, "disk I/O error", undone=True),
    "input or output, and all is done": Fault(sqlite3.SQLITE_IOERR, "disk I/O error", done=True),
    "locked": Fault(sqlite3.SQLITE_BUSY, "database is locked"),
    "read-only": Fault(sqlite3.SQLITE_READONLY, "attempt to write a readonly database"),
}


class BadDisk:
    """Makes statements fail on all connections opened on it. Once armed, it counts the statements of all of them
    together.
    """

    def __init__(self) -> None:
        self.struck = 0
        """The number of statements that have failed since the disk was armed."""
        self._fault: Fault | None = None
        self._from = self._left = 0
        self._turn = threading.Lock()
        self._slow: asyncio.Future[None] | None = None
        self._go_on = threading.Event()

    def fail(self, fault: Fault, statement: int, *, times: int) -> None:
        """Let the statement with this number fail, counted from 1, and the following ones, `times` in all."""
        with self._turn:
            self._fault, self._from, self._left, self.struck = fault, statement, times, 0

    def mend(self) -> None:
        """Let all statements succeed again."""
        with self._turn:
            self._fault = None

    def hold(self) -> "asyncio.Future[None]":
        """Hold the next statement of a writing connection until `release`; the future completes when it is held."""
        self._go_on.clear()
        self._slow = asyncio.get_running_loop().create_future()
        return self._slow

    def release(self) -> None:
        """Let the held statement go on."""
        self._slow = None
        self._go_on.set()

    def execute(self, connection: sqlite3.Connection, reading: bool, sql: str, values: Any) -> sqlite3.Cursor:
        """Execute a statement, or raise the fault that it meets."""
        slow = self._slow
        if slow is not None and not reading:
            slow.get_loop().call_soon_threadsafe(_settle, slow)
            self._go_on.wait()
        fault = self._met()
        if fault is None:
            return connection.execute(sql, values)
        if fault.done:
            connection.execute(sql, values)
        if fault.undone and connection.in_transaction:
            connection.execute("ROLLBACK")
        raise fault.error()

    def _met(self) -> Fault | None:
        with self._turn:
            if self._fault is None:
                return None
            self._from -= 1
            if self._from > 0 or self._left <= 0:
                return None
            self._left -= 1
            self.struck += 1
            return self._fault


def _settle(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)


class _OnDisk:
    """A connection whose statements the disk can make fail."""

    def __init__(self, connection: sqlite3.Connection, disk: BadDisk, reading: bool) -> None:
        self._connection, self._disk, self._reading = connection, disk, reading

    def execute(self, sql: str, values: Any = ()) -> sqlite3.Cursor:
        return self._disk.execute(self._connection, self._reading, sql, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@contextmanager
def bad_disk() -> Iterator[BadDisk]:
    """Open every database on this disk until the context ends."""
    disk, opened = BadDisk(), real.open_file

    def opened_here(path: Path, patience: float, *, reading: bool) -> sqlite3.Connection:
        return cast("sqlite3.Connection", _OnDisk(opened(path, patience, reading=reading), disk, reading))

    with patch.object(real, "open_file", opened_here):
        yield disk
