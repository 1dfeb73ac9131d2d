"""Failing connections, disks and files: every request is answered, and recoverable failures are repaired."""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.store.database import Database, Rows
from bot.store.errors import StoreError
from bot.store.worker import Worker
from tests.bot.store_helpers import CATS, add, cats, opened, stored


async def failing(db: Rows) -> None:
    await add("Rex")(db)
    raise KeyError("Rex")


async def refuse_to_roll_back(worker: Worker) -> None:
    """Make this connection unable to roll back a transaction."""

    def authorized(action: int, what: str | None, *_: str | None) -> int:
        return sqlite3.SQLITE_DENY if (action, what) == (sqlite3.SQLITE_TRANSACTION, "ROLLBACK") else sqlite3.SQLITE_OK

    connection: Any = worker._connection
    await connection.set_authorizer(authorized)


@pytest.mark.sqlite
async def test_a_connection_that_cannot_roll_back_is_reopened(path: Path) -> None:
    async with opened(path) as database:
        for worker in (database._writer, database._reader):
            await refuse_to_roll_back(worker)
        with structlog.testing.capture_logs() as lines:
            failed, other = await asyncio.gather(
                database.write(failing), database.write(add("Kit")), return_exceptions=True
            )
            assert [type(failed), type(other)] == [StoreError, StoreError]
            assert await asyncio.gather(*(database.write(add(name)) for name in ("Tom", "Kat"))) == [None, None]
            with pytest.raises(StoreError):
                await database.read(lambda db: db.rows("SELECT * FROM dogs"))
            assert await database.read(cats) == ["Kat", "Tom"]
        assert [line["log_level"] for line in lines] == ["error", "error"]
    assert stored(path) == ["Kat", "Tom"]


async def test_a_connection_closed_from_outside_is_reopened(path: Path) -> None:
    async with opened(path) as database:
        for worker, ask in ((database._writer, database.write), (database._reader, database.read)):
            await worker._connection.close()
            with pytest.raises(StoreError, match="lost"):
                await ask(cats)
            assert await ask(cats) == []


def remove(path: Path) -> None:
    path.unlink()


@pytest.mark.sqlite
@pytest.mark.skipif(os.name == "nt", reason="Windows removes no file that is open")
async def test_every_request_to_a_database_that_cannot_be_reopened_fails_with_the_reason(path: Path) -> None:
    async with opened(path) as database:
        waiting_for_the_end = asyncio.create_task(database.failed())
        await refuse_to_roll_back(database._writer)
        first = asyncio.create_task(database.write(failing))
        await asyncio.sleep(0)
        remove(path)
        with structlog.testing.capture_logs() as lines:
            with pytest.raises(StoreError):
                await first
            later = await asyncio.gather(
                *(database.write(add(str(n))) for n in range(300)), database.failed(), return_exceptions=True
            )
        assert {type(answer) for answer in later} == {StoreError}
        assert len(str(await waiting_for_the_end).splitlines()) == 1
        assert "cannot be opened again" in str(await database.failed())
        for ask in (database.read, database.write):
            with pytest.raises(StoreError, match="cannot be opened again"):
                await ask(cats)
        assert [line["log_level"] for line in lines] == ["error", "critical"]
    await (await Database.open(path, migrations=[CATS])).close()  # its lock is free


@pytest.mark.sqlite
async def test_closing_carries_out_requests_that_wait_for_a_new_connection(path: Path) -> None:
    async with opened(path) as database:
        await refuse_to_roll_back(database._writer)
        requests = [asyncio.create_task(database.write(work)) for work in (failing, *[add(str(n)) for n in range(300)])]
        await asyncio.sleep(0)
        await database.close()
        answers = await asyncio.gather(*requests, return_exceptions=True)
    assert [answer for answer in answers if answer is not None and not isinstance(answer, StoreError)] == []
    assert len(stored(path)) == answers.count(None) == 301 - 256


async def test_closing_continues_even_if_its_caller_is_cancelled(path: Path) -> None:
    async with opened(path) as database:
        writing = asyncio.create_task(database.write(add("Tom")))
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        await database.close()
        await writing
    assert stored(path) == ["Tom"]
    await (await Database.open(path, migrations=[CATS])).close()


@pytest.mark.sqlite
async def test_a_full_database_fails_only_the_request_that_fills_it(path: Path) -> None:
    async with opened(path) as database:
        await database.write(lambda db: db.rows("PRAGMA max_page_count = 1"))  # the file keeps its present pages
        with pytest.raises(StoreError, match="full"):
            await database.write(add("x" * 100_000))
        assert await database.read(cats) == []
        await database.write(add("Tom"))
    assert stored(path) == ["Tom"]


@contextmanager
def no_file_grows_beyond(size: int) -> Iterator[None]:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))  # Python ignores the signal; writes fail
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.sqlite
async def test_a_full_disk_is_reported_and_writes_succeed_once_it_has_space(path: Path) -> None:
    async with opened(path) as database:
        await database.write(add("Tom"))
        with no_file_grows_beyond(os.stat(f"{path}-wal").st_size):  # noqa: PTH116 # as a string is shorter
            for _ in range(2):
                with pytest.raises(StoreError, match="cannot be read or written"):
                    await database.write(add("x" * 1_000_000))
            assert await database.read(cats) == ["Tom"]
        await database.write(add("Kit"))
    assert stored(path) == ["Kit", "Tom"]
