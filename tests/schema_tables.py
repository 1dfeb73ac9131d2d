"""The tables of the program, by name."""

import sqlite3
from contextlib import closing

from bot.store.migrations import known_migrations


def tables() -> dict[str, list[str]]:
    """Return the columns of every table of the program."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for migration in known_migrations():
            connection.executescript(migration.sql)
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return {
            name: [column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")]
            for (name,) in names.fetchall()
        }
