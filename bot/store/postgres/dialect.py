"""Translate the store's SQL dialect for PostgreSQL: its placeholders, and the form in which values are sent."""

import re
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.types.numeric import Int8BinaryDumper

_QUOTED_OR_PLACEHOLDER: Final = re.compile(r"'[^']*'|\?")
_UNKNOWN, _BIGINT, _DOUBLE = 0, 20, 701
"""PostgreSQL's numbers of types (OIDs). The server infers the type of a value that is sent as unknown."""


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


def type_of(value: str | float | None) -> int:
    """Return PostgreSQL's number of the type with which a value is sent."""
    if value is None or isinstance(value, str):
        return _UNKNOWN
    return _BIGINT if isinstance(value, int) else _DOUBLE  # typed by size, a statement would be prepared in many forms


def sent(value: str | float | None) -> bytes | None:
    """Return the text in which a value is sent.

    Raises:
        psycopg.DataError: PostgreSQL cannot store the text.
    """
    if value is None:
        return None
    if isinstance(value, str):
        return _text(value)
    return b"%d" % value if isinstance(value, int) else repr(value).encode()


def _text(value: str) -> bytes:
    if "\0" in value:  # the driver would cut the text off there
        raise psycopg.DataError("PostgreSQL stores no NUL in a text.")
    return value.encode()


class _TruthDumper(Int8BinaryDumper):
    """Sends a truth value as 0 or 1."""

    def dump(self, obj: Any) -> Buffer | None:
        """Return the bytes of a number."""
        return super().dump(int(obj))


class _SumLoader(Loader):
    """Reads a NUMERIC, the type that PostgreSQL gives to a sum of whole numbers, as an int or a float."""

    def load(self, data: Buffer) -> int | float:
        """Parse a number."""
        text = bytes(data).decode()
        return float(text) if "." in text else int(text)


def adapt(connection: psycopg.Connection[Any]) -> None:
    """Make the connection's own methods send and read values in the forms of the store's dialect."""
    # Every int is a BIGINT: typed by its size, as the driver does it, a statement would be prepared in many forms.
    connection.adapters.register_dumper(int, Int8BinaryDumper)
    connection.adapters.register_dumper(bool, _TruthDumper)
    connection.adapters.register_loader("numeric", _SumLoader)
