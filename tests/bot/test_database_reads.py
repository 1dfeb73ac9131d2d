"""Reads overtake waiting writes and see only committed data."""

import asyncio
import threading
from pathlib import Path

import pytest

from bot.store.database import Rows
from bot.store.errors import StoreError
from tests.bot.store_helpers import add, cats, locked, opened, stored
from tests.patience import PATIENT


async def test_reads_are_answered_while_another_program_holds_the_write_lock(path: Path) -> None:
    async with opened(path) as database:
        await database.write(add("Tom"))
        with locked(path):
            writing = asyncio.create_task(database.write(add("Kit")))
            for _ in range(20):
                assert await database.read(cats) == ["Tom"]
            assert not writing.done()
        await writing
        assert await database.read(cats) == ["Kit", "Tom"]


async def test_a_write_waits_for_another_programs_lock_only_for_its_timeout(path: Path) -> None:
    async with opened(path, patience=0) as database:
        with locked(path):
            for name in ("Kit", "Kat"):
                with pytest.raises(StoreError, match="in use by another program"):
                    await database.write(add(name))
            assert await database.read(cats) == []
        await database.write(add("Tom"))
    assert stored(path) == ["Tom"]


async def test_a_read_sees_every_write_answered_before_it(path: Path) -> None:
    async with opened(path) as database:
        for number in range(50):
            await database.write(add(f"{number:02}"))
            assert len(await database.read(cats)) == number + 1


async def test_all_statements_of_a_read_see_one_snapshot(path: Path) -> None:
    first, later = threading.Event(), threading.Event()

    async def twice(db: Rows) -> tuple[list[str], list[str]]:
        before = await cats(db)
        first.set()
        assert later.wait(PATIENT)
        return before, await cats(db)

    async with opened(path) as database:
        reading = asyncio.create_task(database.read(twice))
        assert await asyncio.to_thread(first.wait, PATIENT)
        await database.write(add("Tom"))
        later.set()
        assert await reading == ([], [])
        assert await database.read(cats) == ["Tom"]


async def test_a_read_does_not_see_uncommitted_data(path: Path) -> None:
    added, commit = threading.Event(), threading.Event()

    async def slow(db: Rows) -> None:
        await add("Tom")(db)
        added.set()
        assert commit.wait(PATIENT)

    async with opened(path) as database:
        writing = asyncio.create_task(database.write(slow))
        assert await asyncio.to_thread(added.wait, PATIENT)
        assert await database.read(cats) == []
        commit.set()
        await writing
        assert await database.read(cats) == ["Tom"]


async def test_a_read_can_change_nothing(path: Path) -> None:
    async with opened(path) as database:
        with pytest.raises(StoreError, match=r"readonly|read-only"):
            await database.read(add("Tom"))
    assert stored(path) == []


async def test_a_failing_read_does_not_fail_others_that_wait_with_it(path: Path) -> None:
    async def wrong(db: Rows) -> None:
        await db.rows("SELECT * FROM dogs")

    async with opened(path) as database:
        await database.write(add("Tom"))
        first, failed, last = await asyncio.gather(
            database.read(cats), database.read(wrong), database.read(cats), return_exceptions=True
        )
    assert first == last == ["Tom"]
    assert isinstance(failed, StoreError)


async def test_a_cancelled_caller_does_not_wait_for_its_read(path: Path) -> None:
    begun, done = threading.Event(), threading.Event()

    async def slow(db: Rows) -> None:
        begun.set()
        assert done.wait(PATIENT)

    async with opened(path) as database:
        reading = asyncio.create_task(database.read(slow))
        assert await asyncio.to_thread(begun.wait, PATIENT)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        done.set()
        assert await database.read(cats) == []
