"""One connection to a SQLite file, with a thread of its own."""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

import aiosqlite


class Connection(aiosqlite.Connection):
    """aiosqlite's connection with one more way to use its thread: a whole function in one hop.

    In public, aiosqlite offers one hop for each statement. `hand_over` therefore uses its `_tx` and `_conn`, which any
    release may change: `pyproject.toml` holds it below 0.23. Run `tests/bot/test_database_*.py` with a newer one before
    raising that bound.
    """

    def __init__(self, path: Path, *, patience: float, reading: bool) -> None:
        """Prepare a connection to a database that exists. Awaiting it opens it, which may raise sqlite3.Error.

        patience: the seconds to wait for another program's lock. reading: whether it refuses to change anything.
        """
        super().__init__(partial(_open, path, patience, reading), iter_chunk_size=64)

    def hand_over(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Call a function in the connection's thread, after everything handed over before. It must raise nothing:
        nobody would hear of it.

        Raises:
            ValueError: the connection is not open.
        """
        # No future for aiosqlite to answer: the callers of a batch are answered one turn of the loop sooner.
        self._tx.put_nowait((None, partial(work, self._conn)))


def _open(path: Path, patience: float, reading: bool) -> sqlite3.Connection:
    """Return a connection that is durable, checks references, deletes securely, and is in no transaction."""
    uri = f"{path.as_uri()}?mode=rw"  # a file that is gone is not made anew
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
