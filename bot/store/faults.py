"""Turn SQLite's errors into sentences for the operator."""

import sqlite3
from typing import Final

from bot.store.errors import StoreError

_LOCKED: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_DISK: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


def explained(error: BaseException) -> BaseException:
    """Return the error for the caller: a one-line `StoreError` in place of an error of SQLite, any other unchanged."""
    if isinstance(error, sqlite3.Error):
        store_error = StoreError(_sentence(error))
        store_error.__cause__ = error
        return store_error
    return error


def is_of_the_disk(error: sqlite3.Error) -> bool:
    """Return whether the disk is the cause of an error: it is full, read-only or failing."""
    return _code(error) in _DISK


def _sentence(error: sqlite3.Error) -> str:
    cause = " ".join(str(error).split())
    match _code(error):
        case code if code in _LOCKED:
            return f"The database is in use by another program ({cause}). Let that one finish."
        case code if code in _DAMAGED:
            return f"The database is damaged ({cause}). Stop the bot and put a backup back."
        case _ if is_of_the_disk(error):
            return f"The database cannot be read or written ({cause}). Is the disk full or read-only?"
        case _:
            return f"The database did not take this ({cause})."


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; SQLITE_ERROR if Python itself raised the error."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
