"""Draws from one seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.core import rng

T = TypeVar("T")


@dataclass(slots=True)
class Random:
    """Draws, one after the other."""

    state: int

    def below(self, bound: int) -> int:
        """A whole number from 0 to below the bound."""
        self.state, value = rng.below(self.state, bound)
        return value

    def one_of(self, items: Sequence[T]) -> T:
        """One of these, each as likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """These in any order."""
        found = list(items)
        self.state = rng.shuffle(self.state, found)
        return found
