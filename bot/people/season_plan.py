"""The seasons that a server has chosen: their dates, in UTC."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.model.days import YEAR, midnight, months_later

Bounds = tuple[datetime, datetime]
"""The first moment of a season, and the first one after it."""


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
        return midnight(start), midnight(months_later(start, self.months))

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
        return months if months > 0 and after == months_later(self.first, months) else 0

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
            return months_later(self.first, number * self.months)
        return self.first + timedelta(number * self.days)


SeasonPlan = CalendarSeasons | DatedSeasons
"""The seasons that a server has chosen."""


def read_plan(text: str) -> SeasonPlan:
    """Read a plan as `str` writes it."""
    if text.isdecimal():
        return CalendarSeasons(int(text))
    first, last, repeats = text.split()
    return DatedSeasons(date.fromisoformat(first), date.fromisoformat(last), repeats == "again")
