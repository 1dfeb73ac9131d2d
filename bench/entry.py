"""The form of a measurement: a name, a description, and a function that yields figures."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Reading:
    """One measured value of one round, beside those of others."""

    what: str
    unit: str
    ours: float
    beside: Mapping[str, float | None]
    """The value of each peer or floor in the same round; None if it is not installed."""


class TooBusyError(Exception):
    """The error for an answer that never came although it always does: the machine is too busy."""


Rounds = Generator[Sequence[Reading], None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A measurement of `python -m bench`."""

    name: str
    says: str
    """A line that says what it measures, and beside what."""
    rounds: Callable[[Path, bool], Rounds]
    """Yields the readings of a round, the same things in each, without end. Its arguments are an empty folder on the
    disk to measure, and whether the run is quick. It prepares what it can before the first round, and cleans up when
    closed. After an exception it is not called again."""
