"""Absent places: servers and channels that the bot cannot reach, because it was removed or they were deleted."""

from typing import Final, NamedTuple

WHOLE_SERVER: Final = 0
"""The channel id that stands for a whole server."""

DAY: Final = 24 * 60 * 60


class Place(NamedTuple):
    """A server, or one of its channels or threads, by Discord ids; or with no server, someone's direct messages."""

    guild: int
    channel: int = WHOLE_SERVER

    def covers(self, other: "Place") -> bool:
        """Return whether another place is this one, or a channel of this server."""
        return other.guild == self.guild and self.channel in (WHOLE_SERVER, other.channel)

    @property
    def is_direct(self) -> bool:
        """Return whether this is a user's direct messages with the bot, which belong to no server."""
        return self.guild == 0
