"""The message that showed the commitment to a deal, as anyone can find it on Discord."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Self

from bot.model.match import DIRECT_MESSAGES

_DIRECT: Final = "@me"
_LINK: Final = re.compile(r"https://discord\.com/channels/(@me|[0-9]{1,19})/([0-9]{1,19})/([0-9]{1,19})")
_EPOCH: Final = 1_420_070_400
"""The first second of 2015, from which Discord's ids count (Discord: Snowflakes)."""
_LARGEST: Final = 2**63


@dataclass(frozen=True, slots=True, kw_only=True)
class DealMessage:
    """The place and the id of a message."""

    guild: int
    """The id of the server; `DIRECT_MESSAGES`: there is none."""
    channel: int
    id: int

    @classmethod
    def read(cls, link: str) -> Self:
        """Return the message with this link.

        Raises:
            ValueError: this is not a link to a message on Discord.
        """
        found = _LINK.fullmatch(link)
        ids = [] if found is None else [DIRECT_MESSAGES if id_ == _DIRECT else int(id_) for id_ in found.groups()]
        if not ids or max(ids) >= _LARGEST:
            raise ValueError("this is not a link to a message on Discord")
        guild, channel, message_id = ids
        return cls(guild=guild, channel=channel, id=message_id)

    @property
    def link(self) -> str:
        """Return the link that Discord's “Copy Message Link” gives."""
        guild = _DIRECT if self.guild == DIRECT_MESSAGES else self.guild
        return f"https://discord.com/channels/{guild}/{self.channel}/{self.id}"

    @property
    def moment(self) -> datetime:
        """Return when the message was posted, by its id."""
        return datetime.fromtimestamp(_EPOCH + (self.id >> 22) / 1000, UTC)
