"""Clocks with several processes: the start, death or stall of one process moves only the clocks of its own servers."""

import pytest

from bot.application.application import Application
from bot.application.match.leases import ALIVE, BEAT
from bot.model.pace import HOUR
from bot.model.shards import ShardRange
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import BEN
from tests.bot.test_absences import everything_due, left
from tests.bot.test_deadlines import begun, made

HERE, ELSEWHERE = ShardRange(2, 3, 4), ShardRange(0, 1, 4)
GUILD = 1_002 << 22
"""A server of the third of four shards."""


@pytest.fixture(autouse=True)
def guild(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every match be played on a server of the third shard."""
    monkeypatch.setattr("tests.bot.test_deadlines.GUILD", GUILD)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def shared(database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """A database that lets several processes use it."""
    monkeypatch.setattr(database, "is_shared", True)
    return database


async def claimed(database: Database, time: Time, shards: ShardRange) -> Application:
    """Return a process that has not connected yet."""
    app = made(database, time)
    await app.leases.claim(shards)
    app.shard_outages.expect(shards.shards)
    return app


async def connected(database: Database, time: Time, shards: ShardRange) -> Application:
    """Return a process all of whose shards are connected."""
    app = await claimed(database, time, shards)
    await connect(app, shards)
    return app


async def connect(app: Application, shards: ShardRange) -> None:
    for shard in sorted(shards.shards):
        await app.shard_outages.restore(shard)
    await app.timers.open()


@pytest.fixture
async def other(shared: Database, time: Time) -> Application:
    return await connected(shared, time, ELSEWHERE)


@pytest.fixture
async def app(shared: Database, time: Time, other: Application) -> Application:
    return await connected(shared, time, HERE)


async def lived(time: Time, seconds: float, *apps: Application) -> None:
    """Let time pass while these processes give signs of life."""
    for _ in range(int(seconds // BEAT)):
        time.go_on(BEAT)
        for app in apps:
            await app.leases.beat()


async def test_a_process_that_starts_moves_no_clock_of_others(
    app: Application, other: Application, shared: Database, time: Time
) -> None:
    match = await begun(app, "1h forfeit")
    await lived(time, 600, app, other)
    await other.timers.close()
    await connected(shared, time, ELSEWHERE)
    assert await left(app, match, time) == [3000, None, None]


async def test_the_time_from_the_last_sign_of_life_of_a_dead_process_is_given_back(
    app: Application, other: Application, shared: Database, time: Time
) -> None:
    match = await begun(app, "1h forfeit")
    await lived(time, 600, app, other)
    await lived(time, 2 * HOUR, other)
    again = await connected(shared, time, HERE)
    assert await left(again, match, time) == [3000, None, None]
    await lived(time, 3000, again)
    assert (await everything_due(again, match)).seen.left == {0}


@pytest.mark.parametrize("seconds", [BEAT, ALIVE - BEAT])
async def test_also_where_it_is_replaced_before_it_counts_as_dead(
    app: Application, other: Application, shared: Database, time: Time, seconds: float
) -> None:
    match = await begun(app, "1h forfeit")
    await lived(time, 600, app, other)
    await lived(time, seconds, other)
    again = await connected(shared, time, HERE)
    assert await left(again, match, time) == [3000, None, None]


async def test_a_clock_goes_on_while_the_old_process_still_serves_and_the_new_one_connects(
    app: Application, other: Application, shared: Database, time: Time
) -> None:
    match = await begun(app, "1h forfeit")
    again = await claimed(shared, time, HERE)
    await lived(time, 600, app, other, again)
    await connect(again, HERE)
    assert await left(again, match, time) == [3000, None, None]


async def test_an_old_process_that_ends_before_the_new_one_serves_costs_no_time(
    app: Application, other: Application, shared: Database, time: Time
) -> None:
    match = await begun(app, "1h forfeit")
    again = await claimed(shared, time, HERE)
    await lived(time, 600, app, other, again)
    await app.leases.end()
    await lived(time, 600, other, again)
    await connect(again, HERE)
    assert await left(again, match, time) == [3000, None, None]


async def test_an_old_process_that_ends_after_the_new_one_serves_loses_no_shard(
    app: Application, other: Application, shared: Database, time: Time
) -> None:
    match = await begun(app, "1h forfeit")
    again = await connected(shared, time, HERE)
    await app.leases.end()
    await lived(time, 600, other, again)
    await again.neighbours.look()
    assert await again.positions.clocks.stopped_since(match) is None
    assert await left(again, match, time) == [3000, None, None]


async def test_a_process_that_stood_still_does_no_duty_before_its_clocks_have_that_time_back(
    app: Application, other: Application, time: Time
) -> None:
    match = await begun(app, "1h forfeit")
    await lived(time, 600, app, other)
    await lived(time, 5 * HOUR, other)
    await app.timers._uptime.catch_up()
    assert await left(app, match, time) == [3000, None, None]
    assert (await everything_due(app, match)).seen.left == frozenset()


async def test_servers_of_a_part_that_no_process_has_yet_cost_no_time(shared: Database, time: Time) -> None:
    app = await connected(shared, time, HERE)
    match = await begun(app, "1h forfeit")
    await app.leases.end()
    time.go_on(600)
    other = await connected(shared, time, ELSEWHERE)
    await lived(time, 600, other)
    again = await connected(shared, time, HERE)
    assert await left(again, match, time) == [HOUR, None, None]


async def test_the_time_since_one_process_alone_was_last_up_is_given_back_to_all(
    database: Database, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = made(database, time)
    await alone.timers.open()
    match = await begun(alone, "1h forfeit")
    time.go_on(10)
    await alone.timers.close()
    time.go_on(600)
    monkeypatch.setattr(database, "is_shared", True)
    await connected(database, time, ELSEWHERE)
    time.go_on(5)
    app = await connected(database, time, HERE)
    assert await left(app, match, time) == [HOUR - 10, None, None]
    await lived(time, HOUR - 10, app)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_each_process_does_what_is_stored_as_due_on_its_own_servers(
    app: Application, other: Application, shared: Database, time: Time
) -> None:
    match = await begun(app, "1h forfeit", game="tiny", guests=(BEN,))
    await app.timers.close()
    await other.timers.close()
    again, elsewhere = [await connected(shared, time, shards) for shards in (HERE, ELSEWHERE)]
    assert match.id in again.timers._first
    assert elsewhere.timers._first == {}
