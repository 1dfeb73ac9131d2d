"""A small database of cats, and other programs that read or lock it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

from bot.store.database import Database, Rows
from bot.store.migrations import Migration
from tests.patience import PATIENT
from tests.raw_database import connect_raw, on_server

CATS = Migration(1, "0001_cats.sql", "CREATE TABLE cats (name TEXT PRIMARY KEY);")


@asynccontextmanager
async def opened(path: Path, *, patience: float = PATIENT) -> AsyncIterator[Database]:
    """Open a database of cats; a test that would wait without end fails instead."""
    database = await Database.open(path, migrations=[CATS], patience=patience)
    try:
        async with asyncio.timeout(PATIENT):
            yield database
    finally:
        await database.close()


def add(*names: str) -> Callable[[Rows], Coroutine[Any, Any, None]]:
    """Return a request that adds cats."""

    async def work(db: Rows) -> None:
        for name in names:
            await db.run("INSERT INTO cats VALUES (?)", name)

    return work


async def cats(db: Rows) -> list[str]:
    """Request the names of all cats."""
    return [name for (name,) in await db.rows("SELECT name FROM cats ORDER BY name")]


def stored(path: Path) -> list[str]:
    """Return the names of all cats, as another program reads them."""
    with closing(connect_raw(path)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM cats ORDER BY name")]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the write lock as another program would."""
    with closing(connect_raw(path, autocommit=True)) as connection:
        connection.execute("BEGIN" if on_server() else "BEGIN IMMEDIATE")
        if on_server():
            connection.execute("LOCK TABLE cats IN EXCLUSIVE MODE")
        yield
        connection.execute("ROLLBACK")
