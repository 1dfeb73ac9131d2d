"""The types of channels, and the messages and threads that each allows ("Channel", Channel Types; "Threads")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sandbox.wire.model import ChannelType


@dataclass(frozen=True)
class Allowed:
    """The rights of bots in channels of one type, whatever their permissions."""

    no_messages: int | None = None
    """The code of the refusal of messages; None where they are allowed."""
    threads: ChannelType | None = None
    """The type of the threads that can be made; None where there are no threads, or each is a post with a message."""


_PUBLIC: Final = Allowed(threads=ChannelType.PUBLIC_THREAD)
_ONLY_CHAT: Final = Allowed()
_ONLY_POSTS: Final = Allowed(no_messages=40058)

ALLOWED: Final[Mapping[ChannelType, Allowed]] = {
    ChannelType.GUILD_TEXT: _PUBLIC,
    ChannelType.DM: _ONLY_CHAT,
    ChannelType.GUILD_VOICE: _ONLY_CHAT,
    # Public threads are refused: projects that made them there changed to the other type (aoi.js PR713).
    ChannelType.GUILD_ANNOUNCEMENT: Allowed(threads=ChannelType.ANNOUNCEMENT_THREAD),
    ChannelType.ANNOUNCEMENT_THREAD: _ONLY_CHAT,
    ChannelType.PUBLIC_THREAD: _ONLY_CHAT,
    ChannelType.PRIVATE_THREAD: _ONLY_CHAT,
    ChannelType.GUILD_STAGE_VOICE: _ONLY_CHAT,
    ChannelType.GUILD_FORUM: _ONLY_POSTS,
    ChannelType.GUILD_MEDIA: _ONLY_POSTS,
}
"""The rights by type. Posts in forums and media channels are made by people alone: no route is served for them."""
