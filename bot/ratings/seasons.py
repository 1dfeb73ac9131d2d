"""Begin and end the seasons of servers by their dates; `cogs.ratings.news` announces each end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final

from bot.announcements import Announcements
from bot.clock import Clock, seconds
from bot.model.pace import DAY
from bot.model.rating_list import RatingList
from bot.people import preference_store as stored_preferences
from bot.people.preferences import PreferenceBook
from bot.people.season_plan import DatedSeasons
from bot.people.settings import SEASON, SEASON_CHANNEL, ServerPreferences
from bot.ratings import season_store as sql
from bot.ratings.ratings import drawn
from bot.ratings.season import Season, check_dates
from bot.ratings.season_store import Winner
from bot.store.availability import available, readable
from bot.store.database import Database, Rows

STALE: Final = 7 * DAY
"""Seconds after the end of a season during which it may still be announced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """Dates that an admin proposes for a server's seasons, and their effect on the running season."""

    plan: DatedSeasons
    running: Season | None
    """The running season, with the end that it has now; None if no season is running."""
    after: Season | None
    """The running season, with the end that it would have by the proposed dates; None if no season is running."""
    now: int

    @property
    def begins_now(self) -> bool:
        """Whether a new season begins as soon as the dates are stored."""
        return not self.is_same and self.plan.first <= datetime.fromtimestamp(self.now, UTC).date()

    @property
    def is_same(self) -> bool:
        """Whether the dates would leave the running season as it is."""
        return self.running is not None and self.running.first_day == self.plan.first


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A season that has ended, with everything that the announcement of its end says."""

    season: Season
    winners: Mapping[RatingList, Sequence[Winner]]
    """The best players by rating list, best first, without users who are no longer on leaderboards."""
    present: Season | None
    """The season that is running now; None if there is none."""
    begins: datetime | None
    """When the next season begins; None if a season is running or no season is planned."""


class Seasons:
    """Read and change the seasons of servers. Every coroutine may raise `Unavailable`."""

    def __init__(
        self, database: Database, preferences: PreferenceBook, announcements: Announcements, clock: Clock
    ) -> None:
        self._database = database
        self._preferences = preferences
        self._clock = clock
        self.listeners: list[Callable[[], None]] = []
        """Called when something about seasons may be due sooner than before."""
        preferences.when_chosen(SEASON_CHANNEL, announcements.reachable)
        preferences.when_chosen(SEASON, self._season_chosen)

    async def present(self, guild: int) -> Season | None:
        """Return the running season of a server, even if the date of its end has passed; None if no season is
        running.
        """
        with readable():
            return await self._database.read(lambda db: sql.present(db, guild))

    async def proposed(self, guild: int, plan: DatedSeasons) -> Proposed:
        """Return the effect that these dates of a season would have on a server.

        Raises:
            NotUnderstood: a season cannot have these dates.
        """
        running, now = await self.present(guild), seconds(self._clock)
        check_dates(plan, datetime.fromtimestamp(now, UTC).date(), running)
        after = None if running is None else running.under(plan, now)
        return Proposed(plan=plan, running=running, after=after, now=now)

    async def choose(self, guild: int, plan: DatedSeasons) -> ServerPreferences:
        """Store the dates of a server's season, move the end of the running season accordingly, and return the server's
        preferences.

        Raises:
            NotUnderstood: a season cannot have these dates.
        """
        await self.proposed(guild, plan)
        now = seconds(self._clock)

        async def work(db: Rows) -> ServerPreferences:
            await sql.advance(db, guild, now, drawn)
            preferences = await stored_preferences.change_server(db, guild, SEASON.field, plan)
            await sql.plan_dates(db, guild, plan, now)
            await sql.advance(db, guild, now, drawn)
            return preferences

        with self._preferences.changing_server(guild), available():
            preferences = await self._database.write(work)
        self._wake()
        return preferences

    async def turn(self) -> float | None:
        """End and begin all seasons that are due. Return the next moment at which a season ends or begins, in seconds
        since 1970-01-01 UTC; None if there is no such moment.
        """
        now = seconds(self._clock)
        with readable():
            due, following = await self._database.read(lambda db: sql.servers_due(db, now))
        for guild in due:
            with available():
                await self._database.write(partial(_advance, guild=guild, now=now))
        if due:
            with readable():
                _, following = await self._database.read(lambda db: sql.servers_due(db, now))
        return following

    async def channel(self, guild: int) -> int | None:
        """Return the channel for a server's announcements: the one that the server has chosen, else the channel or
        thread of its latest match; None if it has had no match either.
        """
        chosen = (await self._preferences.of_server(guild)).season_channel_id
        if chosen is not None:
            return chosen
        with readable():
            return await self._database.read(lambda db: sql.last_channel(db, guild))

    async def ended(self, guild: int, number: int) -> Ended:
        """Return the content of the announcement of the end of a season, as of now."""
        moment = self._clock()

        async def work(db: Rows) -> Ended:
            season = await sql.numbered(db, guild, number)
            winners: dict[RatingList, list[Winner]] = {}
            for of, winner in await sql.winners_of(db, guild, season):
                winners.setdefault(of, []).append(winner)
            present, plan = await sql.present(db, guild), await sql.plan_of(db, guild)
            begins = None if plan is None or present is not None else plan.following(moment)
            return Ended(season=season, winners=winners, present=present, begins=begins)

        with readable():
            return await self._database.read(work)

    async def _season_chosen(self, _guild: int) -> None:
        self._wake()

    def _wake(self) -> None:
        for listener in self.listeners:
            listener()


async def _advance(db: Rows, *, guild: int, now: int) -> None:
    await sql.advance(db, guild, now, drawn)
