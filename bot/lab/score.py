"""What somebody won of many matches, how two things differ, and how sure one can be of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

_SURE: Final = 1.96
"""Standard deviations about a mean that hold 95 of 100."""
AMONG_MANY: Final = 1.5
"""Where many things are looked at, one is told of only if it is so many times as sure as one alone must be."""


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
        """Per cent that was won. There is a match at least."""
        return 100 * self.wins / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """Per cent between which the true share lies in 95 of 100 measurements (Wilson). There is a match at least."""
        return self._interval(_SURE)

    def _interval(self, z: float) -> tuple[float, float]:
        n, p = self.known, self.wins / self.matches
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, 100 * (middle - half)), min(100.0, 100 * (middle + half))

    @property
    def likely(self) -> float:
        """Per cent that the true share reaches in five of six measurements. There is a match at least."""
        return self._interval(1.0)[0]

    def side(self, share: float) -> int:
        """1 if more than this share was won for certain, -1 if less, 0 if it may be either: where many are looked at,
        of which one is always extreme.
        """
        if not self.matches:
            return 0
        low, high = self._interval(AMONG_MANY * _SURE)
        return (low > share) - (high < share)

    def within(self, points: float) -> bool:
        """Whether the true share is known to so many per cent."""
        if not self.matches:
            return False
        low, high = self.interval
        return (high - low) / 2 <= points

    def holds(self, share: float) -> bool:
        """Whether this may be the true share."""
        low, high = self.interval
        return low <= share <= high

    @property
    def words(self) -> str:
        """In a sentence: “44 % [39-49]”. There is a match at least."""
        low, high = self.interval
        return f"{self.share:.0f} % [{low:.0f}-{high:.0f}]"

    def __str__(self) -> str:
        if not self.matches:
            return "-"
        low, high = self.interval
        return f"{self.share:.1f} [{low:.1f}-{high:.1f}]"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of many values, and how far the true one may be from it in 5 of 100 measurements."""

    value: float
    error: float
    count: int

    @classmethod
    def of(cls, values: Iterable[float], unit: float = 0.0) -> "Mean":
        """Of these. unit: what a value may differ by at least: two more values, so far from the others' mean on either
        side, keep a few that happen to be equal from seeming certain (for shares of matches Bonett and Price's
        interval).
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
        """1 if it is above zero for certain, -1 below, 0 if it may be either: where many are looked at, of which one is
        always extreme.
        """
        if not self.count or abs(self.value) <= AMONG_MANY * self.error:
            return 0
        return 1 if self.value > 0 else -1

    def __str__(self) -> str:
        return f"{self.value:+.1f} ±{self.error:.1f}" if self.count else "-"
