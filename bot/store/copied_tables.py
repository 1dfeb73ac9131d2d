"""The tables that are copied when a database moves, and the interfaces of the old and the new database."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol

from bot.store.migrations import known_migrations


@dataclass(frozen=True, slots=True)
class Table:
    """A table, its stored columns and the columns of its key."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    is_numbered: bool
    """Whether the database numbers new rows itself, and never uses a number again."""

    @property
    def select(self) -> str:
        """The statement that reads all rows in the order of the key."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {', '.join(self.key)}"  # noqa: S608 # ours


@dataclass(frozen=True, slots=True)
class TableDigest:
    """The number of rows of a table, and a hash of all of them."""

    name: str
    count: int
    digest: str


class Source(Protocol):
    """The database to copy. Nothing changes it during the copy."""

    def rows(self, table: Table) -> Iterator[Sequence[Any]]:
        """Yield all rows of a table in the order of its key."""

    def last_numbers(self, tables: Sequence[Table]) -> Mapping[str, int]:
        """Return the last number used by each numbered table, without tables that have used none."""


class Target(Source, Protocol):
    """A new database. It is complete once its context ends without an error; after an error it does not exist."""

    def insert(self, table: Table, rows: Iterator[Sequence[Any]]) -> None:
        """Store the rows of a table."""

    def set_last_number(self, table: Table, number: int) -> None:
        """Make a numbered table number its next row after this number."""


def all_tables() -> list[Table]:
    """Return the tables of this program, each after those that it refers to."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for migration in known_migrations():
            connection.executescript(migration.sql)
        found = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        ).fetchall()
        return [_table(connection, name, sql) for name, sql in found]


def _table(connection: sqlite3.Connection, name: str, sql: str) -> Table:
    columns = connection.execute(f"PRAGMA table_xinfo({name})").fetchall()
    stored = tuple(column for _, column, *_, hidden in columns if not hidden)
    key = [(place, column) for _, column, _, _, _, place, _ in columns if place]
    return Table(name, stored, tuple(column for _, column in sorted(key)), "AUTOINCREMENT" in sql)
