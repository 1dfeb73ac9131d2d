"""Leases: no two processes do the same work at the same time, and the work of a dead process is inherited once."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.application.match.leases import ALIVE, Leases, Taken, Work
from bot.store import leases as sql
from bot.store.database import Database, Rows
from bot.store.errors import StoreError
from tests.bot.hand_clock import Time

MATCH = 7


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def processes(database: Database, time: Time, monkeypatch: pytest.MonkeyPatch) -> Sequence[Leases]:
    """Three processes that share a database."""
    monkeypatch.setattr(database, "is_shared", True)
    return [Leases(database, time) for _ in range(3)]


async def test_of_many_who_take_a_lease_at_once_one_gets_it(processes: Sequence[Leases]) -> None:
    for key in range(20):
        taken = await asyncio.gather(*(each.take(Work.DUTIES, key) for each in processes))
        assert sorted(taken) == [Taken.FREE, Taken.OTHERS, Taken.OTHERS]


async def test_a_lease_is_of_one_work_and_one_match(processes: Sequence[Leases]) -> None:
    one, other, _ = processes
    assert await one.take(Work.OUTBOX, MATCH) is Taken.FREE
    assert await other.take(Work.OUTBOX, MATCH + 1) is Taken.FREE
    assert await other.take(Work.COMPUTERS, MATCH) is Taken.FREE


async def test_every_kind_of_work_can_be_leased(processes: Sequence[Leases]) -> None:
    for work in Work:
        assert await processes[0].take(work, 1) is Taken.FREE


async def test_a_released_lease_is_free_at_once(processes: Sequence[Leases]) -> None:
    one, other, _ = processes
    async with one.held(Work.PUZZLES, MATCH) as taken:
        assert taken is Taken.FREE
        assert await other.take(Work.PUZZLES, MATCH) is Taken.OTHERS
    assert await other.take(Work.PUZZLES, MATCH) is Taken.FREE


async def test_the_lease_of_a_process_that_lives_is_never_over(processes: Sequence[Leases], time: Time) -> None:
    one, other, _ = processes
    await one.take(Work.OUTBOX, MATCH)
    for _ in range(5):
        time.go_on(ALIVE - 1)
        await one.beat()
        assert await other.take(Work.OUTBOX, MATCH) is Taken.OTHERS


async def test_the_lease_of_a_dead_process_is_inherited_by_one_and_once(
    processes: Sequence[Leases], time: Time
) -> None:
    dead, *living = processes
    await dead.take(Work.OUTBOX, MATCH)
    time.go_on(ALIVE + 1)
    taken = await asyncio.gather(*(each.take(Work.OUTBOX, MATCH) for each in living))
    assert sorted(taken) == [Taken.INHERITED, Taken.OTHERS]
    heir = living[taken.index(Taken.INHERITED)]
    assert await heir.take(Work.OUTBOX, MATCH) is Taken.FREE
    assert await dead.take(Work.OUTBOX, MATCH) is Taken.OTHERS, "it only stood still"


async def test_what_follows_from_a_death_is_stored_with_the_lease_or_the_lease_is_not_taken(
    processes: Sequence[Leases], time: Time
) -> None:
    dead, heir, _ = processes
    await dead.take(Work.OUTBOX, MATCH)
    time.go_on(ALIVE + 1)

    async def fails(_: Rows) -> None:
        raise StoreError

    with pytest.raises(StoreError):
        await heir.take(Work.OUTBOX, MATCH, inherit=fails)
    assert await heir.take(Work.OUTBOX, MATCH) is Taken.INHERITED


async def test_a_release_that_could_not_be_stored_is_stored_by_the_next_beat(
    processes: Sequence[Leases], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, _ = processes
    await one.take(Work.DUTIES, MATCH)

    async def fails(*_: object) -> None:
        raise StoreError

    with monkeypatch.context() as failing:
        failing.setattr(sql, "release", fails)
        await one.release(Work.DUTIES, MATCH)
    assert await other.take(Work.DUTIES, MATCH) is Taken.OTHERS
    await one.beat()
    assert await other.take(Work.DUTIES, MATCH) is Taken.FREE


async def test_a_process_that_ends_in_order_leaves_nothing_uncertain(
    processes: Sequence[Leases], database: Database
) -> None:
    one, other, _ = processes
    living = asyncio.create_task(one.live())
    while not await database.read(lambda db: db.rows("SELECT id FROM processes")):  # noqa: ASYNC110 # no event tells of it
        await asyncio.sleep(0)
    await one.take(Work.OUTBOX, MATCH)
    living.cancel()
    await asyncio.wait([living])
    assert await other.take(Work.OUTBOX, MATCH) is Taken.FREE


async def test_the_rows_of_the_dead_do_not_pile_up(processes: Sequence[Leases], database: Database, time: Time) -> None:
    dead, one, _ = processes
    await dead.beat()
    time.go_on(ALIVE + 1)
    await one.beat()
    assert await database.read(lambda db: db.rows("SELECT id FROM processes")) == [(one.process,)]


async def test_where_one_process_alone_uses_the_database_holding_writes_nothing(database: Database, time: Time) -> None:
    alone = Leases(database, time)
    async with alone.held(Work.DUTIES, MATCH) as taken:
        assert taken is Taken.FREE
    await alone.live()
    assert await database.read(lambda db: db.rows("SELECT work FROM leases UNION SELECT id FROM processes")) == []
