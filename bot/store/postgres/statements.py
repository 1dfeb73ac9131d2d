"""Statements of the store's one dialect on a PostgreSQL connection, and how values travel."""

import re
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.types.numeric import Int8BinaryDumper

from bot.store.errors import StoreError
from bot.store.notices import Notice
from bot.store.postgres.listening import CHANNEL

_QUOTED_OR_PLACEHOLDER: Final = re.compile(r"'[^']*'|\?")


@lru_cache(maxsize=2048)
def numbered(sql: str) -> str:
    """Return a statement with its placeholders, question marks outside of quotes, written as $1, $2 and so on."""
    count = 0

    def number(piece: re.Match[str]) -> str:
        nonlocal count
        if piece[0] != "?":
            return piece[0]
        count += 1
        return f"${count}"

    return _QUOTED_OR_PLACEHOLDER.sub(number, sql)


class _TruthDumper(Int8BinaryDumper):
    """Sends a truth value as 0 or 1."""

    def dump(self, obj: Any) -> Buffer | None:
        """Return the bytes of a number."""
        return super().dump(int(obj))


class _SumLoader(Loader):
    """Reads a NUMERIC, which PostgreSQL makes of a sum of whole numbers, as Python's own number."""

    def load(self, data: Buffer) -> int | float:
        """Return the number of a text."""
        text = bytes(data).decode()
        return float(text) if "." in text else int(text)


def adapt(connection: psycopg.Connection[Any]) -> None:
    """Make a connection send and read values as the store's dialect has them."""
    # Every int is a BIGINT: typed by its size, as the driver does it, a statement would be prepared in many forms.
    connection.adapters.register_dumper(int, Int8BinaryDumper)
    connection.adapters.register_dumper(bool, _TruthDumper)
    connection.adapters.register_loader("numeric", _SumLoader)


class Statements:
    """The `Rows` of a connection that is in a transaction."""

    __slots__ = ("_connection", "_cursor")

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._cursor = psycopg.RawCursor(connection)

    async def rows(self, sql: str, *values: str | float | None) -> list[tuple[Any, ...]]:
        """Run a statement as `Rows` says; raise StoreError if the transaction was undone after an earlier error."""
        if self._connection.pgconn.transaction_status != psycopg.pq.TransactionStatus.INTRANS:
            raise StoreError("The database has undone this transaction.")
        cursor = self._cursor.execute(numbered(sql), values)
        return [] if cursor.description is None else cursor.fetchall()

    async def notify(self, notice: Notice) -> None:
        """Tell the other processes on this database of a change, once it is committed."""
        await self.rows("SELECT pg_notify(?, ?)", CHANNEL, str(notice))
