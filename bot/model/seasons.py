"""Seasons and periods of leaderboards: their dates, in UTC."""

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from bot.model.pace import DAY
from bot.model.reasons.settings import (
    DayUnreadable,
    SeasonBeginsInPast,
    SeasonEndsBeforeBegin,
    SeasonEndsInPast,
    SeasonTooFarAway,
    SeasonTooLong,
)

YEAR: Final = 12
"""The number of months in a year."""
MOST_DAYS: Final = 2 * 366
"""The maximum length of a season, and the maximum time until it begins, in days."""

Bounds = tuple[datetime, datetime]
"""The first moment of a season, and the first one after it."""


class Period(StrEnum):
    """The matches that a leaderboard counts."""

    NOW = "now"
    """All matches: the present ratings."""
    MONTH = "month"
    """The matches that ended in this calendar month."""
    SEASON = "season"
    """The matches of the server's present season."""


@dataclass(frozen=True, slots=True)
class CalendarSeasons:
    """Seasons that are parts of a calendar year."""

    months: int
    """The length of each season in months, a divisor of 12."""

    def __str__(self) -> str:
        return str(self.months)

    def bounds(self, moment: datetime) -> Bounds:
        """Return the season that contains this moment."""
        first = (moment.month - 1) // self.months * self.months
        start = date(moment.year, first + 1, 1)
        return midnight(start), midnight(_months_later(start, self.months))

    def following(self, moment: datetime) -> datetime:
        """Return when the next season after this moment begins."""
        return self.bounds(moment)[1]


@dataclass(frozen=True, slots=True)
class DatedSeasons:
    """A season from one day to another, and those of the same length that follow it. `str` writes it as `read_plan`
    reads it.
    """

    first: date
    last: date
    """The last day, which belongs to the season."""
    repeats: bool = True
    """Whether seasons of the same length follow without a gap."""

    def __str__(self) -> str:
        return f"{self.first} {self.last} {'again' if self.repeats else 'once'}"

    @property
    def months(self) -> int:
        """The length in whole months; 0 if it is no number of whole months."""
        after = self.last + timedelta(1)
        months = YEAR * (after.year - self.first.year) + after.month - self.first.month
        return months if months > 0 and after == _months_later(self.first, months) else 0

    @property
    def days(self) -> int:
        """The length in days."""
        return (self.last - self.first).days + 1

    def bounds(self, moment: datetime) -> Bounds | None:
        """Return the season that contains this moment; None: there is none."""
        if moment < midnight(self.first):
            return None
        number = 0
        while midnight(self._start(number + 1)) <= moment:
            number += 1
        if number and not self.repeats:
            return None
        return midnight(self._start(number)), midnight(self._start(number + 1))

    def following(self, moment: datetime) -> datetime | None:
        """Return when the next season after this moment begins; None: there is none."""
        if moment < midnight(self.first):
            return midnight(self.first)
        bounds = self.bounds(moment)
        return bounds[1] if bounds is not None and self.repeats else None

    def _start(self, number: int) -> date:
        """Return the first day of a season. number: counted from 0."""
        if self.months:
            return _months_later(self.first, number * self.months)
        return self.first + timedelta(number * self.days)


SeasonPlan = CalendarSeasons | DatedSeasons
"""The seasons that a server has chosen."""


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


def read_plan(text: str) -> SeasonPlan:
    """Read a plan as `str` writes it."""
    if text.isdecimal():
        return CalendarSeasons(int(text))
    first, last, repeats = text.split()
    return DatedSeasons(date.fromisoformat(first), date.fromisoformat(last), repeats == "again")


def read_day(text: str) -> date:
    """Return a day that a user wrote, like 2026-12-01.

    Raises:
        NotUnderstood: there is no such day.
    """
    parts = re.fullmatch("([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", "".join(text.split()))
    try:
        return date(*map(int, parts.groups())) if parts else _unreadable(text)
    except ValueError:
        return _unreadable(text)


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


def midnight(day: date) -> datetime:
    """Return the first moment of a day."""
    return datetime.combine(day, time(), UTC)


def _months_later(day: date, months: int) -> date:
    """Return the day this many months later, or the last day of that month if the month is too short."""
    years, month = divmod(day.month - 1 + months, YEAR)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _unreadable(text: str) -> date:
    raise DayUnreadable(text=text)
