"""The tables of both engines are the same, column by column."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from bot.store.database import Database
from bot.store.migrations import known_migrations
from tests.raw_database import connect_raw
from tests.schema_tables import tables

pytestmark = pytest.mark.postgres

TYPES: Final = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": "text"}
"""The type in PostgreSQL for each type in SQLite."""
TRUTHS: Final = {("outbox", "is_pending"): "boolean"}
"""Columns that statements use as a condition: SQLite has no boolean type for them."""


async def test_every_column_has_the_same_place_name_type_and_default_on_both_engines(path: Path) -> None:
    await (await Database.open(path)).close()
    with closing(connect_raw(path)) as connection:
        found: list[Any] = connection.execute(
            "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns "
            "WHERE table_schema = 'public' AND table_name <> 'migrations' ORDER BY table_name, ordinal_position"
        ).fetchall()
    assert found == expected()


async def test_texts_are_sorted_by_their_bytes_as_sqlite_sorts_them(path: Path) -> None:
    await (await Database.open(path)).close()
    with closing(connect_raw(path)) as connection:
        other: list[Any] = connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' "
            "AND table_name <> 'migrations' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'"
        ).fetchall()
    assert other == []


def expected() -> list[tuple[str, str, str, str]]:
    """Return the table, name and type of every column of the SQLite schema, and whether it may be NULL."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for migration in known_migrations():
            connection.executescript(migration.sql)
        return [
            (table, name, TRUTHS.get((table, name)) or TYPES[kind], "NO" if is_required or in_key else "YES")
            for table in sorted(tables())
            for _, name, kind, is_required, _, in_key, _ in connection.execute(f"PRAGMA table_xinfo({table})")
        ]
