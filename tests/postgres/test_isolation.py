"""Requests beside other processes: serializable writes, retries that come to an end, and errors without secrets."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.store.database import Database, Rows
from bot.store.errors import StoreError
from bot.store.migrations import Migration
from bot.store.postgres import batches
from bot.store.postgres.dialect import numbered
from tests.bot.store_helpers import add, cats, opened, stored
from tests.patience import PATIENT
from tests.raw_database import connect_raw

pytestmark = pytest.mark.postgres


@contextmanager
def other_process(path: Path) -> Iterator[Any]:
    """Yield a connection of another process, whose writes are serializable, too."""
    with closing(connect_raw(path, autocommit=True)) as connection:
        connection.execute("SET default_transaction_isolation = 'serializable'")
        yield connection


def test_placeholders_are_numbered_outside_of_quotes() -> None:
    assert numbered("SELECT ? WHERE name = 'what?' AND id IN (?, ?)") == (
        "SELECT $1 WHERE name = 'what?' AND id IN ($2, $3)"
    )


async def counted(db: Rows) -> None:
    """Add a cat named by the number of cats, so that two additions at once would see the same number."""
    [(count,)] = await db.rows("SELECT count(*) FROM cats")
    await add(f"{count:03}")(db)


async def test_a_write_that_read_what_another_process_changed_meanwhile_runs_again(path: Path) -> None:
    runs, overtaken = [], threading.Event()

    async with opened(path) as database:
        with other_process(path) as other:

            async def slow(db: Rows) -> int:
                runs.append(1)
                [(count,)] = await db.rows("SELECT count(*) FROM cats")
                if not overtaken.is_set():
                    other.execute("BEGIN")
                    other.execute("SELECT count(*) FROM cats")
                    other.execute("INSERT INTO cats VALUES ('Tom')")
                    other.execute("COMMIT")
                    overtaken.set()
                await add(f"after {count}")(db)
                return int(count)

            assert await database.write(slow) == 1
        assert len(runs) == 2
    assert stored(path) == ["Tom", "after 1"]


async def test_a_serialization_failure_undoes_no_other_request_of_the_batch(path: Path) -> None:
    left = [True] * batches._TOGETHER

    async with opened(path) as database:

        async def unlucky(db: Rows) -> None:
            await add("Rex")(db)
            if left:
                left.pop()
                raise psycopg.errors.SerializationFailure

        answers = await asyncio.gather(
            database.write(add("Tom")), database.write(unlucky), database.write(add("Kit")), return_exceptions=True
        )
        assert list(answers) == [None, None, None]
    assert stored(path) == ["Kit", "Rex", "Tom"]


async def test_a_request_that_never_gets_through_ends_alone_and_has_changed_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "_LONGEST_PAUSE", 0)
    runs = []

    async def hopeless(db: Rows) -> None:
        runs.append(1)
        await add("Rex")(db)
        raise psycopg.errors.DeadlockDetected

    async with opened(path) as database:
        done, failed = await asyncio.gather(
            database.write(add("Tom")), database.write(hopeless), return_exceptions=True
        )
        assert done is None
        assert isinstance(failed, StoreError)
        assert "nothing was changed" in str(failed)
    assert len(runs) == batches._TOGETHER + batches._ALONE
    assert stored(path) == ["Tom"]


async def test_two_processes_that_count_at_the_same_time_never_count_the_same(path: Path) -> None:
    """The other process is a thread that writes as the store does, without the bot's lock."""
    rounds = 40

    def count_beside() -> None:
        with other_process(path) as other:
            for _ in range(rounds):
                while True:
                    try:
                        other.execute("BEGIN")
                        [(count,)] = other.execute("SELECT count(*) FROM cats").fetchall()
                        other.execute("INSERT INTO cats VALUES (?)", (f"{count:03}",))
                        other.execute("COMMIT")
                        break
                    except (psycopg.errors.SerializationFailure, psycopg.errors.UniqueViolation):
                        other.execute("ROLLBACK")

    async with opened(path) as database:
        beside = asyncio.to_thread(count_beside)
        ours = [database.write(counted) for _ in range(rounds)]
        await asyncio.wait_for(asyncio.gather(beside, *ours), PATIENT)
        assert await database.read(cats) == [f"{number:03}" for number in range(2 * rounds)]


async def test_a_request_that_hides_an_error_of_its_own_is_not_answered_as_done(path: Path) -> None:
    async def hiding(db: Rows) -> None:
        await add("Rex")(db)
        try:
            await add("Rex")(db)
        except psycopg.Error:
            return

    async with opened(path) as database:
        other, hidden = await asyncio.gather(database.write(add("Tom")), database.write(hiding), return_exceptions=True)
        assert other is None
        assert isinstance(hidden, StoreError)
    assert stored(path) == ["Tom"]


async def test_no_error_quotes_a_value(path: Path) -> None:
    table = Migration(
        1, "0001_secrets.sql", "CREATE TABLE hands (id BIGINT PRIMARY KEY, card TEXT CHECK (card <> ''));"
    )
    database = await Database.open(path, migrations=[table])
    wrong = [
        ("INSERT INTO hands VALUES (8254, '')", ()),
        ("INSERT INTO hands VALUES (8254, 'x'), (8254, 'y')", ()),
        ("INSERT INTO hands VALUES (CAST(? AS BIGINT), 'x')", ("8254x",)),
        ("INSERT INTO hands VALUES (?, 'x')", (8254 << 60,)),
    ]
    for sql, values in wrong:
        with pytest.raises(Exception) as caught:  # noqa: PT011 # each of its own kind
            await database.write(lambda db, sql=sql, values=values: db.rows(sql, *values))  # type: ignore[misc]
        assert "8254" not in f"{caught.value} {caught.value.__cause__}"
    await database.close()
