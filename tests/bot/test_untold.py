"""A clock stands still while its player cannot be told of their turn, and no longer than the bound."""

from pathlib import Path

import pytest

from bot.application.application import Application
from bot.computer.levels import Level
from bot.model.clocks import UNTOLD
from bot.model.match import Match
from bot.model.pace import HOUR, MINUTE, Kind
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, fresh, open_lobby
from tests.bot.test_absences import everything_due, left, rows
from tests.bot.test_deadlines import begun, made, play

BOUND = UNTOLD[Kind.CORRESPONDENCE]


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def stop(app: Application, match: Match, seat: int = 0) -> None:
    await app.untold.stop(await app.positions.get(match.id), [seat])


async def test_the_clock_of_an_untold_seat_stands_still_until_it_is_told(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    time.go_on(600)
    await stop(app, match)
    time.go_on(5 * HOUR)
    assert (await everything_due(app, match)).seen.left == frozenset()
    await app.untold.go_on(match.id, [0])
    assert await left(app, match, time) == [3000, None, None]
    time.go_on(3000)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_no_other_clock_stands_still(app: Application, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.application.time.deadlines.choice", min)
    match = await begun(app, "1h forfeit", game="tiny", guests=(2,))
    await stop(app, match, seat=1)
    time.go_on(HOUR)
    assert (await everything_due(app, match)).seen.left == {0}


@pytest.mark.parametrize(("pace", "kind"), [("1h forfeit", Kind.CORRESPONDENCE), ("10+0 forfeit", Kind.LIVE)])
async def test_whoever_closes_every_way_stops_their_clock_no_longer_than_the_bound_and_then_loses(
    app: Application, time: Time, pace: str, kind: Kind
) -> None:
    match = await begun(app, pace)
    [own, *_] = await left(app, match, time)
    assert own is not None
    await stop(app, match)
    time.go_on(UNTOLD[kind] - 1)
    assert list((await app.positions.get(match.id)).untold.values()) == [pytest.approx(time.seconds + 1)]
    time.go_on(1)
    assert (await everything_due(app, match)).seen.left == frozenset()
    assert await left(app, match, time) == [pytest.approx(own), None, None]
    assert (await app.positions.get(match.id)).untold == {}
    time.go_on(own)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_the_bound_holds_for_all_decisions_of_a_match_together(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    await stop(app, match)
    time.go_on(BOUND - HOUR)
    for action in ("take 1", "take 1", "take 1"):
        await play(app, match, action)
    await app.untold.go_on(match.id, [0])
    await stop(app, match)
    time.go_on(1.5 * HOUR)
    assert (await everything_due(app, match)).seen.left == frozenset()
    assert (await left(app, match, time))[0] == pytest.approx(HOUR / 2)


async def test_a_seat_that_acts_has_a_clock_that_runs_for_its_next_decision(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    await stop(app, match)
    time.go_on(600)
    for action in ("take 1", "take 1", "take 1"):
        await play(app, match, action)
    assert (await app.positions.get(match.id)).untold == {}
    time.go_on(HOUR)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_a_restart_while_a_seat_is_untold_costs_nobody_time(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    await app.timers.open()
    match = await begun(app, "1h forfeit")
    time.go_on(600)
    await stop(app, match)
    time.go_on(600)
    await app.timers.close()
    time.go_on(600)
    again = made(database, time)
    await again.timers.open()
    time.go_on(600)
    assert list((await again.positions.get(match.id)).untold) == [0]
    await again.untold.go_on(match.id, [0])
    assert await left(again, match, time) == [3000, None, None]
    assert rows(path, "SELECT * FROM pauses WHERE reason = 'untold'") == []
    await again.timers.close()


async def test_pauses_of_everything_and_of_one_clock_count_once(app: Application, time: Time) -> None:
    await app.timers.open()
    match = await begun(app, "1h forfeit")
    time.go_on(600)
    await stop(app, match)
    time.go_on(100)
    app.timers.pause()
    time.go_on(100)
    await app.timers.go_on()
    time.go_on(100)
    await app.absences.leave(match.guild)
    time.go_on(100)
    await app.untold.go_on(match.id, [0])
    time.go_on(100)
    await app.absences.come_back(match.guild)
    assert await left(app, match, time) == [3000, None, None]
    await app.timers.close()


async def test_the_timers_wait_until_a_clock_that_stands_still_goes_on(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    time.go_on(HOUR - MINUTE)
    await stop(app, match)
    position = await app.positions.get(match.id)
    moments = [due for duty in app.timers._duties if (due := duty.next_of(position)) is not None]
    assert min(moments) == pytest.approx(time.seconds + BOUND), "it is not looked at every minute"


async def test_a_match_without_clocks_has_no_untold_seats(app: Application, path: Path) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.add_computer(lobby.id, ANN, Level.NOVICE, interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    await stop(app, match)
    await app.computers.close()
    assert rows(path, "SELECT * FROM pauses") == []
