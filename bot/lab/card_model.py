"""Estimates what cards are worth from the results of decks: a ridge regression on the copies of each card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import mul
from typing import Final, TypeAlias

from rules.core.cards import CardId
from rules.core.rng import next_bits

Copies: TypeAlias = Mapping[CardId, int]
"""A deck: how many copies it has of each card."""

NOISE: Final = 0.25
"""The variance of a match's result, 0 or 1, between equal decks."""
_SPREAD: Final = 0.15
"""By how much of the win legal decks differ from each other, before anything is known: a standard deviation."""
_UNIFORMS: Final = 12
"""Uniform draws that add up to one normal draw."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A deck, and what it won."""

    copies: Copies
    matches: float
    """Fewer than were played, if the deck shall count for less."""
    share: float
    """Of its matches that it won, 0 to 1."""


class CardModel:
    """What a copy of each card adds to a deck's share of the win, near a deck in the middle."""

    def __init__(self, cards: Sequence[CardId], middle: Copies, samples: Sequence[Sample], spread: float) -> None:
        """Fit the model. spread: the standard deviation of a copy's worth before anything is known."""
        self.cards, self.middle = cards, middle
        size = len(cards) + 1
        precision = [[0.0] * size for _ in range(size)]
        pull = [0.0] * size
        for place in range(1, size):
            precision[place][place] = 1 / spread**2
        precision[0][0] = 1 / _SPREAD**2
        for sample in samples:
            weight = sample.matches / NOISE
            row = [(0, 1.0), *self._differences(sample.copies)]
            for place, value in row:
                line, scaled = precision[place], weight * value
                pull[place] += scaled * (sample.share - 0.5)
                for other, more in row:
                    line[other] += scaled * more
        self._factor = _cholesky(precision)
        self._mean = _backward(self._factor, _forward(self._factor, pull))

    @property
    def worth(self) -> dict[CardId, float]:
        """Return the estimated worth of a copy of each card."""
        return dict(zip(self.cards, self._mean[1:], strict=True))

    def drawn(self, random: int, boldness: float) -> tuple[int, dict[CardId, float]]:
        """Return the generator's state, and worths that the samples leave possible: the less is known of a card, the
        farther from the estimate (Thompson sampling). boldness: 1 for all that is possible, 0 for the estimate.
        """
        normal = []
        for _ in self._mean:
            total = 0.0
            for _ in range(_UNIFORMS):
                random, bits = next_bits(random)
                total += bits / 2**64
            normal.append(total - _UNIFORMS / 2)
        moved = _backward(self._factor, normal)
        return random, {card: self._mean[n] + boldness * moved[n] for n, card in enumerate(self.cards, start=1)}

    def share(self, copies: Copies) -> float:
        """Return the share of the win, 0 to 1, that the model expects of a deck."""
        return 0.5 + self._mean[0] + sum([self._mean[place] * value for place, value in self._differences(copies)])

    def error(self, copies: Copies) -> float:
        """Return the standard deviation of that share."""
        row = [0.0] * len(self._mean)
        row[0] = 1.0
        for place, value in self._differences(copies):
            row[place] = value
        solved = _forward(self._factor, row)
        return sqrt(sum(map(mul, solved, solved)))

    def _differences(self, copies: Copies) -> list[tuple[int, float]]:
        """List, by the place of the card, how many copies more than the middle deck a deck has."""
        found = ((n, copies.get(card, 0) - self.middle.get(card, 0)) for n, card in enumerate(self.cards, start=1))
        return [(place, float(more)) for place, more in found if more]


def spread_of(parts: Sequence[tuple[int, int]]) -> float:
    """Return the standard deviation of a copy's worth that makes decks differ as much as they are thought to.

    parts: of each part of a deck its size, and how many copies of a card it may have.
    """
    return _SPREAD / sqrt(sum(size * copies for size, copies in parts))


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
