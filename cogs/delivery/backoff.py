"""Compute the pauses before a failed delivery is tried again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Final

from bot.application.match.outbox import Trouble
from cogs.delivery.error_meanings import Meaning, meaning

_random: Final = SystemRandom()

TROUBLES: Final[Mapping[Meaning, Trouble]] = {
    Meaning.GONE: Trouble.WAIT,
    Meaning.TOO_OLD: Trouble.WAIT,
    Meaning.ARCHIVED: Trouble.FORBIDDEN,
    Meaning.CLOSED: Trouble.CLOSED,
    Meaning.FORBIDDEN: Trouble.FORBIDDEN,
    Meaning.FILTERED: Trouble.FORBIDDEN,
    Meaning.WAIT: Trouble.WAIT,
    Meaning.PASSING: Trouble.WAIT,
    Meaning.ACKNOWLEDGED: Trouble.WAIT,
    Meaning.LATE: Trouble.WAIT,
    Meaning.UNHEARD: Trouble.CLOSED,
    Meaning.FILE: Trouble.BROKEN,
    Meaning.BROKEN: Trouble.BROKEN,
}
"""The trouble that is recorded for each meaning of an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """Pauses in seconds: for each trouble, the first pause, which doubles with each further failure up to `most`. The
    actual pause is between 75 and 125 percent of that, at random.
    """

    wait: float = 1.0
    closed: float = 30.0
    """The pause after the second failure in a row. After the first one, only the user's next press retries."""
    forbidden: float = 300.0
    broken: float = 60.0
    most: float = 3600.0
    passing: Sequence[float] = (1.0, 2.0, 4.0, *[6.0] * 9, 15.0, 30.0, 60.0)
    """The pauses while Discord refuses what it takes at other times; the last one repeats. They grow slowly at first,
    because most such refusals pass in a minute.
    """

    def pause(self, trouble: Trouble, failures: int) -> float:
        """Return the seconds to wait after a number of failures in a row, at least 1."""
        if trouble is Trouble.CLOSED and failures == 1:
            return 0.0
        first = {
            Trouble.WAIT: self.wait,
            Trouble.CLOSED: self.closed,
            Trouble.FORBIDDEN: self.forbidden,
            Trouble.BROKEN: self.broken,
        }[trouble]
        doubled = min(first * 2.0 ** min(failures - 1, 20), self.most)
        return doubled * _varied()

    def pause_after(self, error: Exception, trouble: Trouble, failures: int) -> float:
        """Return the seconds to wait after an error, as `pause` does. trouble: the trouble that is recorded for it."""
        if trouble is Trouble.WAIT and meaning(error) is Meaning.PASSING:
            return self.passing[min(failures, len(self.passing)) - 1] * _varied()
        return self.pause(trouble, failures)


def _varied() -> float:
    return _random.uniform(0.75, 1.25)
