"""Use a database on the tests' server in place of each SQLite file that a test names.

`pytest --engine postgres` starts the server; `TEST_SERVER` names its folder to every process of the run. Each path gets
a separate database: with the program's tables if there was a file at the path, else empty.
"""

import os
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

import psycopg
import pytest

import bot.store.database
import bot.store.engines
from bot.clock import Clock, system_clock
from bot.store.address import DatabaseAddress, ServerAddress
from bot.store.engine import Engine
from bot.store.lock import true_path
from bot.store.migrations import Migration
from bot.store.postgres.dialect import adapt, numbered
from bot.store.postgres.opening import connect, migrations_here, prepare
from tests.postgres.server import server_url

TEST_SERVER: Final = "HIDDEN_HAND_TEST_SERVER"
_TEMPLATE: Final = "prepared"
_engine_of = bot.store.engines.engine_of
_made: set[str] = set()


def is_used() -> bool:
    """Return whether the tests of this process run on PostgreSQL."""
    return TEST_SERVER in os.environ


def use() -> None:
    """Use databases on the server in place of files, in this process."""
    bot.store.database.engine_of = _engine_on_server  # type: ignore[attr-defined]


def make_template(folder: str) -> None:
    """Create the template database of which other databases with the program's tables are copies."""
    _run(folder, f"CREATE DATABASE {_TEMPLATE}")
    address = ServerAddress(server_url(folder, _TEMPLATE))
    with connect(address, 5) as connection:
        prepare(connection, address, migrations_here(), system_clock)


def address_for(path: Path) -> ServerAddress:
    """Return the address of the database that stands in for a file; create the database if need be."""
    folder = os.environ[TEST_SERVER]
    path = true_path(path)
    name = "t" + sha256(str(path).encode()).hexdigest()[:24]
    if name not in _made and not _rows(folder, "SELECT 1 FROM pg_database WHERE datname = $1", name):
        template = _TEMPLATE if path.is_file() and path.stat().st_size else "template0"
        # files are copied, and later deleted, in less than half the time of the default, which writes to the log
        _run(folder, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        _made.add(name)
    return ServerAddress(server_url(folder, name))


@pytest.fixture(autouse=True)
def _databases_of_a_test() -> Iterator[None]:
    before = set(_made)
    yield
    for name in _made - before:
        _run(os.environ[TEST_SERVER], f"DROP DATABASE {name} WITH (FORCE)")
        _made.discard(name)


def pytest_unconfigure() -> None:
    if _maintenance.cache_info().currsize:
        _maintenance(os.environ[TEST_SERVER]).close()


class Raw:
    """A connection of another program, with the few methods of SQLite's connections that tests use, in the store's
    dialect.
    """

    def __init__(self, address: ServerAddress, *, autocommit: bool) -> None:
        self._connection = psycopg.connect(address.url, autocommit=autocommit, cursor_factory=psycopg.RawCursor)
        adapt(self._connection)
        self.row_factory: object = None
        """If it is set, rows are looked up by the names of their columns."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> "Raw.Rows":
        cursor = self._connection.execute(numbered(sql).encode(), values)
        names = [column.name for column in cursor.description or ()]
        rows = cursor.fetchall() if names else []
        if self.row_factory is not None:
            rows = [dict(zip(names, row, strict=True)) for row in rows]
        return Raw.Rows(rows, cursor.rowcount)

    def commit(self) -> None:
        self._connection.commit()

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._connection.commit()
        else:
            self._connection.rollback()

    class Rows(list[Any]):
        """The rows of a statement."""

        def __init__(self, rows: list[Any], count: int) -> None:
            super().__init__(rows)
            self.rowcount = count

        def fetchall(self) -> list[Any]:
            return list(self)

        def fetchone(self) -> Any:
            return self[0] if self else None


def _engine_on_server(
    address: DatabaseAddress,
    migrations: Sequence[Migration] | None,
    clock: Clock,
    patience: float,
    before_migration: object = None,
    *,
    shared: bool = False,
) -> Engine:
    if isinstance(address, Path):
        address = address_for(address)
    return _engine_of(address, migrations, clock, patience, shared=shared)


@cache
def _maintenance(folder: str) -> psycopg.Connection[Any]:
    return psycopg.connect(server_url(folder, "postgres"), autocommit=True, cursor_factory=psycopg.RawCursor)


def _run(folder: str, sql: str) -> None:
    _maintenance(folder).execute(sql.encode())


def _rows(folder: str, sql: str, *values: str) -> list[Any]:
    return _maintenance(folder).execute(sql.encode(), values).fetchall()
