"""The puzzle of each day, and streaks of solved days."""

import hmac
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Final

from bot.puzzles.booklet import Entry, of_level
from bot.puzzles.offers import Offer, Offers, week
from bot.puzzles.refusals import DayToCome, DayTooLongAgo, NotADay

WEEK: Final = (1, 1, 3, 2, 4, 4, 5)
"""The level of the daily puzzle from Monday to Sunday."""


def levels_of_week(offer: Offer) -> Sequence[int]:
    """Return the levels of a game's puzzles from Monday to Sunday. A level that the game lacks is replaced by its
    hardest one.
    """
    return [min(level, len(offer.puzzles.levels)) for level in WEEK]


def level_of(offer: Offer, day: date) -> int:
    """Return the level of a date's puzzle."""
    return levels_of_week(offer)[day.weekday()]


def typed_day(typed: str, today: date) -> date:
    """Read a date typed as year-month-day; an empty text means today.

    Raises:
        NotUnderstood: it is not a date.
        NotAllowed: the date is in the future, or more than a year ago.
    """
    if not typed.strip():
        return today
    try:
        day = date.fromisoformat(typed.strip())
    except ValueError:
        raise NotADay from None
    if day > today:
        raise DayToCome
    if day < today - timedelta(days=366):
        raise DayTooLongAgo
    return day


def chosen(offers: Offers, day: date, key: str) -> Entry:
    """Return a booklet puzzle for a date without a generated one.

    The secret key decides the order, and no puzzle is repeated before all others of its level have been used.

    Raises:
        Refusal: no game offers puzzles.
    """
    offer = offers.of_day(day)
    levels, level = levels_of_week(offer), level_of(offer, day)
    entries = of_level(offer, level)
    turn = week(day) // len(offers.all) * levels.count(level) + levels[: day.weekday()].count(level)
    cycle, place = divmod(turn, len(entries))

    def drawn(number: int) -> bytes:
        return _drawn(key, f"{offer.game.key}/{level}/{cycle}/{number}")

    return entries[sorted(range(len(entries)), key=drawn)[place]]


def seed(key: str, what: str) -> int:
    """Return the seed, in [0, 2**63), of the puzzle that `what` names. Nobody can guess it without the secret key."""
    return int.from_bytes(_drawn(key, what)[:8]) >> 1


def streak(solved: Iterable[date], today: date) -> int:
    """Return the number of solved days in a row up to today, or up to yesterday if today is unsolved."""
    days = set(solved)
    last = next((day for day in (today, today - timedelta(days=1)) if day in days), None)
    count = 0
    while last is not None and last - timedelta(days=count) in days:
        count += 1
    return count


def _drawn(key: str, what: str) -> bytes:
    return hmac.digest(key.encode(), what.encode(), "sha256")
