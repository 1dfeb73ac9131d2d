"""One of several processes leads, and another one takes over when it dies."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from bot.application.leader import Leader
from bot.store.database import Database
from tests.patience import PATIENT
from tests.postgres.stand_in import address_for
from tests.raw_database import connect_raw

pytestmark = pytest.mark.postgres

LEADING = (
    "SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted"
)


@pytest.fixture
async def standing(path: Path) -> AsyncIterator[Sequence[tuple[Leader, "asyncio.Task[None]"]]]:
    """Three processes that stand for election."""
    async with AsyncExitStack() as stack:
        standing = []
        for _ in range(3):
            database = await Database.open(address_for(path), shared=True)
            stack.push_async_callback(database.close)
            leader = Leader(database)
            task = asyncio.create_task(leader.stand())
            stack.callback(task.cancel)
            standing.append((leader, task))
        async with asyncio.timeout(PATIENT):
            await asyncio.gather(*(leader.decided() for leader, _ in standing))
        yield standing


async def the_leader(leaders: Sequence[Leader]) -> Leader:
    """Wait until one of the processes leads."""
    tasks = [asyncio.create_task(leader.elected()) for leader in leaders]
    async with asyncio.timeout(PATIENT):
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    [leading] = [leader for leader in leaders if leader.is_leading]
    return leading


async def test_one_process_leads(standing: Sequence[tuple[Leader, "asyncio.Task[None]"]]) -> None:
    await the_leader([leader for leader, _ in standing])


async def test_another_process_leads_when_the_leader_ends(
    standing: Sequence[tuple[Leader, "asyncio.Task[None]"]],
) -> None:
    first = await the_leader([leader for leader, _ in standing])
    [task] = [task for leader, task in standing if leader is first]
    task.cancel()
    await asyncio.wait([task])
    assert not first.is_leading
    assert await the_leader([leader for leader, _ in standing if leader is not first]) is not first


async def test_a_leader_whose_connection_is_lost_leads_no_more(
    standing: Sequence[tuple[Leader, "asyncio.Task[None]"]], path: Path
) -> None:
    leaders = [leader for leader, _ in standing]
    first = await the_leader(leaders)
    term = await first.elected()
    with closing(connect_raw(path, autocommit=True)) as db:
        [(pid,)] = db.execute(LEADING).fetchall()
        db.execute("SELECT pg_terminate_backend(?::int)", (pid,))
    async with asyncio.timeout(PATIENT):
        while first.is_leading:  # noqa: ASYNC110 # nothing tells that it was deposed
            await asyncio.sleep(0.01)
    again = await the_leader(leaders)
    assert await again.elected() > (term if again is first else 0)
