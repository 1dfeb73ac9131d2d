"""A random generator that keeps its own state, for making puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.core import rng

T = TypeVar("T")


@dataclass(slots=True)
class Random:
    """Draws one value after another from a seed."""

    state: int

    def below(self, bound: int) -> int:
        """Draw an integer in [0, bound)."""
        self.state, value = rng.below(self.state, bound)
        return value

    def one_of(self, items: Sequence[T]) -> T:
        """Draw one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order."""
        drawn = list(items)
        self.state = rng.shuffle(self.state, drawn)
        return drawn
