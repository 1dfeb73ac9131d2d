"""What somebody won of many matches, and how sure one can be of it."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

_SURE: Final = 1.96
"""Standard deviations about a mean that hold 95 of 100."""


@dataclass(frozen=True, slots=True)
class Score:
    """Matches, and the wins among them: a draw is shared by all seats, a win by those who won together."""

    matches: int = 0
    wins: float = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.matches + other.matches, self.wins + other.wins)

    @property
    def share(self) -> float:
        """Per cent that was won. There is a match at least."""
        return 100 * self.wins / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """Per cent between which the true share lies in 95 of 100 measurements (Wilson). There is a match at least."""
        n, p, z = self.matches, self.wins / self.matches, _SURE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return 100 * (middle - half), 100 * (middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:.1f} [{low:.1f}-{high:.1f}]"
