"""Active hours: the times at which a user's clock runs in correspondence games. They are private to that user."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, Self
from zoneinfo import ZoneInfo, available_timezones

from bot.model.reasons.settings import TooFewDays, TooFewHours, UnknownTimeZone, UnreadableHours

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""The written names of the days, indexed by `date.weekday`."""
FEWEST_HOURS: Final = 4
"""The minimum number of active hours in a day."""
MOST_OFF: Final = 5
"""The maximum number of days off in a week."""

_MIDNIGHT: Final = 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveHours:
    """The weekly active hours of a user.

    `str` writes them in the form that `read` accepts: `always`, `Europe/Rome 08:00-22:00 off sat,sun`.
    """

    zone: str = "UTC"
    """The time zone, by its name in the IANA database."""
    begins: int = 0
    """The start of the active hours, in minutes after midnight."""
    ends: int = 24 * 60
    """The end of the active hours, in minutes after midnight. An end that is not later than the start is on the next
    day.
    """
    off: frozenset[int] = frozenset()
    """The days off, numbered as by `date.weekday`: no active hours start on them."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse active hours.

        Raises:
            BadHours: the text is unreadable, names an unknown time zone, or leaves too few hours or days.
        """
        written = " ".join(text.split())
        if written.casefold() in ("", "always"):
            return cls()
        parts = _WRITTEN.fullmatch(written)
        if parts is None:
            raise UnreadableHours(text=text)
        begins, ends = _minutes(parts["begins"]), _minutes(parts["ends"])
        if _lasting(begins, ends) < FEWEST_HOURS * 60:
            raise TooFewHours(least=FEWEST_HOURS)
        off = frozenset(DAYS.index(day) for day in re.findall("[a-z]{3}", (parts["off"] or "").casefold()))
        if len(off) > MOST_OFF:
            raise TooFewDays(least=7 - MOST_OFF)
        return cls(zone=_known(parts["zone"]), begins=begins, ends=ends, off=off)

    def __str__(self) -> str:
        if self == ALWAYS:
            return "always"
        hours = f"{self.zone} {_written(self.begins)}-{_written(self.ends)}"
        return f"{hours} off {','.join(DAYS[day] for day in sorted(self.off))}" if self.off else hours

    def awake(self, start: float, end: float) -> float:
        """Return the number of active seconds between two moments, in seconds since 1970-01-01 UTC."""
        if self == ALWAYS:
            return max(0.0, end - start)
        total = 0.0
        for begins, ends in self._hours(start):
            if begins >= end:
                break
            total += max(0.0, min(ends, end) - max(begins, start))
        return total

    def after(self, start: float, seconds: float, latest: float = float("inf")) -> float:
        """Return the moment `seconds` active seconds after `start`, or `latest` if that is sooner."""
        if self == ALWAYS:
            return min(start + seconds, latest)
        for begins, ends in self._hours(start):
            begin = max(begins, start)
            if begin >= latest or begin + seconds <= ends:
                return min(begin + seconds, latest)
            seconds -= ends - begin
        raise AssertionError("waking hours do not end")

    def _hours(self, start: float) -> Iterator[tuple[float, float]]:
        """Yield every period of active hours that ends after `start`, in order of time."""
        day = datetime.fromtimestamp(start, _zone(self.zone)).date() - timedelta(days=1)
        while True:
            if day.weekday() not in self.off:
                begins, ends = self._of_day(day)
                if ends > max(start, begins):
                    yield begins, ends
            day += timedelta(days=1)

    def _of_day(self, day: date) -> tuple[float, float]:
        """Return the start and the end of the active hours that begin on a day.

        A time that the change to daylight saving skips is read with the UTC offset before the change.
        """
        last = day + timedelta(days=1) if self.ends <= self.begins or self.ends == _MIDNIGHT else day
        return _moment(day, self.begins, self.zone), _moment(last, self.ends % _MIDNIGHT, self.zone)


ALWAYS: Final = ActiveHours()


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


@lru_cache(maxsize=1)
def _zones() -> tuple[str, ...]:
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def _known(name: str) -> str:
    """Return the database's spelling of a zone's name; raise UnknownTimeZone if there is none."""
    for zone in _zones():
        if zone.casefold() == name.casefold():
            return zone
    raise UnknownTimeZone(name=name)


def _moment(day: date, minutes: int, zone: str) -> float:
    local = datetime.combine(day, time(minutes // 60, minutes % 60), _zone(zone))
    return local.astimezone(UTC).timestamp()


def _minutes(written: str) -> int:
    hours, _, minutes = written.partition(":")
    return int(hours) * 60 + int(minutes or 0)


def _written(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _lasting(begins: int, ends: int) -> int:
    """Return the length of active hours in minutes; 0 if both hours are the same, which is taken for a mistake."""
    return ends - begins if ends >= begins else ends - begins + _MIDNIGHT


_WRITTEN: Final = re.compile(
    r"(?P<zone>[A-Za-z0-9_+/-]{1,40}) (?P<begins>(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9])?) ?[-\u2013] ?"
    r"(?P<ends>(?:(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9])?)|24(?::00)?)"
    rf"(?: off (?P<off>(?:{'|'.join(DAYS)})(?:[, ]+(?:{'|'.join(DAYS)}))*))?",
    re.IGNORECASE,
)
