"""Breaks: pauses that people choose, and that end by themselves.

A holiday stops the clocks of one user in all matches but live ones; an agreed break stops all clocks of one match.
"""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from math import ceil
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.model.pace import DAY
from bot.model.reasons.settings import HolidayEndsBeforeBegin, HolidayInPast, HolidayTooFarAway, TooManyHolidays

HOLIDAYS: Final = 30
"""The days of holiday that a user has in a calendar year of their time zone."""

AGREED: Final = 14 * DAY
"""The seconds after which an agreed break ends, unless a player ends it before."""

AHEAD: Final = 365
"""The number of days after which a holiday cannot begin."""


class Break(NamedTuple):
    """A break, from one moment to another, in seconds since 1970-01-01 UTC."""

    begins: float
    ends: float

    def is_on(self, now: float) -> bool:
        """Return whether clocks stand still for it now."""
        return self.begins <= now < self.ends


class SeatBreak(NamedTuple):
    """The break for which the clock of a seat stands still at present."""

    until: float
    """The moment at which it ends at the latest."""
    is_agreed: bool
    """Whether the players agreed on it; if not, it is a holiday of the seat's player."""


def holiday(first: date, last: date, zone: ZoneInfo, now: float) -> Break:
    """Return the holiday from one day to another, both included, in this time zone. One from today on begins now.

    Raises:
        NotUnderstood: the days have passed, are in the wrong order, or too far away; or there are too many.
    """
    today = datetime.fromtimestamp(now, zone).date()
    if last < first:
        raise HolidayEndsBeforeBegin(first=str(first), last=str(last))
    if first < today:
        raise HolidayInPast(today=str(today))
    if first > today + timedelta(AHEAD):
        raise HolidayTooFarAway
    return Break(max(now, _midnight(first, zone)), _midnight(last + timedelta(1), zone))


def check_days(breaks: Iterable[Break], zone: ZoneInfo) -> None:
    """Raise TooManyHolidays if these holidays of a user have more days in a year than a user has."""
    holidays = list(breaks)
    years = {datetime.fromtimestamp(moment, zone).year for each in holidays for moment in each}
    for year in sorted(years):
        taken = days_in(year, holidays, zone)
        if taken > HOLIDAYS:
            raise TooManyHolidays(year=year, most=HOLIDAYS, days=taken)


def days_in(year: int, breaks: Iterable[Break], zone: ZoneInfo) -> int:
    """Return the number of days of a year that holidays take. A day that is begun counts as a whole."""
    start, end = _midnight(date(year, 1, 1), zone), _midnight(date(year + 1, 1, 1), zone)
    lasting = (min(each.ends, end) - max(each.begins, start) for each in breaks)
    return sum(ceil(seconds / DAY) for seconds in lasting if seconds > 0)


def _midnight(day: date, zone: ZoneInfo) -> float:
    return datetime.combine(day, time(), zone).timestamp()
