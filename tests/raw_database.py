"""A connection to the database of a test beside the bot's own, as another program would open it."""

import os
import sqlite3
from pathlib import Path
from typing import cast

from bot.store.address import DatabaseAddress, ServerAddress


def on_server() -> bool:
    """Return whether the tests run on PostgreSQL."""
    return "HIDDEN_HAND_TEST_SERVER" in os.environ


def use_engine_of_tests() -> None:
    """Let this process, which a test has started, open its databases where the test does."""
    if on_server():
        from tests.postgres.stand_in import use  # noqa: PLC0415 # like below

        use()


def address_of(path: Path) -> DatabaseAddress:
    """Return the real address of the database that a test names by a path."""
    if not on_server():
        return path
    from tests.postgres.stand_in import address_for  # noqa: PLC0415 # like below

    return address_for(path)


def written(address: DatabaseAddress) -> str:
    """Return an address as it is written in the setting and on the command line."""
    return address.url if isinstance(address, ServerAddress) else str(address)


def connect_raw(path: Path, *, autocommit: bool = False, timeout: float = 5.0) -> sqlite3.Connection:
    """Return a `sqlite3.Connection` to a file; on another engine, an object with those of its methods that
    tests use.
    """
    if not on_server():
        return sqlite3.connect(path, isolation_level=None if autocommit else "DEFERRED", timeout=timeout)
    from tests.postgres.stand_in import Raw, address_for  # noqa: PLC0415 # the driver is needed on that engine alone

    return cast("sqlite3.Connection", Raw(address_for(path), autocommit=autocommit))
