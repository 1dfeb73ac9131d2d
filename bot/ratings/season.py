"""The seasons of a server, and the periods that a leaderboard counts: their dates, in UTC."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Final

from bot.model.days import midnight
from bot.model.pace import DAY
from bot.people.season_plan import DatedSeasons
from bot.ratings.refusals import (
    SeasonBeginsInPast,
    SeasonEndsBeforeBegin,
    SeasonEndsInPast,
    SeasonTooFarAway,
    SeasonTooLong,
)

MOST_DAYS: Final = 2 * 366
"""The maximum length of a season, and the maximum time until it begins, in days."""


class Period(StrEnum):
    """The matches that a leaderboard counts."""

    NOW = "now"
    """All matches: the present ratings."""
    MONTH = "month"
    """The matches that ended in this calendar month."""
    SEASON = "season"
    """The matches of the server's present season."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server. Moments are seconds since 1970-01-01 UTC."""

    number: int
    """The number of the season, counted from 1."""
    began_at: int
    ends_at: int

    @property
    def first_day(self) -> date:
        """The day on which the season began."""
        return datetime.fromtimestamp(self.began_at, UTC).date()

    @property
    def last_day(self) -> date:
        """The last day of the season."""
        return datetime.fromtimestamp(self.ends_at - 1, UTC).date()

    def under(self, plan: DatedSeasons, now: int) -> "Season":
        """Return the season with the end that this plan gives it. If both begin on the same day, they end on the same
        day. Otherwise the season ends no later than the plan's first day begins, but not before now.
        """
        if plan.first == self.first_day:
            return replace(self, ends_at=int(midnight(plan.last).timestamp()) + DAY)
        return replace(self, ends_at=min(self.ends_at, max(now, int(midnight(plan.first).timestamp()))))


def check_dates(plan: DatedSeasons, today: date, running: Season | None) -> None:
    """Raise NotUnderstood unless a season can have these dates. A season begins today or later. Of the running season,
    only the end can be changed.
    """
    if plan.last < plan.first:
        raise SeasonEndsBeforeBegin(first=plan.first.isoformat(), last=plan.last.isoformat())
    if plan.first < today and (running is None or plan.first != running.first_day):
        raise SeasonBeginsInPast(
            today=today.isoformat(), running="" if running is None else running.first_day.isoformat()
        )
    if plan.last < today:
        raise SeasonEndsInPast(today=today.isoformat())
    if plan.days > MOST_DAYS:
        raise SeasonTooLong
    if (plan.first - today).days > MOST_DAYS:
        raise SeasonTooFarAway


def month_start(now: datetime) -> datetime:
    """Return the moment at which the calendar month began."""
    return midnight(date(now.year, now.month, 1))
