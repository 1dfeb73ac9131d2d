"""Weekly reports: which servers get one, and what is new in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.clock import Clock
from bot.packs.packs import Packs
from bot.store.availability import available
from bot.store.database import Database, Rows
from bot.store.figures import monday
from bot.store.leases import Work
from bot.workshop.figures import ServerFigures
from bot.workshop.people import PeopleReport, matches_in

STALE: Final = timedelta(days=14)
"""The time from the beginning of a week after which its report is not posted any more."""
_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class News:
    """A game with figures that became public in a week."""

    report: PeopleReport
    """All figures of the variant that is played most."""
    matches: int
    """The number of matches between people, of all variants, that were added to the figures in the week."""


class WeeklyReports:
    """The queue of the reports, and their contents. Every coroutine may raise `Unavailable`."""

    def __init__(self, database: Database, packs: Packs, figures: ServerFigures, clock: Clock) -> None:
        self._database = database
        self._packs = packs
        self._figures = figures
        self._clock = clock
        self._queued: str | None = None
        """The latest week that was queued for every server."""
        self.listeners: list[Callable[[], None]] = []
        """Functions called when a report may be due."""

    @property
    def this_week(self) -> str:
        """The date of this week's Monday, which names the week."""
        return monday(self._clock())

    def next_monday(self) -> float:
        """Return the moment at which this week ends, by UTC."""
        return _moment(self.this_week) + _WEEK.total_seconds()

    def is_stale(self, week: str) -> bool:
        """Return whether it is too late to post the report of a week."""
        return self._clock().timestamp() > _moment(week) + STALE.total_seconds()

    async def owe(self) -> None:
        """Queue the report of last week, once, for every server that wants one and has new figures."""
        week = str(date.fromisoformat(self.this_week) - _WEEK)
        if self._queued != week:
            now = self._clock().timestamp()
            with available():
                await self._database.write(lambda db: _owe(db, week, now))
            self._queued = week

    def chosen(self) -> None:
        """Queue the report of last week for servers that have just chosen a channel."""
        self._queued = None
        for listener in self.listeners:
            listener()

    async def of(self, guild: int, week: str) -> Sequence[News]:
        """Return the games of a server with figures that became public in a week: those of the catalog in its order,
        then those of packs.
        """
        news = []
        for key in await self._packs.games_of(guild, retired=True):
            stored = await self._figures.stored(guild, key)
            weeks = [weeks[week] for weeks in stored.variants.values() if week in weeks]
            if weeks:
                news.append(News(await self._figures.of(guild, key), sum(map(matches_in, weeks))))
        return news


def _moment(week: str) -> float:
    return datetime.combine(date.fromisoformat(week), datetime.min.time(), UTC).timestamp()


async def _owe(db: Rows, week: str, now: float) -> None:
    sql = "DELETE FROM announcements WHERE kind = ? AND subject < ? AND message_id IS NULL"
    await db.run(sql, Work.REPORTS, week)
    sql = (
        "INSERT INTO announcements (kind, guild_id, subject, due_at) "
        "SELECT CAST(? AS TEXT), guild_id, CAST(? AS TEXT), CAST(? AS DOUBLE PRECISION) FROM server_preferences "
        "WHERE report_channel_id IS NOT NULL AND figures = 1 AND EXISTS "
        "(SELECT 1 FROM figures WHERE figures.guild_id = server_preferences.guild_id AND figures.week = ?) "
        "ON CONFLICT DO NOTHING"
    )
    await db.run(sql, Work.REPORTS, week, now, week)
