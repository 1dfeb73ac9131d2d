"""Statements on a SQLite connection."""

import sqlite3
from typing import Any

from bot.store.errors import StoreError
from bot.store.notices import Notice
from bot.store.request import Rows


class Statements(Rows):
    """The `Rows` of a connection that is in a transaction."""

    __slots__ = ("_connection",)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def rows(self, sql: str, *values: str | float | None) -> list[tuple[Any, ...]]:
        """Run a statement as `Rows` says; raise StoreError if SQLite itself has ended the transaction."""
        if not self._connection.in_transaction:
            raise StoreError("The database has undone this transaction. Is the disk full?")
        return self._connection.execute(sql, values).fetchall()

    async def notify(self, notice: Notice) -> None:
        """Do nothing: a file is used by one process only."""
