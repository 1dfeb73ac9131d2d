"""What a measurement is: a name, what it measures, and a function that yields figures."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Reading:
    """What one round found out about one thing."""

    what: str
    unit: str
    ours: float
    beside: Mapping[str, float | None]
    """The same of each peer or floor in the same round; None: it is not installed."""


class TooBusyError(Exception):
    """What is measured did not come in a time in which it always does: the machine has too much else to do."""


Rounds = Generator[Sequence[Reading], None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One measurement of those that `python -m bench` makes."""

    name: str
    says: str
    """What is measured, beside what, in a sentence."""
    rounds: Callable[[Path, bool], Rounds]
    """Yields what a round finds, the same things in each, as often as it is asked. It is given a folder of its own on
    the disk that is measured, and whether a quick look is enough. What can be prepared once is prepared before the
    first round, and cleared away when it is closed. One that raises is asked no more."""
