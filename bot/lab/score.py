"""Shares of many matches, means and differences, with their intervals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

_SURE: Final = 1.96
"""Standard deviations to either side of a mean that hold 95 of 100 values."""
AMONG_MANY: Final = 1.5
"""Factor on the width of an interval where many things are compared, of which one is always extreme."""


def by_deal(values: Sequence[float], places: int) -> list[float]:
    """Return the mean of each so many values in a row; of fewer at the end, theirs."""
    return [fmean(values[start : start + places]) for start in range(0, len(values), places)]


@dataclass(frozen=True, slots=True)
class Score:
    """Matches, and the wins among them: a draw is shared by all seats, a win by those who won together."""

    matches: int = 0
    wins: float = 0
    independent: float | None = None
    """As many matches of different deals would tell as much; None: each match was a deal of its own."""

    @classmethod
    def by_deals(cls, shares: Sequence[float], places: int) -> "Score":
        """Return the score of matches in their order, of which so many in a row have one deal, played from each seat.

        From all seats together a deal favours nobody: the interval follows from how much deals differ (two more, as
        far from the mean as can be, keep a few that are alike from seeming certain).
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
        if self.independent is None and other.independent is None:
            return Score(self.matches + other.matches, self.wins + other.wins)
        return Score(self.matches + other.matches, self.wins + other.wins, self.known + other.known)

    @property
    def known(self) -> float:
        """How many matches of different deals would tell as much."""
        return self.matches if self.independent is None else self.independent

    @property
    def share(self) -> float:
        """Per cent that was won; there must be a match."""
        return 100 * self.wins / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share in per cent (Wilson); there must be a match."""
        return self._interval(_SURE)

    def _interval(self, z: float) -> tuple[float, float]:
        n, p = self.known, self.wins / self.matches
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, 100 * (middle - half)), min(100.0, 100 * (middle + half))

    @property
    def likely(self) -> float:
        """Per cent that the true share reaches in five of six measurements; there must be a match."""
        return self._interval(1.0)[0]

    def side(self, share: float) -> int:
        """Return 1 if the true share is certainly above this one, -1 if below, 0 if it may be either: as certain as it
        takes where many are compared (`AMONG_MANY`).
        """
        if not self.matches:
            return 0
        low, high = self._interval(AMONG_MANY * _SURE)
        return (low > share) - (high < share)

    def within(self, points: float) -> bool:
        """Return whether the interval reaches no further than so many points to either side."""
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
        """The share in a sentence: “44 % [39-49]”; there must be a match."""
        low, high = self.interval
        return f"{self.share:.0f} % [{low:.0f}-{high:.0f}]"

    def __str__(self) -> str:
        if not self.matches:
            return "-"
        low, high = self.interval
        return f"{self.share:.1f} [{low:.1f}-{high:.1f}]"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of many values, and the half of its 95 % interval."""

    value: float
    error: float
    count: int

    @classmethod
    def of(cls, values: Iterable[float], unit: float = 0.0) -> "Mean":
        """Return the mean of these values.

        unit: the size of a difference; two more values, so far from the mean on either side, keep a few equal values
        from seeming certain (for shares of matches Bonett and Price's interval).
        """
        found = list(values)
        n = len(found)
        if not n:
            return cls(0.0, 0.0, 0)
        mean = sum(found) / n
        more = 2 if unit else 0
        squares = sum([(value - mean) ** 2 for value in found]) + more * unit**2
        spread = squares / max(1, n + more - 1)
        return cls(mean, _SURE * sqrt(spread / (n + more)), n)

    @property
    def side(self) -> int:
        """Return 1 if the true mean is certainly above zero, -1 if below, 0 if it may be either: as certain as it takes
        where many are compared (`AMONG_MANY`).
        """
        if not self.count or abs(self.value) <= AMONG_MANY * self.error:
            return 0
        return 1 if self.value > 0 else -1

    def __str__(self) -> str:
        return f"{self.value:+.1f} ±{self.error:.1f}" if self.count else "-"
