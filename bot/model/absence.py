"""Absent places: servers and channels that the bot cannot get to, since it was removed or they were deleted."""

from typing import Final, NamedTuple

WHOLE_SERVER: Final = 0
"""In the place of a channel's id: the server with all its channels."""

DAY: Final = 24 * 60 * 60


class Place(NamedTuple):
    """A server, or one channel or thread of it, by Discord's ids."""

    guild: int
    channel: int = WHOLE_SERVER
