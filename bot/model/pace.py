"""Paces: the time that players have to think, and the consequence of running out of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from bot.model.reasons.settings import LiveClockOutOfRange, SlowClockOutOfRange, UnreadablePace
from rules.core.words import counted

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

BANK: Final = (MINUTE, 3 * HOUR)
"""The limits of a live match's bank, in seconds."""
INCREMENT: Final = 10 * MINUTE
"""The maximum increment of a live match, in seconds."""
SPAN: Final = (HOUR, 14 * DAY)
"""The limits of the time for a decision by correspondence, in seconds."""

PATIENCE: Final = (7, 21)
"""The days after which a player is absent in a match without a clock: by default, and at most."""

_WRITTEN: Final = re.compile(
    r"(?:(?P<none>none|no clock)(?: (?P<patience>[0-9]{1,6}) ?(?:d|days?))?"
    r"|(?P<minutes>[0-9]{1,6})(?: ?\+ ?(?P<more>[0-9]{1,6})| ?(?:m|min|minutes?))"
    r"|(?P<hours>[0-9]{1,6}) ?(?:h|hours?)"
    r"|(?P<days>[0-9]{1,6}) ?(?:d|days?))"
    r"(?: (?P<timeout>default|forfeit|computer|vote|substitute))?"
)


class Kind(StrEnum):
    """A way of counting time: not at all, for the whole match, or for each decision."""

    NONE = "none"
    LIVE = "live"  # a bank for the whole match, with an increment after every turn
    CORRESPONDENCE = "correspondence"  # a fixed time for each decision


class Timeout(StrEnum):
    """The consequence for a player whose time is over."""

    DEFAULT = "default"  # the bot takes the default action for them (`rules.core.game.Game.default_action`)
    FORFEIT = "forfeit"  # they resign
    COMPUTER = "computer"  # a computer makes this decision for them (`rules.core.game.Game.greedy`)
    VOTE = "vote"  # the other players vote on the consequence (`bot.model.proposal.Verdict`)
    SUBSTITUTE = "substitute"  # without a clock: the seat is offered to anyone, and then a computer takes it


ABSENCES: Final = (Timeout.FORFEIT, Timeout.COMPUTER, Timeout.SUBSTITUTE)
"""The consequences of an absence in a match without a clock. With `COMPUTER`, a computer takes the seat for good."""

TIMEOUTS: Final = (Timeout.DEFAULT, Timeout.FORFEIT, Timeout.COMPUTER, Timeout.VOTE)
"""The consequences of running out of time in a match with clocks."""

_THEN: Final = {
    Timeout.DEFAULT: "When time runs out, I skip the player's turn, or choose if a choice is needed.",
    Timeout.FORFEIT: "A player who runs out of time resigns.",
    Timeout.COMPUTER: "When time runs out, a computer makes this decision.",
}
_ABSENT: Final = {
    Timeout.FORFEIT: "the absence counts as resigning",
    Timeout.COMPUTER: "a computer takes the seat",
    Timeout.SUBSTITUTE: "the seat is offered to all, and after a week a computer takes it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The time that players have to think.

    `str` writes it in the form that `read` accepts: `none`, `10+15 forfeit`, `36h default`.
    """

    kind: Kind = Kind.NONE
    seconds: int = 0
    """The seconds in each player's bank if live; the seconds for each decision if by correspondence; without a clock,
    the seconds after which those who wait can claim that a player is absent (`bot.model.waiting`).
    """
    increment: int = 0
    """The seconds that a live bank gains when its player has decided and other players are to decide."""
    timeout: Timeout = Timeout.DEFAULT

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a pace: minutes and seconds (`10+15`), hours (`36h`, `36 hours`), days (`3 days`) or `none`, then
        optionally the consequence of a timeout.

        Raises:
            BadPace: the text is unreadable, or the time too short or too long; the refusal says which forms are valid.
        """
        written = " ".join(text.casefold().split())
        parts = _WRITTEN.fullmatch(written)
        if parts is None:
            raise UnreadablePace(text=text)
        if parts["none"]:
            timeout, seconds = Timeout(parts["timeout"] or Timeout.FORFEIT), int(parts["patience"] or PATIENCE[0]) * DAY
            if timeout not in ABSENCES or not DAY <= seconds <= PATIENCE[1] * DAY:
                raise UnreadablePace(text=text)
            return cls(seconds=seconds, timeout=timeout)
        timeout = Timeout(parts["timeout"] or Timeout.DEFAULT)
        if timeout not in TIMEOUTS:
            raise UnreadablePace(text=text)
        if parts["minutes"]:
            live = cls(
                kind=Kind.LIVE,
                seconds=int(parts["minutes"]) * MINUTE,
                increment=int(parts["more"] or 0),
                timeout=timeout,
            )
            if not BANK[0] <= live.seconds <= BANK[1] or live.increment > INCREMENT:
                raise LiveClockOutOfRange
            return live
        seconds = int(parts["hours"] or 0) * HOUR + int(parts["days"] or 0) * DAY
        if not SPAN[0] <= seconds <= SPAN[1]:
            raise SlowClockOutOfRange
        return cls(kind=Kind.CORRESPONDENCE, seconds=seconds, timeout=timeout)

    def __str__(self) -> str:
        return f"{self.clock} {self.timeout}"

    @property
    def clock(self) -> str:
        """Return the written form without the consequence of a timeout."""
        match self.kind:
            case Kind.NONE:
                return "none" if self.seconds == PATIENCE[0] * DAY else f"none {self.seconds // DAY}d"
            case Kind.LIVE:
                return f"{self.seconds // MINUTE}+{self.increment}"
            case Kind.CORRESPONDENCE:
                return f"{self.seconds // HOUR}h"

    def ending_in(self, timeout: Timeout) -> "Pace":
        """Return the pace with another consequence of a timeout; unchanged if it cannot have this one."""
        return replace(self, timeout=timeout) if timeout in self.timeouts else self

    @property
    def timeouts(self) -> Sequence[Timeout]:
        """Return the consequences that the pace can have."""
        return ABSENCES if self.kind is Kind.NONE else TIMEOUTS

    @property
    def counted(self) -> str:
        """Return a sentence for players about the time they have."""
        match self.kind:
            case Kind.NONE:
                return "No time limit."
            case Kind.LIVE:
                more = f", and {self.increment} seconds more after every turn" if self.increment else ""
                return f"Live: {lasting(self.seconds)} for each player{more}."
            case Kind.CORRESPONDENCE:
                return f"Slow: {lasting(self.seconds)} for each turn."

    @property
    def description(self) -> str:
        """Return one or two sentences for players about the time they have and the consequence of a timeout."""
        if self.kind is Kind.NONE:
            return (
                f"{self.counted} If a player doesn't move for {lasting(self.seconds)}, those who wait can claim that. "
                f"If the player doesn't move within 24 hours then, {self.absence}."
            )
        return f"{self.counted} {self._then}"

    @property
    def absence(self) -> str:
        """Return what happens to an absent player, in words that follow “then”."""
        return _ABSENT[self.timeout]

    @property
    def vote(self) -> int:
        """Return the seconds that the others have to vote on a player whose time is over."""
        return 2 * MINUTE if self.kind is Kind.LIVE else min(DAY, max(HOUR, self.seconds // 2))

    @property
    def extension(self) -> int:
        """Return the seconds that a vote can add: a quarter of a live bank, or the full time of one decision or of an
        absence.
        """
        return max(MINUTE, self.seconds // 4) if self.kind is Kind.LIVE else self.seconds

    @property
    def _then(self) -> str:
        if self.timeout is Timeout.VOTE:
            return (
                f"When time runs out, the others vote within {lasting(self.vote)}: more time, skip the turn, or end "
                "the match for that player."
            )
        return _THEN[self.timeout]


NO_CLOCK: Final = Pace.read("none")

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
            return counted(int(seconds // unit), name)
    return f"{seconds:.0f} seconds"
