"""Compare two drafts match by match, so that the answer may be read after every match.

Each match has a number. The k-th match of one draft and the k-th of the other are a *pair*, and the difference of their
numbers lies in [-1, 1]. About the mean of these differences a gambler bets against each value
that it could have: with a fair stake, nobody multiplies money by 1 / `ERROR` at any time with a larger probability than
`ERROR` (Ville's inequality, 1939). So the values against which the gambler has not won that much are an interval that
holds the true mean *at all moments together*, whenever somebody looks and whatever makes them stop: I. Waudby-Smith
and A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical Society B 86
(2024). As proposed there, the money is spread over stakes of several sizes beforehand, since the best is not known.
"""

from collections import Counter
from collections.abc import Iterable
from math import exp, log, log1p
from typing import Final

from bot.model.comparison import Verdict

ERROR: Final = 0.05
"""The largest probability that a comparison ever names a difference where there is none."""
MARGIN: Final = 0.15
"""Drafts whose difference is certainly smaller count as alike."""
_STAKES: Final = tuple(0.95 * 0.7**size for size in range(10))
"""The fractions of the money that are lost if a pair has the difference -1."""
_ENOUGH: Final = log(2 / ERROR)  # half of the error for each side
_STEPS: Final = 24


class _Bets:
    """The money of a gambler who bets that the mean is above a value, as logarithms by stake.

    What is staked buys (difference + 1) / (value + 1) of itself back, which is fair if the value is the mean.
    """

    def __init__(self, value: float) -> None:
        self._value = value
        self._logs = [0.0] * len(_STAKES)

    def see(self, difference: float, times: int = 1) -> None:
        """Settle the bets on this many equal differences."""
        gain = (difference + 1) / (self._value + 1) - 1
        for size, stake in enumerate(_STAKES):
            self._logs[size] += times * log1p(stake * gain)

    @property
    def have_won(self) -> bool:
        """Return whether the mean is certainly above the value."""
        most = max(self._logs)
        mean = sum(exp(each - most) for each in self._logs) / len(_STAKES)
        return most + log(mean) >= _ENOUGH


class Trial:
    """A comparison in progress, by pairs. It remembers its first verdict."""

    def __init__(self) -> None:
        self._more, self._less = _Bets(0.0), _Bets(0.0)
        self._above, self._below = _Bets(-MARGIN), _Bets(-MARGIN)
        self.verdict: Verdict | None = None
        self.pairs = 0
        """The number of pairs up to the verdict."""

    def see(self, difference: float) -> Verdict | None:
        """Add a pair, unless there is a verdict already; return the verdict. difference: the second draft's number
        minus the first one's, in [-1, 1].
        """
        if self.verdict is not None:
            return self.verdict
        self.pairs += 1
        for bets in (self._more, self._above):
            bets.see(difference)
        for bets in (self._less, self._below):
            bets.see(-difference)
        if self._more.have_won:
            self.verdict = Verdict.MORE
        elif self._less.have_won:
            self.verdict = Verdict.LESS
        elif self._above.have_won and self._below.have_won:
            self.verdict = Verdict.ALIKE
        return self.verdict


def interval(differences: Iterable[float]) -> tuple[float, float]:
    """Return an interval for the mean difference, which is valid at all moments together (see above)."""
    counts = Counter(differences)
    return _lower(counts), -_lower(Counter({-difference: times for difference, times in counts.items()}))


def _lower(counts: Counter[float]) -> float:
    """Return the largest value, to within 2 ** (1 - `_STEPS`), that the mean is certainly above; -1: none."""
    low, high = -1.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        bets = _Bets(middle)
        for difference, times in counts.items():
            bets.see(difference, times)
        if bets.have_won:
            low = middle
        else:
            high = middle
    return low
