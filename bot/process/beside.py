"""Read the bot's database, or make a short change in it, while the bot is running."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from bot.store.address import DatabaseAddress
from bot.store.errors import StoreError
from bot.store.inspection import alter, inspected
from bot.store.migrations import check, known_migrations
from bot.store.request import Rows

T = TypeVar("T")


def read_only(address: DatabaseAddress, request: Callable[[Rows], Coroutine[Any, Any, T]]) -> T:
    """Carry out a request that only reads a database: the bot can keep running.

    Raises:
        StoreError: the database is missing or cannot be read.
    """
    _check_exists(address)
    with inspected(address) as read_snapshot:
        return read_snapshot(request)


def beside_the_bot(address: DatabaseAddress, request: Callable[[Rows], Coroutine[Any, Any, T]]) -> T:
    """Carry out a short change (`bot.store.inspection.alter`).

    Raises:
        StoreError: the database is missing or cannot be changed.
    """
    _check_exists(address)
    return alter(address, request)


def _check_exists(address: DatabaseAddress) -> None:
    if isinstance(address, Path):
        if not address.exists():
            raise StoreError(f"There is no database {address}. Set DATABASE to the file that the bot uses.")
        check(address, known_migrations())
