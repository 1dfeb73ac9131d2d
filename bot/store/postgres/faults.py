"""Turn PostgreSQL's errors into sentences for the operator. No sentence contains a value of a row, which might be
secret.
"""

from typing import Any, Final

import psycopg
from psycopg import errors

from bot.store.errors import StoreError, UnreachableError

CONFLICTS: Final = (errors.SerializationFailure, errors.DeadlockDetected)
"""Errors by which the server undoes a transaction because of another one. The same transaction may succeed later."""

_DATA: Final = "22"
"""The class of the errors about values, whose messages quote the values."""


def is_lost(error: BaseException) -> bool:
    """Return whether an error means that the connection, or the server, is gone."""
    if not isinstance(error, psycopg.OperationalError):
        return False
    return error.sqlstate is None or error.sqlstate[:2] == "08" or error.sqlstate[:4] == "57P0"


def explained(error: BaseException) -> BaseException:
    """Return the error for the caller: a one-line `StoreError` in place of an error of psycopg, any other unchanged."""
    if not isinstance(error, psycopg.Error):
        return error
    if is_lost(error):
        return UnreachableError("The connection to the database was lost; nothing was changed.")
    return StoreError(_sentence(error))


def _sentence(error: psycopg.Error) -> str:
    cause = _cause(error)
    match error:
        case errors.LockNotAvailable():
            return f"The database is in use by another program ({cause}). Let that one finish."
        case errors.SerializationFailure() | errors.DeadlockDetected():
            return f"Other programs kept changing the same rows ({cause}); nothing was changed."
        case errors.DiskFull() | errors.IoError() | errors.OutOfMemory():
            return f"The database server cannot read or write ({cause}). Is its disk full?"
        case errors.DataCorrupted() | errors.IndexCorrupted():
            return f"The database is damaged ({cause}). Stop the bot and put a backup back."
        case _:
            return f"The database did not take this ({cause})."


def _cause(error: psycopg.Error) -> str:
    """Return the server's message without its details, which quote rows. For an error about a value, return only its
    class.
    """
    state, message = error.sqlstate or "", error.diag.message_primary
    if state.startswith(_DATA) or message is None:
        return type(error).__name__
    return " ".join(message.split())


def unreachable(error: psycopg.Error, address: object, secrets: tuple[str, ...]) -> UnreachableError:
    """Return the error for a server that cannot be reached or refuses the connection, with the reason that the driver
    gives.
    """
    reason: Any = " ".join(str(error).split())
    for secret in secrets:
        reason = reason.replace(secret, "…")
    return UnreachableError(f"{address} cannot be reached ({reason}). Check DATABASE, and that the server runs.")
