"""Days of the calendar, in UTC."""

import re
from calendar import monthrange
from datetime import UTC, date, datetime, time
from typing import Final

from bot.model.reasons.settings import DayUnreadable

YEAR: Final = 12
"""The number of months in a year."""


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


def midnight(day: date) -> datetime:
    """Return the first moment of a day."""
    return datetime.combine(day, time(), UTC)


def months_later(day: date, months: int) -> date:
    """Return the day this many months later, or the last day of that month if the month is too short."""
    years, month = divmod(day.month - 1 + months, YEAR)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _unreadable(text: str) -> date:
    raise DayUnreadable(text=text)
