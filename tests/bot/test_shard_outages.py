"""Lost shards: nobody loses time while Discord does not pass on their presses, and nobody else gains any."""

from contextlib import closing
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.model.absence import Place
from bot.model.match import Match, MatchId
from bot.model.pace import HOUR
from bot.model.refusals import Unavailable
from bot.model.shards import Shard
from bot.store.database import Database
from bot.store.errors import StoreError
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import BEN
from tests.bot.test_absences import everything_due, left, rows
from tests.bot.test_deadlines import begun, made
from tests.raw_database import connect_raw

FOUR = [Shard(each, 4) for each in range(4)]
FIRST, OURS, OTHER = FOUR[0], FOUR[2], FOUR[3]
GUILD = 1_002 << 22
"""A server of the third of four shards."""


@pytest.fixture(autouse=True)
def guild(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every match be played on a server of the third shard."""
    monkeypatch.setattr("tests.bot.test_deadlines.GUILD", GUILD)


@pytest.fixture
def time() -> Time:
    return Time()


async def connected(database: Database, time: Time) -> Application:
    """Return a bot all of whose shards are connected."""
    app = made(database, time)
    app.shard_outages.expect(FOUR)
    for shard in FOUR:
        await app.shard_outages.restore(shard)
    return app


@pytest.fixture
async def app(database: Database, time: Time) -> Application:
    return await connected(database, time)


async def lose(app: Application, shard: Shard) -> None:
    app.shard_outages.lose(shard)
    await app.shard_outages.store()


async def both_asked(app: Application, path: Path) -> Match:
    """Begin a match in which both seats have a clock running, and only the first has a hand by direct message."""
    match = await begun(app, "1h forfeit", game="tiny", guests=(BEN,))
    with closing(connect_raw(path)) as db, db:
        db.execute("UPDATE outbox SET channel_id = 1, message_id = 1 WHERE kind = 'hand' AND seat = 0")
    return match


def test_discord_gives_each_server_to_one_shard() -> None:
    assert [shard.id for shard in FOUR if shard.has(GUILD)] == [OURS.id]
    assert [shard.id for shard in FOUR if shard.has_direct_messages] == [0]


async def test_a_lost_shard_stops_the_clocks_of_its_servers_until_it_is_back(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    time.go_on(600)
    await lose(app, OURS)
    time.go_on(5 * HOUR)
    assert (await everything_due(app, match)).seen.left == frozenset()
    await app.shard_outages.restore(OURS)
    assert await left(app, match, time) == [3000, None, None]
    time.go_on(3000)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_a_lost_shard_stops_no_clock_of_another_ones_servers(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    await lose(app, OTHER)
    time.go_on(600)
    await app.shard_outages.restore(OTHER)
    assert await left(app, match, time) == [3000, None, None]
    await lose(app, OTHER)
    time.go_on(3000)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_without_direct_messages_only_the_clocks_of_hands_shown_there_stop(
    app: Application, time: Time, path: Path
) -> None:
    match = await both_asked(app, path)
    time.go_on(600)
    await lose(app, FIRST)
    time.go_on(1200)
    await everything_due(app, match)
    assert await left(app, match, time) == [3000, 1800]
    time.go_on(1800)
    assert (await everything_due(app, match)).seen.left == {1}, "nobody can play by a hand that is in a direct message"


async def test_the_return_of_direct_messages_gives_back_what_was_left(app: Application, time: Time, path: Path) -> None:
    match = await both_asked(app, path)
    time.go_on(600)
    await lose(app, FIRST)
    time.go_on(1200)
    await app.shard_outages.restore(FIRST)
    assert await left(app, match, time) == [3000, 1800]
    assert rows(path, "SELECT * FROM pauses") == []


async def test_a_loss_is_remembered_over_a_restart(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    await app.timers.open()
    match = await begun(app, "1h forfeit")
    await lose(app, OURS)
    time.go_on(600)
    await app.timers.close()
    time.go_on(600)
    again = made(database, time)
    again.shard_outages.expect(FOUR)
    await again.shard_outages.restore(OTHER)
    await again.timers.open()
    time.go_on(5 * HOUR)
    assert (await everything_due(again, match)).seen.left == frozenset(), "its shard has not connected yet"
    assert [shard[0] for shard in rows(path, "SELECT first_id FROM pauses WHERE reason = 'lost' ORDER BY 1")] == [
        0,
        1,
        2,
    ]
    await again.shard_outages.restore(OURS)
    assert await left(again, match, time) == [HOUR, None, None]
    await again.timers.close()


async def test_a_loss_with_another_number_of_shards_ends_with_the_restart(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    match = await begun(app, "1h forfeit")
    await lose(app, OURS)
    time.go_on(600)
    again = made(database, time)
    one = Shard(0, 1)
    again.shard_outages.expect([one])
    await again.shard_outages.restore(one)
    assert await left(again, match, time) == [HOUR, None, None]
    assert rows(path, "SELECT * FROM pauses") == []


async def test_a_shard_that_never_connected_since_the_start_costs_nobody_time(
    app: Application, database: Database, time: Time
) -> None:
    await app.timers.open()
    match = await begun(app, "1h forfeit")
    time.go_on(600)
    await app.timers.close()
    time.go_on(600)
    again = made(database, time)
    again.shard_outages.expect(FOUR)
    time.go_on(600)
    await again.shard_outages.restore(OURS)
    assert await left(again, match, time) == [3000, None, None]


async def test_outages_within_an_outage_count_once(app: Application, time: Time) -> None:
    await app.timers.open()
    match = await begun(app, "1h forfeit")
    time.go_on(600)
    await lose(app, OURS)
    time.go_on(100)
    await app.absences.leave(GUILD)
    time.go_on(100)
    app.timers.pause()
    time.go_on(100)
    await app.timers.go_on()
    time.go_on(100)
    await lose(app, OURS)
    await app.shard_outages.restore(OURS)
    time.go_on(100)
    await app.absences.come_back(GUILD)
    assert await left(app, match, time) == [3000, None, None]
    await app.timers.close()


async def test_a_return_that_fails_is_repeated_and_costs_nobody_time(
    app: Application, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(app, "1h forfeit")
    await lose(app, OURS)
    time.go_on(600)

    async def refuse(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Database, "write", refuse)
        with pytest.raises(Unavailable):
            await app.shard_outages.restore(OURS)
    time.go_on(600)
    assert (await everything_due(app, match)).seen.left == frozenset()
    await app.shard_outages.restore(OURS)
    assert await left(app, match, time) == [HOUR, None, None]


async def test_a_shard_that_is_lost_again_while_it_returns_is_lost(
    app: Application, time: Time, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(app, "1h forfeit")
    await lose(app, OURS)
    time.go_on(600)
    credit = app.positions.credit_outage

    async def lost_meanwhile(match_id: MatchId) -> None:
        await credit(match_id)
        app.shard_outages.lose(OURS)

    with monkeypatch.context() as patched:
        patched.setattr(app.positions, "credit_outage", lost_meanwhile)
        await app.shard_outages.restore(OURS)
    time.go_on(5 * HOUR)
    assert (await everything_due(app, match)).seen.left == frozenset()
    assert rows(path, "SELECT first_id FROM pauses") == [(OURS.id,)]


async def test_servers_of_a_shard_that_has_not_brought_them_are_not_absent(app: Application, path: Path) -> None:
    await begun(app, "1h")
    await app.absences.compare(set(), OTHER.has)
    assert rows(path, "SELECT * FROM pauses") == []
    await app.absences.compare(set(), OURS.has)
    assert rows(path, "SELECT first_id, second_id FROM pauses") == [tuple(Place(GUILD))]
