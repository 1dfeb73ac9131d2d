"""SQLite's errors in words for whoever runs the bot."""

import sqlite3
from typing import Final

from bot.store.errors import StoreError

_LOCKED: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_DISK: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


def told(error: BaseException) -> BaseException:
    """What whoever asked is told of an error: a `StoreError` of one line if it is SQLite's, else the error itself."""
    if isinstance(error, sqlite3.Error):
        told = StoreError(_words(error))
        told.__cause__ = error
        return told
    if isinstance(error, StopIteration):  # no future can hold it
        return RuntimeError("A request raised StopIteration.")
    return error


def _words(error: sqlite3.Error) -> str:
    found = " ".join(str(error).split())
    match _code(error):
        case code if code in _LOCKED:
            return f"The database is in use by another program ({found}). Let that one finish."
        case code if code in _DAMAGED:
            return f"The database is damaged ({found}). Stop the bot and put a backup back."
        case code if code in _DISK:
            return f"The database cannot be read or written ({found}). Is the disk full or read-only?"
        case _:
            return f"The database did not take this ({found})."


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; one that Python raised by itself has none."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
