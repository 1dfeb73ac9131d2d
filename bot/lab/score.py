"""Scores of many matches, means and differences, with their intervals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

_SURE: Final = 1.96
"""The number of standard deviations on either side of a mean that hold 95 % of values."""
AMONG_MANY: Final = 1.5
"""The factor on the width of an interval if many things are compared, because one of them is extreme by chance."""


def by_deal(values: Sequence[float], places: int) -> list[float]:
    """Return the mean of every `places` values in a row; the last group may be smaller."""
    return [fmean(values[start : start + places]) for start in range(0, len(values), places)]


@dataclass(frozen=True, slots=True)
class Score:
    """A number of matches and the wins in them. In a draw, all seats share the win; joint winners share it, too."""

    matches: int = 0
    wins: float = 0
    independent: float | None = None
    """The number of matches on different deals that would give the same precision; None if all deals differed."""

    @classmethod
    def by_deals(cls, shares: Sequence[float], places: int) -> "Score":
        """Return the score of matches in order, where every `places` in a row are one deal, played from each seat.

        A deal favours no player once all seats have played it, so the interval follows from the differences between
        deals. Two extreme deals are added, so that a few equal ones do not look certain.
        """
        wins, deals = sum(shares), by_deal(shares, places)
        if places == 1 or not deals:
            return cls(len(shares), wins)
        mean = wins / len(shares)
        squares = sum([(deal - mean) ** 2 for deal in deals]) + 2 * 0.5**2
        spread = squares / (len(deals) + 1)
        even = mean + (0.5 - mean) * 4 / (len(shares) + 4)
        return cls(len(shares), wins, even * (1 - even) / spread * len(deals))

    def __add__(self, other: "Score") -> "Score":
        matches, wins = self.matches + other.matches, self.wins + other.wins
        if self.independent is None and other.independent is None:
            return Score(matches, wins)
        # The variances of the numbers of wins add up. The numbers of independent matches do not: a part that is known
        # exactly, such as equal decks against each other, would hide the doubt about the other.
        doubt = sum(part.matches**2 / part.effective_matches for part in (self, other) if part.matches)
        return Score(matches, wins, matches**2 / doubt)

    @property
    def effective_matches(self) -> float:
        """The number of matches on different deals that would give the same precision."""
        return self.matches if self.independent is None else self.independent

    @property
    def share(self) -> float:
        """The share of wins, in per cent; there must be at least one match."""
        return 100 * self.wins / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, in per cent (Wilson); there must be at least one match."""
        return self._interval(_SURE)

    def _interval(self, z: float) -> tuple[float, float]:
        n, p = self.effective_matches, self.wins / self.matches
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        low, high = 100 * (middle - half), 100 * (middle + half)
        return max(0.0, min(low, 100 * p)), min(100.0, max(high, 100 * p))

    @property
    def likely(self) -> float:
        """A lower bound of the true share, in per cent, that holds five times out of six; there must be at least one
        match.
        """
        return self._interval(1.0)[0]

    def side(self, share: float) -> int:
        """Return 1 if the true share is certainly above this one, -1 if below, 0 if it may be either.

        The certainty suits a comparison of many (`AMONG_MANY`).
        """
        if not self.matches:
            return 0
        low, high = self._interval(AMONG_MANY * _SURE)
        return (low > share) - (high < share)

    def within(self, points: float) -> bool:
        """Return whether the interval reaches no further than this many points to either side."""
        if not self.matches:
            return False
        low, high = self.interval
        return (high - low) / 2 <= points

    def holds(self, share: float) -> bool:
        """Return whether this share lies in the interval."""
        low, high = self.interval
        return low <= share <= high

    @property
    def words(self) -> str:
        """The share in a sentence: “44 % [39-49]”; there must be at least one match."""
        low, high = self.interval
        return f"{self.share:.0f} % [{low:.0f}-{high:.0f}]"

    def __str__(self) -> str:
        if not self.matches:
            return "-"
        low, high = self.interval
        return f"{self.share:.1f} [{low:.1f}-{high:.1f}]"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of many values, and half the width of its 95 % interval."""

    value: float
    error: float
    count: int

    @classmethod
    def of(cls, values: Iterable[float], unit: float = 0.0) -> "Mean":
        """Return the mean of these values.

        unit: the size of a typical difference. Two values this far from the mean, one on either side, are added, so
        that a few equal values do not look certain (for shares of matches this is Bonett and Price's interval).
        """
        sample = list(values)
        n = len(sample)
        if not n:
            return cls(0.0, 0.0, 0)
        mean = sum(sample) / n
        more = 2 if unit else 0
        squares = sum([(value - mean) ** 2 for value in sample]) + more * unit**2
        spread = squares / max(1, n + more - 1)
        return cls(mean, _SURE * sqrt(spread / (n + more)), n)

    @property
    def side(self) -> int:
        """Return 1 if the true mean is certainly above zero, -1 if below, 0 if it may be either.

        The certainty suits a comparison of many (`AMONG_MANY`).
        """
        if not self.count or abs(self.value) <= AMONG_MANY * self.error:
            return 0
        return 1 if self.value > 0 else -1

    def __str__(self) -> str:
        return f"{self.value:+.1f} ±{self.error:.1f}" if self.count else "-"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured number of any unit with its 95 % interval."""

    value: float
    low: float
    high: float
    matches: int
    """The number of matches from which the number was computed."""

    @classmethod
    def of(cls, measured: Score | Mean) -> "Estimate | None":
        """Return a share in per cent, or a mean; None if there was no match."""
        if isinstance(measured, Score):
            return cls(measured.share, *measured.interval, measured.matches) if measured.matches else None
        value, error = measured.value, measured.error
        return cls(value, value - error, value + error, measured.count) if measured.count else None

    def lies(self, least: float, most: float) -> str:
        """Return whether the number lies within these bounds: yes if its whole interval does, no if its whole interval
        does not, else unsure.
        """
        if least <= self.low and self.high <= most:
            return "yes"
        return "no" if self.high < least or self.low > most else "unsure"

    def __str__(self) -> str:
        return f"{self.value:.1f} [{self.low:.1f}-{self.high:.1f}]"
