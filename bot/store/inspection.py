"""Read a database while another process uses it, without taking its lock or changing anything."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from bot.store.address import DatabaseAddress, ServerAddress
from bot.store.engines import driver
from bot.store.errors import StoreError
from bot.store.request import Rows, carry_out
from bot.store.statements import Statements

T = TypeVar("T")


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


@contextmanager
def _in_file(path: Path) -> Iterator[Rows]:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as database:
            database.execute("BEGIN")
            yield Statements(database)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read ({error}). Start the bot on it once, or put a backup back.") from error
