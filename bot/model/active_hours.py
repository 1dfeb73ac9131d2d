"""Active hours: when a user's clock runs in correspondence games. Nobody else may know them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, Self
from zoneinfo import ZoneInfo, available_timezones

from bot.model.reasons.settings import TooFewDays, TooFewHours, UnknownTimeZone, UnreadableHours

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""The days as they are written, by `date.weekday`."""
LEAST: Final = 4
"""Fewest active hours of a day."""
MOST_OFF: Final = 5
"""Most days of a week that may be off."""

_MIDNIGHT: Final = 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Waking:
    """A user's active hours. `str` writes what `read` reads: `always`, `Europe/Rome 08:00-22:00 off sat,sun`."""

    zone: str = "UTC"
    """A name from the IANA time zone database."""
    begins: int = 0
    """The start, in minutes after midnight."""
    ends: int = 24 * 60
    """The end, likewise; on the next day if it is no later than the start."""
    off: frozenset[int] = frozenset()
    """Days, as `date.weekday` counts them, on which no active hours start."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the hours that the text describes.

        Raises:
            BadHours: it means none, or hours that hardly ever run; says what to write.
        """
        written = " ".join(text.split())
        if written.casefold() in ("", "always"):
            return cls()
        found = _WRITTEN.fullmatch(written)
        if found is None:
            raise UnreadableHours(text=text)
        begins, ends = _minutes(found["begins"]), _minutes(found["ends"])
        if _lasting(begins, ends) < LEAST * 60:
            raise TooFewHours(least=LEAST)
        off = frozenset(DAYS.index(day) for day in re.findall("[a-z]{3}", (found["off"] or "").casefold()))
        if len(off) > MOST_OFF:
            raise TooFewDays(least=7 - MOST_OFF)
        return cls(zone=_known(found["zone"]), begins=begins, ends=ends, off=off)

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
        """Return the moment at which so many active seconds have passed, or `latest` if that is sooner."""
        if self == ALWAYS:
            return min(start + seconds, latest)
        for begins, ends in self._hours(start):
            begin = max(begins, start)
            if begin >= latest or begin + seconds <= ends:
                return min(begin + seconds, latest)
            seconds -= ends - begin
        raise AssertionError("waking hours do not end")

    def _hours(self, start: float) -> Iterator[tuple[float, float]]:
        """Yield all active hours that end after a moment, in order."""
        day = datetime.fromtimestamp(start, _zone(self.zone)).date() - timedelta(days=1)
        while True:
            if day.weekday() not in self.off:
                begins, ends = self._of_day(day)
                if ends > max(start, begins):
                    yield begins, ends
            day += timedelta(days=1)

    def _of_day(self, day: date) -> tuple[float, float]:
        """Return the active hours of a day. A time that the clocks skip is the moment at which they are put forward."""
        last = day + timedelta(days=1) if self.ends <= self.begins or self.ends == _MIDNIGHT else day
        return _moment(day, self.begins, self.zone), _moment(last, self.ends % _MIDNIGHT, self.zone)


ALWAYS: Final = Waking()


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


@lru_cache(maxsize=1)
def _zones() -> tuple[str, ...]:
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def _known(name: str) -> str:
    """Return the name of a time zone as the database has it."""
    for known in _zones():
        if known.casefold() == name.casefold():
            return known
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
    """Return the length in minutes; the same hour twice counts as a mistake, of length 0."""
    return ends - begins if ends >= begins else ends - begins + _MIDNIGHT


_WRITTEN: Final = re.compile(
    r"(?P<zone>[A-Za-z0-9_+/-]{1,40}) (?P<begins>(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9])?) ?[-\u2013] ?"
    r"(?P<ends>(?:(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9])?)|24(?::00)?)"
    rf"(?: off (?P<off>(?:{'|'.join(DAYS)})(?:[, ]+(?:{'|'.join(DAYS)}))*))?",
    re.IGNORECASE,
)
