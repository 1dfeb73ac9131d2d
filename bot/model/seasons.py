"""Seasons and periods of leaderboards: their dates, in UTC."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

YEAR: Final = 12
"""Months."""


class Period(StrEnum):
    """The matches that a leaderboard counts."""

    NOW = "now"
    """All: the present ratings."""
    MONTH = "month"
    """Those that ended in this calendar month."""
    SEASON = "season"
    """Those of the server's present season."""


def month_start(now: datetime) -> datetime:
    """Return the moment at which the calendar month began."""
    return datetime(now.year, now.month, 1, tzinfo=UTC)


def season_bounds(moment: datetime, months: int) -> tuple[datetime, datetime]:
    """Return the first day of the season that contains this moment, and of the next one. months: its length.

    Seasons are parts of a calendar year: `months` divides 12.
    """
    first = (moment.month - 1) // months * months
    last = first + months
    start = datetime(moment.year, first + 1, 1, tzinfo=UTC)
    return start, datetime(moment.year + last // YEAR, last % YEAR + 1, 1, tzinfo=UTC)
