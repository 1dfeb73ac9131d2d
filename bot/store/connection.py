"""One connection to a SQLite file, with a thread of its own."""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

import aiosqlite


class Connection(aiosqlite.Connection):
    """aiosqlite's connection, and one way more to use its thread: a whole function in one hop."""

    def __init__(self, path: Path, *, patience: float, reading: bool) -> None:
        """A connection to a database that exists. To await it opens it, which may raise sqlite3.Error; it is durable
        then, keeps its references and is in no transaction.

        patience: for how many seconds it waits for another program's lock. reading: it refuses to change anything.
        """
        super().__init__(partial(_opened, path, patience, reading), iter_chunk_size=64)

    def hand_over(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Have it called in the connection's thread, after all that was handed over before. It must raise nothing:
        nobody would hear of it.

        Raises:
            ValueError: the connection is not open.
        """
        if not self._running:
            raise ValueError("the connection is closed")
        # Without a future for aiosqlite to answer: whoever handed it over is answered one turn of the loop sooner.
        self._tx.put_nowait((None, partial(work, self._conn)))


def _opened(path: Path, patience: float, reading: bool) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode=rw"  # a file that is gone is not made anew
    connection = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA query_only = {'ON' if reading else 'OFF'}")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()  # SQLite looks at the file only now
    except BaseException:
        connection.close()
        raise
    return connection
