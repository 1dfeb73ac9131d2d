"""Which puzzle is whose day's, and who solved them day after day."""

import hmac
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from bot.model.refusals import NotAllowed, NotUnderstood
from bot.puzzles.booklet import Entry, load_booklet

WEEK: Final = (1, 1, 3, 2, 4, 4, 5)
"""The level of the daily puzzle from Monday to Sunday."""


def level_of(day: date) -> int:
    """The level of a date's puzzle."""
    return WEEK[day.weekday()]


def typed_day(typed: str, today: date) -> date:
    """The date that somebody typed, as year-month-day; today for nothing.

    Raises:
        NotUnderstood: it is none.
        NotAllowed: it has not come yet, or is long past.
    """
    if not typed.strip():
        return today
    try:
        day = date.fromisoformat(typed.strip())
    except ValueError:
        raise NotUnderstood("A day is typed like 2026-01-31. Without one, the puzzle is today's.") from None
    if day > today:
        raise NotAllowed("That day has not come yet, and nobody knows its puzzle, not even I. Today's is ready.")
    if day < today - timedelta(days=366):
        raise NotAllowed("That is too long ago: I keep the daily puzzles of a year. Today's is ready.")
    return day


def chosen(day: date, key: str) -> Entry:
    """A date's puzzle out of the booklet, where none was made for it: in an order that only the secret key tells, none
    again before all of its level have been.
    """
    level = level_of(day)
    entries = [entry for entry in load_booklet() if entry.level == level]
    within = WEEK[: day.weekday()].count(level)
    turn = (day.toordinal() - 1) // 7 * WEEK.count(level) + within
    cycle, place = divmod(turn, len(entries))

    def drawn(number: int) -> bytes:
        return _drawn(key, f"{level}/{cycle}/{number}")

    return entries[sorted(range(len(entries)), key=drawn)[place]]


def seed(key: str, what: str) -> int:
    """What a puzzle is made of, in [0, 2**63): nobody can tell it without the secret key."""
    return int.from_bytes(_drawn(key, what)[:8]) >> 1


def streak(solved: Iterable[date], today: date) -> int:
    """How many days in a row, up to today or yesterday."""
    days = set(solved)
    last = next((day for day in (today, today - timedelta(days=1)) if day in days), None)
    count = 0
    while last is not None and last - timedelta(days=count) in days:
        count += 1
    return count


def _drawn(key: str, what: str) -> bytes:
    return hmac.digest(key.encode(), what.encode(), "sha256")
