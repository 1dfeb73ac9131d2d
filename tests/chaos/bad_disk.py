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
    """What a statement meets."""

    code: int
    words: str
    undone: bool = False
    """Whether SQLite ends the transaction by itself."""
    done: bool = False
    """Whether the statement is carried out all the same: nobody can tell what became of a commit."""

    def error(self) -> sqlite3.OperationalError:
        """As SQLite would raise it."""
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
    """Strikes statements of all connections that were opened under it, counted together from when it is armed."""

    def __init__(self) -> None:
        self.struck = 0
        """Statements that have met a fault since it was armed."""
        self._fault: Fault | None = None
        self._from = self._left = 0
        self._turn = threading.Lock()
        self._slow: asyncio.Future[None] | None = None
        self._go_on = threading.Event()

    def fail(self, fault: Fault, statement: int, *, times: int) -> None:
        """Fail this statement, counted from 1, and as many in all."""
        with self._turn:
            self._fault, self._from, self._left, self.struck = fault, statement, times, 0

    def mend(self) -> None:
        """All is well again."""
        with self._turn:
            self._fault = None

    def hold(self) -> "asyncio.Future[None]":
        """Hold the next statement of a connection that writes until `release`; the future tells when it is held."""
        self._go_on.clear()
        self._slow = asyncio.get_running_loop().create_future()
        return self._slow

    def release(self) -> None:
        """Let it go on."""
        self._slow = None
        self._go_on.set()

    def execute(self, connection: sqlite3.Connection, reading: bool, sql: str, values: Any) -> sqlite3.Cursor:
        """Execute a statement, or not."""
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
    """A connection, but for what the disk does to it."""

    def __init__(self, connection: sqlite3.Connection, disk: BadDisk, reading: bool) -> None:
        self._connection, self._disk, self._reading = connection, disk, reading

    def execute(self, sql: str, values: Any = ()) -> sqlite3.Cursor:
        return self._disk.execute(self._connection, self._reading, sql, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@contextmanager
def bad_disk() -> Iterator[BadDisk]:
    """Every database that is opened meanwhile lies on this disk."""
    disk, opened = BadDisk(), real._open

    def opened_here(path: Path, patience: float, reading: bool) -> sqlite3.Connection:
        return cast("sqlite3.Connection", _OnDisk(opened(path, patience, reading), disk, reading))

    with patch.object(real, "_open", opened_here):
        yield disk
