"""Where somebody sits: which of their app wait for them, since when, and which comes next."""

from datetime import UTC, datetime

import pytest

from bot.application.application import Application
from bot.application.match.outbox import Outbox, PingRow
from bot.application.match.positions import Positions
from bot.application.people.preferences import PreferenceBook
from bot.content.library import Library
from bot.model.settings import PING_DELAY
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, SEED, TINY, begin, fresh, open_lobby


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, clock: Time) -> Application:
    return Application.on(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)


async def test_the_match_that_has_waited_longest_comes_first_and_lobbies_last(app: Application, clock: Time) -> None:
    begun = []
    for channel in range(3):
        begun.append(await begin(app, channel=CHANNEL + channel))
        clock.go_on(100)
    lobby = await open_lobby(app, channel=CHANNEL + 9)
    await app.matches.act(begun[0].id, ANN, "fold", decision=None, interaction=fresh())
    found = await app.participations.of(ANN)
    assert [sitting.position.match.id for sitting in found] == [begun[1].id, begun[2].id, begun[0].id, lobby.id]
    assert [sitting.waits for sitting in found] == [True, True, False, False]
    start = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    assert [sitting.since - start for sitting in found] == [100, 200, 0, 300]
    assert [(await app.positions.get(begun[0].id)).match.players[seat].user for seat in found[2].asked] == [BEN]


async def test_the_next_match_is_another_one_that_waits(app: Application, clock: Time) -> None:
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
        known = await app.participations.waits_elsewhere(user, besides=first.id)
        assert known == (await app.participations.waiting(user, besides=first.id) is not None)


async def test_to_know_that_another_match_waits_none_is_loaded(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await begin(app)
    await begin(app, channel=CHANNEL + 1)
    third = await begin(app, CLEO, channel=CHANNEL + 2)
    restarted = Application.on(database, Library.of({TINY.key: TINY}))
    monkeypatch.delattr(Positions, "_load")
    assert await restarted.participations.waits_elsewhere(ANN, besides=first.id)
    assert not await restarted.participations.waits_elsewhere(CLEO, besides=third.id)


async def test_who_is_never_called_is_known_to_be_waited_for(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await PreferenceBook(database).choose(BEN, PING_DELAY, None)
    first = await begin(app)
    second = await begin(app, channel=CHANNEL + 1)
    assert await app.participations.waits_elsewhere(BEN, besides=first.id)
    with monkeypatch.context() as patch:
        patch.delattr(Positions, "_load")
        restarted = Application.on(database, Library.of({TINY.key: TINY}))
        assert await restarted.participations.waits_elsewhere(BEN, besides=first.id)
    await app.matches.act(second.id, BEN, "fold", decision=None, interaction=fresh())
    assert not await app.participations.waits_elsewhere(BEN, besides=first.id)
    rows = await Outbox(database).of_match(second.id)
    assert not [row for row in rows if isinstance(row, PingRow) and row.seat == second.seat_of(BEN)]


async def test_who_sits_nowhere_finds_nothing(app: Application) -> None:
    assert await app.participations.of(CLEO) == []
