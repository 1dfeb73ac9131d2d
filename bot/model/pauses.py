"""Pauses: while something is paused, the matches that depend on it cannot be played, and no clock of theirs counts."""

from enum import StrEnum
from typing import Final, NamedTuple, Self

from bot.model.absence import Place
from bot.model.match import MatchId
from bot.model.shards import Shard
from rules.core.events import Seat


class Reason(StrEnum):
    """The reason for a pause, which also says what kind of thing is paused."""

    DOWN = "down"
    """The bot does not run, or all of Discord is out of its reach: everything is paused."""
    LOST = "lost"
    """A shard is not connected."""
    ABSENT = "absent"
    """The bot was removed from a server, or a channel was deleted."""
    HOLIDAY = "holiday"
    """A player is on holiday: their clocks are paused in all matches but live ones (`bot.model.breaks`)."""
    AGREED = "agreed"
    """The players of a match have agreed on a break: all its clocks are paused (`bot.model.breaks`)."""
    UNTOLD = "untold"
    """A player could not be told of their turn: neither in the channel nor by direct message. Their clock alone
    is paused, and no longer than `bot.model.clocks.UNTOLD`.
    """


class Pause(NamedTuple):
    """The thing that is paused, and the reason."""

    reason: Reason
    first: int = 0
    second: int = 0

    @classmethod
    def lost(cls, shard: Shard) -> Self:
        """Return the pause of everything that depends on a shard."""
        return cls(Reason.LOST, *shard)

    @classmethod
    def absent(cls, place: Place) -> Self:
        """Return the pause of everything at a place."""
        return cls(Reason.ABSENT, *place)

    @classmethod
    def untold(cls, match_id: MatchId, seat: Seat) -> Self:
        """Return the pause of the clock of one seat."""
        return cls(Reason.UNTOLD, match_id, seat)

    @property
    def shard(self) -> Shard:
        """The lost shard."""
        return Shard(self.first, self.second)

    @property
    def place(self) -> Place:
        """The absent place."""
        return Place(self.first, self.second)


DOWN: Final = Pause(Reason.DOWN)
"""The pause of everything."""
