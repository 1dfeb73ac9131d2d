"""The form of a measurement: a name, a description, and a function that yields figures."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Reading:
    """A value of ours measured in one round, beside the same value of each peer (another program) and floor (a lower
    limit).
    """

    what: str
    unit: str
    ours: float
    beside: Mapping[str, float | None]
    """The value of each peer or floor in the same round; None if it is not installed."""


class TooBusyError(Exception):
    """Raised when an answer never comes: the bot always answers, so the machine must be too busy."""


Rounds = Generator[Sequence[Reading], None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A measurement of `python -m bench`."""

    name: str
    summary: str
    """A line that says what is measured, and what it is compared with."""
    rounds: Callable[[Path, bool], Rounds]
    """A generator function that yields the readings of one round after another, without end. Each round measures the
    same values. The arguments are an empty folder on the disk to measure, and whether the run is quick. The generator
    prepares what it can before the first round, and cleans up when closed. After an exception it is not asked for
    another round.
    """
