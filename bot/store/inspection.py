"""Read a database, or make a short change in it, while a bot uses it: without taking its lock."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Protocol, TypeVar

from bot.store import batches
from bot.store.address import DatabaseAddress, ServerAddress
from bot.store.connection import open_file
from bot.store.engines import driver
from bot.store.errors import StoreError
from bot.store.faults import explained
from bot.store.request import Rows, carry_out
from bot.store.statements import Statements

T = TypeVar("T")

_PATIENCE: Final = 10.0
"""Seconds to wait for a write of the bot."""


class Reading(Protocol):
    """A function that carries out requests on a snapshot of a database."""

    def __call__(self, work: Callable[[Rows], Awaitable[T]], /) -> T:
        """Return the result of a request that only reads."""


@contextmanager
def inspected(address: DatabaseAddress) -> Iterator[Reading]:
    """Yield a function that carries out requests on one snapshot of a database. The bot can keep running.

    Raises:
        StoreError: it cannot be read, or is on a server and does not fit this program.
    """
    with driver("opening").snapshot(address) if isinstance(address, ServerAddress) else _in_file(address) as rows:
        yield lambda work: carry_out(work, rows)


def alter(address: DatabaseAddress, work: Callable[[Rows], Awaitable[T]]) -> T:
    """Carry out a short change of what the bot reads anew each time it needs it. The bot can keep running.

    Raises:
        StoreError: the database is missing, cannot be changed, or is on a server and does not fit this program.
    """
    if isinstance(address, ServerAddress):
        [answer] = driver("opening").commit_once(address, work)
    else:
        try:
            with closing(open_file(address.resolve(), _PATIENCE, reading=False)) as file:
                [answer] = batches.commit(file, [work])
        except sqlite3.Error as error:
            raise StoreError(f"{address} cannot be opened ({error}). Is the disk full or read-only?") from error
    if isinstance(answer.error, sqlite3.Error):
        raise explained(answer.error)
    if answer.error is not None:
        raise answer.error
    result: T = answer.result
    return result


@contextmanager
def _in_file(path: Path) -> Iterator[Rows]:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as database:
            database.execute("BEGIN")
            yield Statements(database)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read ({error}). Start the bot on it once, or put a backup back.") from error
