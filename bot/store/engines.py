"""Choose the engine for an address. The PostgreSQL driver is imported only for a PostgreSQL address."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.clock import Clock
from bot.store.address import DatabaseAddress, ServerAddress
from bot.store.engine import Engine
from bot.store.errors import StoreError
from bot.store.migrations import Migration
from bot.store.sqlite_engine import SqliteEngine


def engine_of(  # noqa: PLR0913 # the parameters of `Database.open`
    address: DatabaseAddress,
    migrations: Sequence[Migration] | None,
    clock: Clock,
    patience: float,
    before_migration: Callable[[Path], object] | None = None,
    *,
    shared: bool = False,
) -> Engine:
    """Return the engine for the database at an address.

    migrations: None means those of this program. before_migration, shared: as for `Database.open`.

    Raises:
        StoreError: the driver is not installed, or the database is a file and is to be shared.
    """
    if isinstance(address, ServerAddress):
        engine: Engine = driver("engine").PostgresEngine(address, migrations, clock, patience, shared=shared)
        return engine
    if shared:
        raise StoreError(f"{address} is a file, which one process alone can use. Several share a PostgreSQL database.")
    return SqliteEngine(address, migrations, clock, patience, before_migration)


def driver(module: str) -> Any:
    """Return a module of `bot.store.postgres`.

    Raises:
        StoreError: the driver that it needs is not installed.
    """
    try:
        return import_module(f"bot.store.postgres.{module}")
    except ImportError as error:
        raise StoreError(
            "PostgreSQL needs a driver that is not installed. In the folder of Hidden Hand: .venv/bin/python -m pip "
            "install --require-hashes -r locks/postgres.lock"
        ) from error
