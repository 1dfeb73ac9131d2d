"""Seasons between two dates: the dates, the effect on the present season, and the seasons that follow."""

from datetime import UTC, date, datetime

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.days import read_day
from bot.model.pace import DAY
from bot.model.rating_list import RatingList
from bot.model.reasons.settings import DayUnreadable, ValueNotOffered
from bot.model.refusals import NotUnderstood
from bot.people import settings
from bot.people.season_plan import CalendarSeasons, DatedSeasons, read_plan
from bot.ratings.refusals import (
    SeasonBeginsInPast,
    SeasonEndsBeforeBegin,
    SeasonEndsInPast,
    SeasonTooFarAway,
    SeasonTooLong,
)
from bot.ratings.season import Period, Season
from bot.store.announcements import Announcement
from bot.store.database import Database
from bot.store.leases import Work
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, TINY, begin, fresh

JANUARY = 31 * DAY
"""The clock starts at the beginning of 2026."""


def dated(first: str, last: str, *, repeats: bool = True) -> DatedSeasons:
    return DatedSeasons(read_day(first), read_day(last), repeats)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return Application(database, Library.of({"tiny": TINY}), clock=time, seeds=lambda: 1)


async def win(app: Application) -> None:
    """Let Ann win a match of Tiny against Ben."""
    match = await begin(app, BEN, channel=CHANNEL)
    await app.matches.resign(match.id, BEN, interaction=fresh())


async def announced(app: Application) -> list[Announcement]:
    """Return the ends of seasons that are to be announced."""
    rows = [await app.announcements.due(number) for number in await app.announcements.due_on(Work.SEASONS, GUILD)]
    return [row for row in rows if row is not None]


async def present(app: Application) -> tuple[int, str, str] | None:
    """Return the number, the first and the last day of the present season."""
    season = await app.ratings.season(GUILD)
    return None if season is None else (season.number, str(season.first_day), str(season.last_day))


async def in_season(app: Application) -> list[int]:
    page = await app.ratings.leaderboard(GUILD, "tiny", first=0, count=9, user=None, period=Period.SEASON)
    return [line.user for line in page.standings]


def test_seasons_of_whole_months_follow_by_months_and_others_by_days() -> None:
    def days(plan: DatedSeasons, moment: datetime) -> list[str]:
        return [f"{each:%Y-%m-%d}" for each in plan.bounds(moment) or ()]

    quarter, ten = dated("2026-12-01", "2027-02-28"), dated("2026-12-01", "2026-12-10")
    assert days(quarter, datetime(2026, 11, 30, 23, tzinfo=UTC)) == []
    assert days(quarter, datetime(2027, 2, 28, 23, tzinfo=UTC)) == ["2026-12-01", "2027-03-01"]
    assert days(quarter, datetime(2027, 3, 1, tzinfo=UTC)) == ["2027-03-01", "2027-06-01"]
    assert days(ten, datetime(2026, 12, 25, tzinfo=UTC)) == ["2026-12-21", "2026-12-31"]
    assert days(dated("2026-01-31", "2026-02-27"), datetime(2026, 3, 30, tzinfo=UTC)) == ["2026-02-28", "2026-03-31"]
    assert days(dated("2026-12-01", "2026-12-10", repeats=False), datetime(2026, 12, 11, tzinfo=UTC)) == []


@pytest.mark.parametrize(
    "plan", [CalendarSeasons(3), dated("2026-12-01", "2027-02-28"), dated("2026-01-01", "2026-01-01", repeats=False)]
)
def test_a_plan_is_read_as_it_was_written(plan: CalendarSeasons | DatedSeasons) -> None:
    assert read_plan(str(plan)) == plan


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-02-30", "1.12.2026", "20261201", "2026-W10-1", "0000-01-01"])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(DayUnreadable):
        read_day(text)


def test_days_may_lack_leading_zeros() -> None:
    assert read_day(" 2026-3-1 ") == date(2026, 3, 1)


@pytest.mark.parametrize(
    ("first", "last", "refusal"),
    [
        ("2026-03-01", "2026-02-28", SeasonEndsBeforeBegin),
        ("2026-01-09", "2026-02-28", SeasonBeginsInPast),
        ("2026-01-01", "2026-01-09", SeasonEndsInPast),
        ("2026-02-01", "2028-03-01", SeasonTooLong),
        ("2029-01-01", "2029-01-02", SeasonTooFarAway),
    ],
)
async def test_dates_that_a_season_cannot_have_are_refused_and_change_nothing(
    app: Application, time: Time, first: str, last: str, refusal: type[NotUnderstood]
) -> None:
    await app.preferences.choose_for_server(GUILD, settings.SEASON, CalendarSeasons(1))
    before = await present(app)
    time.go_on(9 * DAY)
    with pytest.raises(refusal):
        await app.seasons.choose(GUILD, dated(first, last))
    assert await present(app) == before
    with pytest.raises(ValueNotOffered):
        await app.preferences.choose_for_server(GUILD, settings.SEASON, dated("2026-02-01", "2026-02-02"))


async def test_a_season_begins_and_ends_by_its_days_and_the_next_one_follows(app: Application, time: Time) -> None:
    await app.seasons.choose(GUILD, dated("2026-01-11", "2026-01-20"))
    await win(app)
    assert await present(app) is None
    time.go_on(10 * DAY - 1)
    assert await present(app) is None
    time.go_on(1)
    assert await present(app) == (1, "2026-01-11", "2026-01-20")
    assert await in_season(app) == [], "what ended before does not count"
    await win(app)
    assert await in_season(app) == [ANN, BEN]
    time.go_on(10 * DAY)
    assert await present(app) == (2, "2026-01-21", "2026-01-30")
    assert await in_season(app) == []
    assert [each.season.number for each in await app.ratings.winners(RatingList(GUILD, "tiny"), 3)] == [1, 1]


async def test_after_a_season_that_stands_alone_there_is_none(app: Application, time: Time) -> None:
    await app.seasons.choose(GUILD, dated("2026-01-01", "2026-01-20", repeats=False))
    assert await present(app) == (1, "2026-01-01", "2026-01-20")
    time.go_on(20 * DAY)
    assert await present(app) is None
    await app.preferences.choose_for_server(GUILD, settings.SEASON, CalendarSeasons(1))
    assert await present(app) == (2, "2026-01-21", "2026-01-31")


async def test_the_end_of_the_present_season_is_moved_by_its_own_first_day(app: Application, time: Time) -> None:
    await app.preferences.choose_for_server(GUILD, settings.SEASON, CalendarSeasons(1))
    assert await present(app) == (1, "2026-01-01", "2026-01-31")
    await win(app)
    time.go_on(9 * DAY)
    longer = dated("2026-01-01", "2026-02-15")
    proposed = await app.seasons.proposed(GUILD, longer)
    assert proposed.is_same
    await app.seasons.choose(GUILD, longer)
    assert await present(app) == (1, "2026-01-01", "2026-02-15")
    assert await in_season(app) == [ANN, BEN]


async def test_a_season_that_begins_today_ends_the_present_one_at_once(app: Application, time: Time) -> None:
    await app.preferences.choose_for_server(GUILD, settings.SEASON, CalendarSeasons(1))
    await app.ratings.season(GUILD)
    await win(app)
    time.go_on(9 * DAY + 60)
    plan = dated("2026-01-10", "2026-01-12")
    proposed = await app.seasons.proposed(GUILD, plan)
    assert proposed.begins_now
    await app.seasons.choose(GUILD, plan)
    assert await present(app) == (2, "2026-01-10", "2026-01-12")
    assert await in_season(app) == []
    winners = await app.ratings.winners(RatingList(GUILD, "tiny"), 3)
    assert [(each.season.first_day, each.season.last_day) for each in winners] == [
        (date(2026, 1, 1), date(2026, 1, 10))
    ] * 2


async def test_a_later_season_cuts_the_present_one_or_leaves_a_gap(app: Application, time: Time) -> None:
    await app.preferences.choose_for_server(GUILD, settings.SEASON, CalendarSeasons(1))
    await app.ratings.season(GUILD)
    await app.seasons.choose(GUILD, dated("2026-02-05", "2026-02-10"))
    assert await present(app) == (1, "2026-01-01", "2026-01-31")
    await app.seasons.choose(GUILD, dated("2026-01-21", "2026-02-10"))
    assert await present(app) == (1, "2026-01-01", "2026-01-20")
    await app.seasons.choose(GUILD, dated("2026-02-05", "2026-02-10"))
    assert await present(app) == (1, "2026-01-01", "2026-01-20"), "a shortened season is not lengthened again"
    time.go_on(25 * DAY)
    assert await present(app) is None
    time.go_on(10 * DAY)
    assert await present(app) == (2, "2026-02-05", "2026-02-10")


async def test_a_turn_comes_by_the_clock_alone_and_is_owed_once(app: Application, time: Time) -> None:
    await app.seasons.choose(GUILD, dated("2026-01-02", "2026-01-20"))
    assert await app.seasons.turn() == time.seconds + DAY
    time.go_on(DAY)
    assert await app.seasons.turn() == time.seconds + 19 * DAY
    await win(app)
    time.go_on(19 * DAY)
    for _ in range(2):
        await app.seasons.turn()
    [news] = await announced(app)
    ended = await app.seasons.ended(GUILD, int(news.subject))
    assert (ended.season.number, ended.present) == (1, Season(2, int(time.seconds), int(time.seconds) + 19 * DAY))
    await app.announcements.drop(news)
    assert await announced(app) == []
    time.go_on(19 * DAY)
    await app.seasons.turn()
    assert await announced(app) == [], "nobody played in the second one"


async def test_an_announcement_names_nobody_who_is_off_the_leaderboards_by_then(app: Application, time: Time) -> None:
    await app.seasons.choose(GUILD, dated("2026-01-01", "2026-01-20", repeats=False))
    await win(app)
    time.go_on(20 * DAY)
    await app.seasons.turn()
    [news] = await announced(app)
    await app.preferences.choose(ANN, settings.LISTED, value=False)
    ended = await app.seasons.ended(GUILD, int(news.subject))
    assert {of.game: [each.user for each in winners] for of, winners in ended.winners.items()} == {"tiny": [BEN]}
    assert [each.user for each in await app.ratings.winners(RatingList(GUILD, "tiny"), 3)] == [BEN]
    assert (ended.present, ended.begins) == (None, None)
