"""Absent places: while the bot cannot reach a server or a channel, the clocks of its matches stop and nobody loses
time.
"""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.model.absence import DAY, Place
from bot.model.match import Match, Status
from bot.model.notes import MatchUnreachable
from bot.model.pace import HOUR
from bot.model.position import Position
from bot.model.reasons.match import NoLongerDue
from bot.model.refusals import Unavailable
from bot.people.settings import PUZZLE_CHANNEL, ServerPreferences
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.note_json import read_note
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, open_lobby
from tests.bot.test_deadlines import LIBRARY, begun, made, play
from tests.raw_database import connect_raw

OTHER = 1_001
DAYS = 30


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(connect_raw(path)) as db:
        return db.execute(sql).fetchall()


async def left(app: Application, match: Match, time: Time) -> list[float | None]:
    """Return the seconds left to each seat that has to decide."""
    clocks = (await app.positions.get(match.id)).clocks
    return [None if clock.deadline is None else clock.deadline - time().timestamp() for clock in clocks]


async def everything_due(app: Application, match: Match) -> Position:
    """Carry out every duty that is due in a match now, as the timers would."""
    for duty in app.timers._duties:  # the timers would take the clock's jump for an outage
        await duty.carry_out(match.id)
    return await app.positions.get(match.id)


@pytest.mark.parametrize("place", [Place(GUILD), Place(GUILD, CHANNEL)])
async def test_no_deadline_of_a_match_passes_while_its_place_is_absent(
    app: Application, time: Time, place: Place
) -> None:
    match = await begun(app, "1h forfeit")
    await app.absences.leave(*place)
    time.go_on(DAY)
    after = await everything_due(app, match)
    assert (after.match.ply, after.seen.left) == (0, frozenset())


async def test_clocks_of_other_servers_keep_running(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    await app.absences.leave(OTHER)
    time.go_on(HOUR)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_a_return_leaves_as_much_time_as_before_the_absence(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    time.go_on(600)
    await app.absences.leave(GUILD)
    time.go_on(5 * DAY)
    await app.absences.come_back(GUILD)
    assert await left(app, match, time) == [3000, None, None]
    time.go_on(3000)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_a_repeated_removal_or_return_counts_once(app: Application, time: Time) -> None:
    match = await begun(app, "1h")
    await app.absences.leave(GUILD)
    time.go_on(HOUR)
    await app.absences.leave(GUILD)
    time.go_on(HOUR)
    await app.absences.come_back(GUILD)
    await app.absences.come_back(GUILD)
    assert await left(app, match, time) == [HOUR, None, None]


async def test_clocks_resume_only_when_both_server_and_channel_are_back(app: Application, time: Time) -> None:
    match = await begun(app, "1h")
    await app.absences.leave(GUILD)
    time.go_on(600)
    await app.absences.leave(GUILD, CHANNEL)
    time.go_on(600)
    await app.absences.come_back(GUILD)
    time.go_on(600)
    await app.absences.come_back(GUILD, CHANNEL)
    assert await left(app, match, time) == [HOUR, None, None]
    time.go_on(600)
    assert await left(app, match, time) == [HOUR - 600, None, None]


async def test_a_restart_during_an_absence_costs_nobody_time(app: Application, database: Database, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    await app.timers.open()
    time.go_on(600)
    await app.absences.leave(GUILD)
    time.go_on(DAY)
    await app.timers.close()
    time.go_on(DAY)
    again = made(database, time)
    await again.timers.open()
    await again.timers.settled()
    time.go_on(DAY)
    assert (await everything_due(again, match)).seen.left == set()
    await again.absences.come_back(GUILD)
    assert await left(again, match, time) == [3000, None, None]
    await again.timers.close()


async def test_a_removal_while_the_bot_was_down_is_noticed_at_its_start(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app, "1h forfeit")
    await app.timers.open()
    time.go_on(600)
    await app.timers.close()
    time.go_on(DAY)
    again = made(database, time)
    await again.absences.compare({OTHER})
    await again.timers.open()
    time.go_on(DAY)
    assert (await everything_due(again, match)).seen.left == set()
    await again.absences.compare({OTHER, GUILD})
    assert await left(again, match, time) == [3000, None, None]
    await again.timers.close()


async def test_a_return_while_the_bot_was_down_is_noticed_at_its_start(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app, "1h forfeit")
    await app.timers.open()
    time.go_on(600)
    await app.absences.leave(GUILD)
    await app.timers.close()
    time.go_on(DAY)
    again = made(database, time)
    await again.absences.compare({GUILD})
    await again.timers.open()
    await again.timers.settled()
    assert await left(again, match, time) == [3000, None, None]
    await again.timers.close()


async def test_playing_on_by_direct_message_is_not_charged_for_the_absence(app: Application, time: Time) -> None:
    match = await begun(app, "10+15")
    time.go_on(100)
    await app.absences.leave(GUILD)
    time.go_on(DAY)
    after = await play(app, match, "take 1")
    assert after.clocks[0].left == 515
    time.go_on(DAY)
    await app.absences.come_back(GUILD)
    assert await left(app, match, time) == [None, 600, None]


async def test_nobody_is_pinged_again_before_the_return(app: Application, time: Time) -> None:
    match = await begun(app, "24h")
    before = await app.positions.get(match.id)
    await app.absences.leave(GUILD)
    time.go_on(24 * HOUR - 60)
    after = await everything_due(app, match)
    assert [clock.reminded for clock in after.clocks] == [clock.reminded for clock in before.clocks]


async def test_a_return_that_cannot_be_stored_is_retried_and_counted_once(
    app: Application, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(app, "1h")
    await app.absences.leave(GUILD)
    time.go_on(DAY)

    async def fails(*_: object, **__: object) -> None:
        raise StoreError("the database is locked")

    with monkeypatch.context() as broken:
        broken.setattr("bot.store.pauses.end", fails)
        with pytest.raises(Unavailable):
            await app.absences.come_back(GUILD)
    time.go_on(DAY)
    await app.absences.come_back(GUILD)
    assert await left(app, match, time) == [HOUR, None, None]


async def test_a_match_ends_without_a_result_after_the_configured_days(
    app: Application, time: Time, path: Path
) -> None:
    match = await begun(app, "1h forfeit")
    await app.absences.leave(GUILD)
    time.go_on(DAYS * DAY - 1)
    assert (await everything_due(app, match)).match.status is Status.LIVE
    time.go_on(1)
    after = await everything_due(app, match)
    assert after.match.status is Status.ABANDONED
    assert rows(path, "SELECT count(*) FROM ratings") == [(0,)]
    notes = rows(path, "SELECT seat, note FROM outbox WHERE kind = 'note' ORDER BY seat")
    assert [seat for seat, _ in notes] == [0, 1, 2]
    assert all(read_note(str(note)) == MatchUnreachable(days=30) for _, note in notes)
    assert rows(path, "SELECT * FROM pauses") == []


async def test_two_simultaneous_endings_end_a_match_once(app: Application, time: Time, path: Path) -> None:
    match = await begun(app, "none")
    await app.absences.leave(GUILD)
    time.go_on(DAYS * DAY)
    one, other = await asyncio.gather(*(app.absences.carry_out(match.id) for _ in range(2)), return_exceptions=True)
    assert isinstance(one, Position)
    assert one.match.status is Status.ABANDONED
    assert isinstance(other, NoLongerDue)
    assert rows(path, "SELECT count(*) FROM outbox WHERE kind = 'note'") == [(3,)]


async def test_the_operator_can_set_the_number_of_days(database: Database, time: Time) -> None:
    app = Application(database, LIBRARY, clock=time, seeds=lambda: 1, absent_days=2)
    match = await begun(app, "none")
    await app.absences.leave(GUILD)
    time.go_on(2 * DAY - 1)
    assert (await everything_due(app, match)).match.status is Status.LIVE
    time.go_on(1)
    assert (await everything_due(app, match)).match.status is Status.ABANDONED


async def test_a_lobby_at_an_absent_place_closes_at_its_usual_time(app: Application, time: Time) -> None:
    lobby = await open_lobby(app)
    await app.absences.leave(GUILD)
    time.go_on(DAYS * DAY)
    assert (await everything_due(app, lobby)).match.status is Status.CLOSED


async def test_a_match_due_to_end_while_the_bot_was_down_ends_at_its_start(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app, "none")
    await app.absences.leave(GUILD)
    time.go_on(DAYS * DAY)
    again = made(database, time)
    await again.timers.open()
    assert (await everything_due(again, match)).match.status is Status.ABANDONED
    await again.timers.close()


async def test_settings_of_a_server_are_deleted_with_its_last_match(app: Application, time: Time) -> None:
    match = await begun(app, "none")
    await app.preferences.choose_for_server(GUILD, PUZZLE_CHANNEL, CHANNEL)
    await app.absences.leave(GUILD)
    time.go_on(DAYS * DAY)
    await everything_due(app, match)
    assert await app.preferences.of_server(GUILD) == ServerPreferences()


async def test_a_failed_deletion_of_settings_succeeds_on_the_next_try(
    app: Application, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(app, "none")
    await app.preferences.choose_for_server(GUILD, PUZZLE_CHANNEL, CHANNEL)
    await app.absences.leave(GUILD)
    time.go_on(DAYS * DAY)

    async def fails(*_: object) -> None:
        raise StoreError("the database is locked")

    with monkeypatch.context() as broken:
        broken.setattr("bot.application.time.absences.delete_settings", fails)
        with pytest.raises(Unavailable):
            await app.absences.carry_out(match.id)
    assert (await app.preferences.of_server(GUILD)).puzzle_channel_id == CHANNEL
    await app.absences.carry_out(match.id)
    assert await app.preferences.of_server(GUILD) == ServerPreferences()


async def test_settings_of_a_server_without_a_match_are_deleted_too(app: Application, time: Time) -> None:
    await app.preferences.choose_for_server(GUILD, PUZZLE_CHANNEL, CHANNEL)
    await app.absences.compare({OTHER})
    time.go_on(DAYS * DAY - 1)
    await app.absences.compare({OTHER})
    assert (await app.preferences.of_server(GUILD)).puzzle_channel_id == CHANNEL
    time.go_on(1)
    await app.absences.compare({OTHER})
    assert await app.preferences.of_server(GUILD) == ServerPreferences()


async def test_deleting_a_channel_deletes_no_settings(app: Application, time: Time) -> None:
    match = await begun(app, "none")
    await app.preferences.choose_for_server(GUILD, PUZZLE_CHANNEL, CHANNEL)
    await app.absences.leave(GUILD, CHANNEL)
    time.go_on(DAYS * DAY)
    assert (await everything_due(app, match)).match.status is Status.ABANDONED
    assert (await app.preferences.of_server(GUILD)).puzzle_channel_id == CHANNEL


async def test_an_absent_place_without_matches_or_settings_is_not_recorded(app: Application, path: Path) -> None:
    await app.absences.leave(GUILD)
    await app.absences.leave(GUILD, CHANNEL)
    assert rows(path, "SELECT * FROM pauses") == []


async def test_a_match_whose_place_returns_in_time_is_played_to_a_result(app: Application, time: Time) -> None:
    match = await begun(app, "1h", game="tiny", guests=(BEN,))
    await app.absences.leave(GUILD)
    time.go_on(DAYS * DAY - 1)
    await app.absences.come_back(GUILD)
    time.go_on(60)
    assert (await everything_due(app, match)).match.status is Status.LIVE
    await app.matches.resign(match.id, ANN, interaction=1)
    assert (await app.positions.get(match.id)).match.status is Status.OVER
