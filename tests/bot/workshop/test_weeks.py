"""Weekly reports are queued once, on the Monday after their week."""

import pytest

from bot.application.application import Application
from bot.content.library import load_library
from bot.people.settings import REPORT_CHANNEL
from bot.store.database import Database
from bot.workshop.figures import ServerFigures
from bot.workshop.weeks import WeeklyReports
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import CHANNEL, GUILD

WEEK = 7 * 24 * 60 * 60


@pytest.fixture
def time() -> Time:
    return Time()


async def test_the_report_of_a_week_is_queued_once_when_the_next_week_begins(database: Database, time: Time) -> None:
    app = Application(database, load_library(), clock=time)
    reports = WeeklyReports(database, app.packs, ServerFigures(app.positions, app.packs, app.thinking), time)
    await app.preferences.choose_for_server(GUILD, REPORT_CHANNEL, CHANNEL)
    week = reports.this_week
    sql = "INSERT INTO figures VALUES (?, 'tnb', 1, 'hash', '', 2, 'turns', '', ?, 5, 40.0, 400.0)"
    await database.write(lambda db: db.run(sql, GUILD, week))

    async def queued() -> list[str]:
        rows = await database.read(lambda db: db.rows("SELECT subject FROM announcements WHERE kind = 'reports'"))
        return [subject for (subject,) in rows]

    await reports.owe()
    assert await queued() == []
    time.go_on(reports.next_monday() - time().timestamp())
    for _ in range(2):
        await reports.owe()
        reports.chosen()
        assert await queued() == [week]
    assert not reports.is_stale(week)
    time.go_on(WEEK + 1)
    await reports.owe()
    assert await queued() == [], "one that was never sent gives way to the next, and nothing is new in that"
    assert reports.is_stale(week)
