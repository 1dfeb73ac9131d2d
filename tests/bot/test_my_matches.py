"""The matches of a user: which ones wait for the user, since when, and which one comes next."""

from datetime import UTC, datetime

import pytest

from bot.application.application import Application
from bot.application.match.outbox import Outbox, PingRow
from bot.application.match.positions import Positions
from bot.content.library import Library
from bot.model.history import Filter
from bot.people.preferences import PreferenceBook
from bot.people.settings import PING_DELAY
from bot.store.database import Database, Rows
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, SEED, STRANGER, TINY, begin, fresh, open_lobby, play_on


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, clock: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)


async def test_matches_are_listed_by_waiting_time_with_lobbies_last(app: Application, clock: Time) -> None:
    begun = []
    for channel in range(3):
        begun.append(await begin(app, channel=CHANNEL + channel))
        clock.go_on(100)
    lobby = await open_lobby(app, channel=CHANNEL + 9)
    await app.matches.act(begun[0].id, ANN, "fold", decision=None, interaction=fresh())
    participations = await app.participations.of(ANN)
    assert [each.position.match.id for each in participations] == [begun[1].id, begun[2].id, begun[0].id, lobby.id]
    assert [each.waits for each in participations] == [True, True, False, False]
    start = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    assert [each.since - start for each in participations] == [100, 200, 0, 300]
    assert [(await app.positions.get(begun[0].id)).match.players[seat].user for seat in participations[2].asked] == [
        BEN
    ]


async def test_the_next_match_is_another_that_waits_for_the_user(app: Application, clock: Time) -> None:
    first = await begin(app)
    assert await app.participations.waiting(ANN, besides=first.id) is None
    clock.go_on(10)
    second = await begin(app, channel=CHANNEL + 1)
    await begin(app, CLEO, channel=CHANNEL + 2)
    assert await app.participations.waiting(ANN, besides=first.id) == second.id
    assert await app.participations.waiting(BEN, besides=second.id) == first.id
    await app.matches.act(second.id, BEN, "fold", decision=None, interaction=fresh())
    assert await app.participations.waiting(BEN, besides=first.id) is None
    for user in (ANN, BEN):
        waits = await app.participations.waits_elsewhere(user, besides=first.id)
        assert waits == (await app.participations.waiting(user, besides=first.id) is not None)


async def test_checking_for_another_waiting_match_loads_no_match(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await begin(app)
    await begin(app, channel=CHANNEL + 1)
    third = await begin(app, CLEO, channel=CHANNEL + 2)
    restarted = Application(database, Library.of({TINY.key: TINY}))
    monkeypatch.delattr(Positions, "_load")
    assert await restarted.participations.waits_elsewhere(ANN, besides=first.id)
    assert not await restarted.participations.waits_elsewhere(CLEO, besides=third.id)


async def test_a_match_waits_for_a_player_without_pings_too(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await PreferenceBook(database).choose(BEN, PING_DELAY, None)
    first = await begin(app)
    second = await begin(app, channel=CHANNEL + 1)
    assert await app.participations.waits_elsewhere(BEN, besides=first.id)
    with monkeypatch.context() as patch:
        patch.delattr(Positions, "_load")
        restarted = Application(database, Library.of({TINY.key: TINY}))
        assert await restarted.participations.waits_elsewhere(BEN, besides=first.id)
    await app.matches.act(second.id, BEN, "fold", decision=None, interaction=fresh())
    assert not await app.participations.waits_elsewhere(BEN, besides=first.id)
    rows = await Outbox(database).of_match(second.id)
    assert not [row for row in rows if isinstance(row, PingRow) and row.seat == second.seat_of(BEN)]


async def test_a_user_without_matches_has_an_empty_list(app: Application) -> None:
    assert await app.participations.of(CLEO) == []


@pytest.mark.parametrize("only", [Filter(), Filter(TINY.key), Filter("heist"), Filter(opponent=CLEO)])
async def test_finished_matches_are_those_that_are_over_or_abandoned_the_latest_end_first(
    app: Application, database: Database, clock: Time, only: Filter
) -> None:
    started = [await begin(app, other, channel=CHANNEL + number) for number, other in enumerate((BEN, CLEO, BEN, CLEO))]
    lobby = await open_lobby(app, channel=CHANNEL + 9)
    for ended in (started[2], lobby, started[1]):
        clock.go_on(10)
        await app.administration.abandon(ended.id, STRANGER, moderates=True, interaction=fresh())
    clock.go_on(10)
    await play_on(app, started[0])
    await app.administration.hold(started[3].id, STRANGER, interaction=fresh())

    async def plainly(db: Rows) -> list[tuple[int, int]]:
        sql = "SELECT id, ended_at FROM matches WHERE status IN ('over', 'abandoned') ORDER BY ended_at DESC, id DESC"
        return [(number, ended_at) for number, ended_at in await db.rows(sql)]

    finished = await database.read(plainly)
    assert [number for number, _ in finished] == [1, 2, 3]
    fitting = [each for each in finished if only.fits((await app.positions.get(started[each[0] - 1].id)).match)]
    assert await app.history.count(ANN, only) == len(fitting)
    for first in range(len(fitting) + 1):
        page = await app.history.of(ANN, only, first=first, count=2)
        assert [(each.position.match.id, each.ended_at) for each in page] == fitting[first : first + 2]
