"""A database on a PostgreSQL server as the source and the target of a move."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final

import psycopg

from bot.clock import Clock
from bot.store.address import ServerAddress
from bot.store.copied_tables import Table
from bot.store.errors import StoreError
from bot.store.postgres.faults import explained
from bot.store.postgres.opening import check, connect, leave, migrations_here, prepare, take

_LOCK_TIMEOUT: Final = 2.0
"""Seconds to wait for another program's lock."""


class ServerCopy:
    """The rows of a database, read or written in one transaction."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def rows(self, table: Table) -> Iterator[Sequence[Any]]:
        """Yield all rows of a table in the order of its key."""
        with psycopg.RawServerCursor(self._connection, "moved") as cursor:
            cursor.itersize = 5_000
            yield from cursor.execute(table.select.encode())

    def last_numbers(self, tables: Sequence[Table]) -> Mapping[str, int]:
        """Return the last number used by each numbered table, without tables that have used none."""
        sql = b"SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence($1, 'id') AS regclass))"
        numbers = {
            table.name: self._connection.execute(sql, (table.name,)).fetchall()[0][0]
            for table in tables
            if table.is_numbered
        }
        return {name: number for name, number in numbers.items() if number is not None}

    def insert(self, table: Table, rows: Iterator[Sequence[Any]]) -> None:
        """Store the rows of a table."""
        cursor = psycopg.RawCursor(self._connection)
        with cursor.copy(f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN".encode()) as copy:
            for row in rows:
                copy.write_row(row)

    def set_last_number(self, table: Table, number: int) -> None:
        """Make a numbered table number its next row after this number."""
        sql = b"SELECT setval(CAST(pg_get_serial_sequence($1, 'id') AS regclass), $2)"
        self._connection.execute(sql, (table.name, number))


@contextmanager
def server_source(address: ServerAddress) -> Iterator[ServerCopy]:
    """Yield the rows of a database. Raise StoreError if a bot is using it, or if it does not have this version's
    tables.
    """
    with _taken(address) as connection:
        if check(connection, address, known := migrations_here()) < len(known):
            raise StoreError(f"{address} was written by an older Hidden Hand, or is empty. Start the bot on it once.")
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield ServerCopy(connection)
        connection.execute("COMMIT")


@contextmanager
def server_target(address: ServerAddress, clock: Clock) -> Iterator[ServerCopy]:
    """Yield an empty database in which tables were created. Everything is committed once the context ends without an
    error.
    """
    with _taken(address) as connection, connection.transaction():
        if check(connection, address, migrations_here()):
            raise StoreError(f"{address} holds a bot's data already and is left as it is. Name an empty database.")
        prepare(connection, address, migrations_here(), clock)
        yield ServerCopy(connection)


@contextmanager
def _taken(address: ServerAddress) -> Iterator[psycopg.Connection[Any]]:
    with closing(connect(address, _LOCK_TIMEOUT)) as connection:
        try:
            take(connection, address, _LOCK_TIMEOUT)
            yield connection
        except psycopg.Error as error:
            raise explained(error) from None
        finally:
            leave(connection)
