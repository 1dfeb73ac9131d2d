"""One connection to a SQLite file, and the thread that serves it."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite

from bot.store import batches
from bot.store.errors import StoreError
from bot.store.faults import explained
from bot.store.request import Answer, Work


class Connection(aiosqlite.Connection):
    """aiosqlite's connection with one more way to use its thread: a whole function in one hop.

    aiosqlite's public methods take one hop for each statement. `hand_over` therefore uses the private `_tx` and
    `_conn`, which any release may change (`tests/test_library_internals.py`).
    """

    def __init__(self, path: Path, *, patience: float, reading: bool) -> None:
        """Prepare a connection to a database that exists.

        patience: the seconds to wait for another program's lock. reading: whether the connection refuses any change.
        """
        super().__init__(partial(open_file, path, patience, reading=reading), iter_chunk_size=64)
        self._path = path
        self._batch = batches.read if reading else batches.commit

    async def open(self) -> None:
        """Open the connection, or raise StoreError if the file cannot be opened or read."""
        try:
            await self
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self._path} cannot be opened ({error}). Is the disk full or read-only?") from error

    def hand_over(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Call a function in the connection's thread, after everything handed over before. It must not raise: nobody
        would get the error.

        Raises:
            ValueError: the connection is not open.
        """
        # None instead of a future: the callers of a batch get their answers one turn of the loop sooner.
        self._tx.put_nowait((None, partial(work, self._conn)))

    def carry_out(self, raw: sqlite3.Connection, works: Sequence[Work]) -> list[Answer]:
        """Carry out requests by `bot.store.batches`, in the connection's thread."""
        return self._batch(raw, works)

    def end_transaction(self, raw: sqlite3.Connection) -> None:
        """Undo the transaction that the connection is in, if it is in one, or raise sqlite3.Error."""
        batches.end_transaction(raw)

    def explained(self, error: BaseException) -> BaseException:
        """Return a `StoreError` in place of an error of SQLite; return any other error unchanged."""
        return explained(error)

    async def run_alone(self, sql: str) -> list[tuple[Any, ...]]:
        """Run a statement outside any transaction, and return its rows; raise StoreError if it fails."""
        try:
            return [tuple(row) for row in await self.execute_fetchall(sql)]
        except sqlite3.Error as error:
            raise explained(error) from error
        except ValueError as error:
            raise StoreError(f"The connection to the database was lost ({error}).") from error

    async def close(self) -> None:
        """Close the connection, if it is open."""
        with suppress(sqlite3.Error, ValueError):  # the connection is closed anyway
            await super().close()


def open_file(path: Path, patience: float, *, reading: bool) -> sqlite3.Connection:
    """Return a connection that is durable, checks references, deletes securely, and is in no transaction. The
    parameters are those of `Connection`.
    """
    uri = f"{path.as_uri()}?mode=rw"  # do not create a file that has disappeared
    connection = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # many builds of SQLite leave deleted bytes in the file
        connection.execute(f"PRAGMA query_only = {'ON' if reading else 'OFF'}")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()  # SQLite looks at the file only now
    except BaseException:
        connection.close()
        raise
    return connection
