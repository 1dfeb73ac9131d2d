"""Holidays and agreed breaks stop clocks, are told to opponents, and end by themselves."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.application.application import Application
from bot.model.active_hours import ActiveHours
from bot.model.breaks import AGREED, Break, days_in, holiday
from bot.model.match import Match
from bot.model.notes import BreakEnded, HolidayCancelled, HolidayTaken, Note
from bot.model.pace import DAY, HOUR
from bot.model.proposal import Kind
from bot.model.reasons.settings import HolidayEndsBeforeBegin, HolidayInPast, HolidayTooFarAway, TooManyHolidays
from bot.model.reasons.table import NoBreakNow
from bot.model.refusals import NotAtThisTable
from bot.people.settings import ACTIVE_HOURS
from bot.store.database import Database
from bot.store.outbox_rows import NoteRow
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import STRANGER, fresh
from tests.bot.test_absences import everything_due, left
from tests.bot.test_deadlines import begun, made, play

NEW_YEAR = date(2026, 1, 1)
ROME = ZoneInfo("Europe/Rome")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def notes(app: Application, match: Match, seat: int) -> list[Note]:
    rows = await app.outbox.of_match(match.id)
    return [row.note for row in rows if isinstance(row, NoteRow) and row.seat == seat]


async def take_break(app: Application, match: Match) -> Match:
    """Let all players of a match agree on a break."""
    first, *others = [player.user for player in match.players]
    position = await app.consents.propose(match.id, first, Kind.BREAK, interaction=fresh())
    [proposal] = position.proposals
    for user in others:
        position = await app.consents.agree(match.id, user, proposal.made, interaction=fresh())
    return position.match


async def test_a_holiday_stops_the_clock_of_its_user_and_no_other(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit", game="tiny", guests=(2,))
    absent, present = (player.user for player in match.players)
    time.go_on(600)
    await app.breaks.take(absent, NEW_YEAR, NEW_YEAR + timedelta(2))
    time.go_on(HOUR)
    position = await everything_due(app, match)
    assert position.seen.left == {match.seat_of(present)}


async def test_a_clock_goes_on_after_a_holiday_with_the_time_that_was_left(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    time.go_on(600)
    taken = await app.breaks.take(match.players[0].user, NEW_YEAR, NEW_YEAR + timedelta(2))
    assert (await app.positions.get(match.id)).resting[0].until == taken.ends
    while time.seconds < taken.ends:
        time.go_on(min(7 * HOUR, taken.ends - time.seconds))
        assert (await everything_due(app, match)).seen.left == frozenset()
    assert await left(app, match, time) == [pytest.approx(3000), None, None]
    assert (await app.positions.get(match.id)).resting == {}
    time.go_on(3000)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_a_planned_holiday_begins_by_itself_and_its_user_may_move_in_it(app: Application, time: Time) -> None:
    match = await begun(app, "5d forfeit")
    user = match.players[0].user
    await app.breaks.take(user, NEW_YEAR + timedelta(1), NEW_YEAR + timedelta(10))
    time.go_on(12 * HOUR)
    assert (await app.positions.get(match.id)).resting == {}
    time.go_on(2 * DAY)
    assert (await everything_due(app, match)).resting[0].is_agreed is False
    for action in ("take 1", "take 1", "take 1"):
        await play(app, match, action)
    time.go_on(11 * DAY)
    await everything_due(app, match)
    [own, *_] = await left(app, match, time)
    assert own == pytest.approx(2.5 * DAY), "the holiday ended with 11 January, two and a half days ago"


async def test_a_missed_end_of_a_holiday_costs_nobody_time_after_a_restart(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app, "1h forfeit")
    await app.breaks.take(match.players[0].user, NEW_YEAR, NEW_YEAR)
    time.go_on(DAY + 600)
    again = made(database, time)
    assert (DAY + NEW_YEAR_AT, match.id) in await again.breaks.due()
    assert await left(again, match, time) == [pytest.approx(3000), None, None]
    await again.breaks.carry_out(match.id)
    assert await again.breaks.due() == []


async def test_the_opponents_are_told_of_a_holiday_and_of_its_early_end(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    user = match.players[0].user
    taken = await app.breaks.take(user, NEW_YEAR, NEW_YEAR + timedelta(5))
    told = HolidayTaken(user_id=user, begins_at=int(taken.begins), ends_at=int(taken.ends))
    assert [await notes(app, match, seat) for seat in range(3)] == [[], [told], [told]]
    time.go_on(DAY)
    await app.breaks.cancel(user)
    assert await notes(app, match, 1) == [told, HolidayCancelled(user_id=user)]
    assert await left(app, match, time) == [pytest.approx(HOUR), None, None]
    time.go_on(HOUR)
    assert (await everything_due(app, match)).seen.left == {0}
    assert await app.breaks.days_taken(user) == 1


async def test_a_live_match_knows_no_holiday(app: Application, time: Time) -> None:
    match = await begun(app, "10+0 forfeit")
    await app.breaks.take(match.players[0].user, NEW_YEAR, NEW_YEAR)
    assert await notes(app, match, 1) == []
    time.go_on(HOUR)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_a_user_has_thirty_days_a_year(app: Application, time: Time) -> None:
    await app.breaks.take(5, NEW_YEAR, NEW_YEAR + timedelta(19))
    time.go_on(20 * DAY)
    with pytest.raises(TooManyHolidays) as refused:
        await app.breaks.take(5, date(2026, 6, 1), date(2026, 6, 11))
    assert (refused.value.year, refused.value.days) == (2026, 31)
    await app.breaks.take(5, date(2026, 12, 25), date(2027, 1, 8))
    assert await app.breaks.days_taken(5) == 27


async def test_a_planned_holiday_is_replaced_and_cancelled_without_a_trace(app: Application, time: Time) -> None:
    await app.breaks.take(5, date(2026, 3, 1), date(2026, 3, 30))
    await app.breaks.take(5, date(2026, 4, 1), date(2026, 4, 2))
    assert await app.breaks.days_taken(5) == 2
    await app.breaks.cancel(5)
    assert await app.breaks.holiday(5) is None
    assert await app.breaks.days_taken(5) == 0


async def test_a_holiday_that_has_begun_keeps_its_begin(app: Application, time: Time) -> None:
    before = await app.breaks.take(5, NEW_YEAR, NEW_YEAR + timedelta(3))
    time.go_on(2 * DAY)
    after = await app.breaks.take(5, NEW_YEAR, NEW_YEAR + timedelta(2))
    assert (after.begins, after.ends) == (before.begins, before.ends - DAY)


async def test_the_days_of_a_holiday_are_those_of_the_users_time_zone(app: Application, time: Time) -> None:
    await app.preferences.choose(5, ACTIVE_HOURS, ActiveHours.read("Europe/Rome 08:00-22:00"))
    taken = await app.breaks.take(5, date(2026, 7, 1), date(2026, 7, 1))
    assert datetime.fromtimestamp(taken.begins, UTC) == datetime(2026, 6, 30, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    ("first", "last", "reason"),
    [
        (date(2025, 12, 31), date(2026, 1, 5), HolidayInPast),
        (date(2026, 2, 2), date(2026, 2, 1), HolidayEndsBeforeBegin),
        (date(2027, 1, 2), date(2027, 1, 3), HolidayTooFarAway),
    ],
)
def test_impossible_days_are_refused(first: date, last: date, reason: type[Exception]) -> None:
    with pytest.raises(reason):
        holiday(first, last, ROME, Time().seconds)


def test_a_holiday_over_new_year_takes_days_of_both_years() -> None:
    over = holiday(date(2026, 12, 24), date(2027, 1, 3), ROME, Time().seconds)
    assert [days_in(year, [over], ROME) for year in (2026, 2027, 2028)] == [8, 3, 0]


async def test_an_agreed_break_stops_every_clock_until_a_player_plays_on(app: Application, time: Time) -> None:
    match = await begun(app, "10+0 forfeit")
    before = await left(app, match, time)
    await take_break(app, match)
    assert {rest.is_agreed for rest in (await app.positions.get(match.id)).resting.values()} == {True}
    time.go_on(5 * DAY)
    assert (await everything_due(app, match)).seen.left == frozenset()
    user = match.players[1].user
    await app.consents.end_break(match.id, user, interaction=fresh())
    assert await left(app, match, time) == [pytest.approx(before[0]), *before[1:]]
    assert await notes(app, match, 0) == [BreakEnded(user_id=user)]
    with pytest.raises(NoBreakNow):
        await app.consents.end_break(match.id, user, interaction=fresh())


async def test_an_agreed_break_ends_by_itself(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    await take_break(app, match)
    time.go_on(AGREED)
    await everything_due(app, match)
    assert await left(app, match, time) == [pytest.approx(HOUR), None, None]
    time.go_on(HOUR)
    assert (await everything_due(app, match)).seen.left == {0}


async def test_one_who_disagrees_and_one_without_a_seat_take_no_break(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    first, second, _ = (player.user for player in match.players)
    [proposal] = (await app.consents.propose(match.id, first, Kind.BREAK, interaction=fresh())).proposals
    await play(app, match, "take 1")
    assert (await app.positions.get(match.id)).proposals == (proposal,), "a ply does not refuse a break"
    await app.consents.refuse(match.id, second, proposal.made, interaction=fresh())
    assert (await app.positions.get(match.id)).resting == {}
    with pytest.raises(NotAtThisTable):
        await app.consents.end_break(match.id, STRANGER, interaction=fresh())


async def test_a_holiday_within_an_agreed_break_counts_once(app: Application, time: Time) -> None:
    match = await begun(app, "1h forfeit")
    await take_break(app, match)
    await app.breaks.take(match.players[0].user, NEW_YEAR, NEW_YEAR)
    time.go_on(2 * DAY)
    await app.consents.end_break(match.id, match.players[1].user, interaction=fresh())
    assert await left(app, match, time) == [pytest.approx(HOUR), None, None]


async def test_breaks_outlive_a_restart_and_a_deleted_user_has_none(
    app: Application, database: Database, time: Time
) -> None:
    taken = await app.breaks.take(5, NEW_YEAR, NEW_YEAR + timedelta(2))
    again = made(database, time)
    assert await again.breaks.holiday(5) == Break(*taken)
    assert (await again.user_data.export(5))["holidays"] == [{"since": taken.begins, "ends_at": taken.ends}]
    await again.user_data.delete(5)
    assert await again.breaks.holiday(5) is None
    assert await made(database, time).breaks.holiday(5) is None


NEW_YEAR_AT = Time().seconds
