"""A SQLite file as the source and the target of a move."""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from bot.clock import Clock
from bot.store.copied_tables import Table
from bot.store.errors import StoreError
from bot.store.faults import explained
from bot.store.lock import ProcessLock, true_path
from bot.store.migrations import applied_migrations, check, known_migrations
from bot.store.opening import prepare


class FileCopy:
    """The rows of a file, read or written in one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, table: Table) -> Iterator[Sequence[Any]]:
        """Yield all rows of a table in the order of its key."""
        return self._connection.execute(table.select)

    def last_numbers(self, tables: Sequence[Table]) -> Mapping[str, int]:
        """Return the last number used by each numbered table, without tables that have used none."""
        names = {table.name for table in tables if table.is_numbered}
        rows = self._connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
        return {name: number for name, number in rows if name in names and number}

    def insert(self, table: Table, rows: Iterator[Sequence[Any]]) -> None:
        """Store the rows of a table."""
        places = ", ".join("?" * len(table.columns))
        sql = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({places})"  # noqa: S608 # ours
        self._connection.executemany(sql, rows)

    def set_last_number(self, table: Table, number: int) -> None:
        """Make a numbered table number its next row after this number."""
        self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
        self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, number))


@contextmanager
def file_source(path: Path) -> Iterator[FileCopy]:
    """Yield the rows of a file. Raise StoreError if a bot is using it, or if it does not have this version's tables."""
    path = true_path(path)
    if not path.is_file():
        raise StoreError(f"There is no database {path}.")
    known = known_migrations()
    with _locked(path):
        check(path, known)
        try:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)) as connection:
                if len(applied_migrations(connection)) < len(known):
                    raise StoreError(f"{path} was written by an older Hidden Hand. Start the bot on it once.")
                connection.execute("BEGIN")
                yield FileCopy(connection)
        except sqlite3.Error as error:
            raise explained(error) from error


@contextmanager
def file_target(path: Path, clock: Clock) -> Iterator[FileCopy]:
    """Yield a new database, which becomes the file once the context ends without an error."""
    path = true_path(path)
    if path.exists() and (not path.is_file() or path.stat().st_size):
        raise StoreError(f"{path} exists already and is left as it is. Name a file that does not exist.")
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(path):
            _delete(unfinished)
            prepare(unfinished, known_migrations(), clock)
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("BEGIN IMMEDIATE")
                yield FileCopy(connection)
                connection.execute("COMMIT")
            os.replace(unfinished, path)  # noqa: PTH105 # its last connection has folded the log into it
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} cannot be written ({error}). Is the disk full or read-only?") from error
    finally:
        _delete(unfinished)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = ProcessLock(path)
    try:
        yield
    finally:
        lock.release()


def _delete(unfinished: Path) -> None:
    for end in ("", "-wal", "-shm"):
        unfinished.with_name(unfinished.name + end).unlink(missing_ok=True)
