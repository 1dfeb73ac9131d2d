"""A model of the worth of parts (cards of a deck, preferences of a plan) from the results of whole decks or plans.

It is a ridge regression on the count of each part.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import mul
from typing import Final, Generic, TypeVar

from bot.lab.score import Score
from rules.core.rng import next_bits

P = TypeVar("P", bound=Hashable)
"""A part of a subject: a card of a deck, or a preference of a plan."""

NOISE: Final = 0.25
"""The variance of a match's result, 0 or 1, between equals."""
SPREAD: Final = 0.15
"""The standard deviation of the difference between two subjects before any result, as a fraction of the win."""
_AMISS: Final = 0.04
"""The standard deviation of the model's error that remains with any number of samples, as a fraction of the win."""
_UNIFORMS: Final = 12
"""The number of uniform draws that add up to one normal draw."""


@dataclass(frozen=True, slots=True)
class Sample(Generic[P]):
    """A data point: the parts of a deck or the like, each with its count, and the share of matches that it won."""

    parts: Mapping[P, int]
    matches: float
    """The weight of the sample: the matches played, or fewer for a distant subject."""
    share: float
    """The share of the matches that the subject won, 0 to 1."""


class WorthModel(Generic[P]):
    """Estimates how much each part adds to the share of the win, for subjects near a middle one."""

    def __init__(
        self,
        parts: Sequence[P],
        middle: Mapping[P, int],
        samples: Sequence[Sample[P]],
        spread: float,
        fair: float = 0.5,
    ) -> None:
        """Fit the model.

        spread: the standard deviation of a part's worth before any result. fair: the share to expect then.
        """
        self.parts, self.middle, self.spread, self._fair = parts, middle, spread, fair
        size = len(parts) + 1
        precision = [[0.0] * size for _ in range(size)]
        pull = [0.0] * size
        for place in range(1, size):
            precision[place][place] = 1 / spread**2
        precision[0][0] = 1 / SPREAD**2
        for sample in samples:
            weight = sample.matches / NOISE
            row = [(0, 1.0), *self._differences(sample.parts)]
            for place, value in row:
                line, scaled = precision[place], weight * value
                pull[place] += scaled * (sample.share - fair)
                for other, more in row:
                    line[other] += scaled * more
        self._factor = _cholesky(precision)
        self._mean = _backward(self._factor, _forward(self._factor, pull))

    @property
    def worth(self) -> dict[P, float]:
        """Return the estimated worth of each part."""
        return dict(zip(self.parts, self._mean[1:], strict=True))

    def drawn(self, random: int, boldness: float) -> tuple[int, dict[P, float]]:
        """Return the generator's state, and a random draw of worths that the samples allow (Thompson sampling).

        boldness: 0 gives the estimate itself, 1 the full uncertainty about each part.
        """
        normal = []
        for _ in self._mean:
            total = 0.0
            for _ in range(_UNIFORMS):
                random, bits = next_bits(random)
                total += bits / 2**64
            normal.append(total - _UNIFORMS / 2)
        moved = _backward(self._factor, normal)
        return random, {part: self._mean[n] + boldness * moved[n] for n, part in enumerate(self.parts, start=1)}

    def share(self, parts: Mapping[P, int]) -> float:
        """Return the share of the win, 0 to 1, that the model expects of a subject with these parts."""
        return (
            self._fair + self._mean[0] + sum([self._mean[place] * value for place, value in self._differences(parts)])
        )

    def error(self, parts: Mapping[P, int]) -> float:
        """Return the standard deviation of the expected share."""
        row = [0.0] * len(self._mean)
        row[0] = 1.0
        for place, value in self._differences(parts):
            row[place] = value
        solved = _forward(self._factor, row)
        return sqrt(sum(map(mul, solved, solved)))

    def expected(self, parts: Mapping[P, int]) -> Score:
        """Return the expected share as a score, whose number of matches expresses the model's certainty."""
        share = min(1.0, max(0.0, self.share(parts)))
        sure = round(NOISE / (self.error(parts) ** 2 + _AMISS**2))
        return Score(sure, sure * share)

    def _differences(self, parts: Mapping[P, int]) -> list[tuple[int, float]]:
        """List the parts whose number differs from the middle: their place and the difference."""
        differences = ((n, parts.get(part, 0) - self.middle.get(part, 0)) for n, part in enumerate(self.parts, start=1))
        return [(place, float(more)) for place, more in differences if more]


def _cholesky(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the lower triangle whose product with its transpose is the matrix."""
    lower: list[list[float]] = []
    for place, line in enumerate(matrix):
        row: list[float] = []
        for other in range(place):
            upper = lower[other]
            row.append((line[other] - sum(map(mul, row, upper))) / upper[other])
        row.append(sqrt(line[place] - sum(map(mul, row, row))))
        lower.append(row)
    return lower


def _forward(lower: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Solve lower * x = values."""
    solved: list[float] = []
    for row, value in zip(lower, values, strict=True):
        solved.append((value - sum(map(mul, row, solved))) / row[-1])
    return solved


def _backward(lower: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Solve transposed(lower) * x = values."""
    solved = list(values)
    for place in range(len(lower) - 1, -1, -1):
        solved[place] /= lower[place][place]
        for other in range(place):
            solved[other] -= lower[place][other] * solved[place]
    return solved
