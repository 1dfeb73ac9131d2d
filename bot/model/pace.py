"""The pace of a match: how long players may think, and what happens when one runs out of time."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from bot.model.reasons.settings import LiveClockOutOfRange, SlowClockOutOfRange, UnreadablePace

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

BANK: Final = (MINUTE, 3 * HOUR)
"""The shortest and the longest bank of a live match, in seconds."""
INCREMENT: Final = 10 * MINUTE
"""The longest increment of a live match, in seconds."""
SPAN: Final = (HOUR, 14 * DAY)
"""The shortest and the longest time for a turn by correspondence, in seconds."""

_WRITTEN: Final = re.compile(
    r"(?:(?P<none>none|no clock)"
    r"|(?P<minutes>[0-9]{1,6})(?: ?\+ ?(?P<more>[0-9]{1,6})| ?(?:m|min|minutes?))"
    r"|(?P<hours>[0-9]{1,6}) ?(?:h|hours?)"
    r"|(?P<days>[0-9]{1,6}) ?(?:d|days?))"
    r"(?: (?P<timeout>default|forfeit|computer|vote))?"
)


class Kind(StrEnum):
    """The kinds of pace: no clock, a bank for the whole match, or time for each turn."""

    NONE = "none"
    LIVE = "live"  # a bank for the whole match, and a little more after every turn
    CORRESPONDENCE = "correspondence"  # so long for each decision


class Timeout(StrEnum):
    """The ways to go on when a player runs out of time."""

    DEFAULT = "default"  # what costs them nothing is done for them (`rules.core.game.Game.default_action`)
    FORFEIT = "forfeit"  # they have given up
    COMPUTER = "computer"  # a computer decides for them (`rules.core.game.Game.greedy`)
    VOTE = "vote"  # the others say what happens (`bot.model.proposal.Verdict`)


_THEN: Final = {
    Timeout.DEFAULT: "When it is over, I pass for them; where something must be chosen, I choose.",
    Timeout.FORFEIT: "Whoever has no time left has given up.",
    Timeout.COMPUTER: "When it is over, a computer decides for them, this once.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The pace of a match. `str` writes it as `read` reads it: `none`, `10+15 forfeit`, `36h default`."""

    kind: Kind = Kind.NONE
    seconds: int = 0
    """In live matches of each player's bank; by correspondence for each turn."""
    increment: int = 0
    """In live matches, seconds added to a bank when its player has decided and others are asked."""
    timeout: Timeout = Timeout.DEFAULT

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the pace that the text describes: minutes and seconds (`10+15`), hours (`36h`, `36 hours`), days (`3
        days`) or `none`; a timeout may follow.

        Raises:
            BadPace: it means none, or one that is too short or too long; says what to write.
        """
        written = " ".join(text.casefold().split())
        found = _WRITTEN.fullmatch(written)
        if found is None:
            raise UnreadablePace(text=text)
        timeout = Timeout(found["timeout"] or Timeout.DEFAULT)
        if found["none"]:
            return cls()
        if found["minutes"]:
            live = cls(
                kind=Kind.LIVE,
                seconds=int(found["minutes"]) * MINUTE,
                increment=int(found["more"] or 0),
                timeout=timeout,
            )
            if not BANK[0] <= live.seconds <= BANK[1] or live.increment > INCREMENT:
                raise LiveClockOutOfRange
            return live
        seconds = int(found["hours"] or 0) * HOUR + int(found["days"] or 0) * DAY
        if not SPAN[0] <= seconds <= SPAN[1]:
            raise SlowClockOutOfRange
        return cls(kind=Kind.CORRESPONDENCE, seconds=seconds, timeout=timeout)

    def __str__(self) -> str:
        return self.clock if self.kind is Kind.NONE else f"{self.clock} {self.timeout}"

    @property
    def clock(self) -> str:
        """Return the pace as it is written, without the timeout."""
        match self.kind:
            case Kind.NONE:
                return "none"
            case Kind.LIVE:
                return f"{self.seconds // MINUTE}+{self.increment}"
            case Kind.CORRESPONDENCE:
                return f"{self.seconds // HOUR}h"

    def ending_in(self, timeout: Timeout) -> "Pace":
        """Return the same pace with another timeout, which a match without a clock lacks."""
        return self if self.kind is Kind.NONE else replace(self, timeout=timeout)

    @property
    def counted(self) -> str:
        """Return a sentence to players about the time they have."""
        match self.kind:
            case Kind.NONE:
                return "Nobody's time is counted."
            case Kind.LIVE:
                more = f", and {self.increment} seconds more after every turn" if self.increment else ""
                return f"Live: {lasting(self.seconds)} for each player{more}."
            case Kind.CORRESPONDENCE:
                return f"By correspondence: {lasting(self.seconds)} for each turn."

    @property
    def says(self) -> str:
        """Return a sentence or two to players about the time they have, and what happens when it runs out."""
        if self.kind is Kind.NONE:
            return self.counted
        return f"{self.counted} {self._then}"

    @property
    def vote(self) -> int:
        """Return the number of seconds for a vote about a player who is out of time."""
        return 2 * MINUTE if self.kind is Kind.LIVE else min(DAY, max(HOUR, self.seconds // 2))

    @property
    def extension(self) -> int:
        """Return the seconds that such a vote can add: a quarter of a bank, or the time for one more turn."""
        return max(MINUTE, self.seconds // 4) if self.kind is Kind.LIVE else self.seconds

    @property
    def _then(self) -> str:
        if self.timeout is Timeout.VOTE:
            return (
                f"When it is over, the others choose within {lasting(self.vote)}: more time, I pass for them, or it "
                "ends for them; else I pass."
            )
        return _THEN[self.timeout]


NO_CLOCK: Final = Pace()

PRESETS: Final = {
    "No clock": NO_CLOCK,
    "Live, quick": Pace.read("5+10"),
    "Live, with time to think": Pace.read("15+20"),
    "Several turns a day": Pace.read("8h"),
    "A day for each turn": Pace.read("24h"),
    "Three days for each turn": Pace.read("72h"),
}
"""The paces that are offered by name."""


def lasting(seconds: float) -> str:
    """Return a duration in words: “90 minutes”, “36 hours”, “3 days”."""
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= unit and seconds % unit == 0 and (seconds != unit or unit != DAY):
            count = int(seconds // unit)
            return f"{count} {name}" if count == 1 else f"{count} {name}s"
    return f"{seconds:.0f} seconds"
