"""Shards: the parts of the connection to Discord, each with its own servers."""

import re
from typing import Final, NamedTuple, Self

_RANGE: Final = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?/([0-9]{1,6})")


class Shard(NamedTuple):
    """One shard of a bot that connects with `total` of them. Two processes can hold different shards of one bot."""

    id: int
    total: int

    @classmethod
    def of(cls, guild: int, total: int) -> Self:
        """Return the shard that Discord tells about a server ("Gateway", Sharding)."""
        return cls((guild >> 22) % total, total)

    def has(self, guild: int) -> bool:
        """Return whether Discord tells this shard about a server."""
        return self == Shard.of(guild, self.total)

    @property
    def has_direct_messages(self) -> bool:
        """Return whether Discord tells this shard about direct messages: those of every user, whatever their server."""
        return self.id == 0


class ShardRange(NamedTuple):
    """The shards that one process of several connects with."""

    first: int
    last: int
    total: int
    """The number of shards with which all processes together connect."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the range that a text like 0-7/16 or 3/16 means.

        Raises:
            ValueError: the text names no possible range.
        """
        match = _RANGE.fullmatch(text)
        if match is None:
            raise ValueError("write it like 0-7/16: shards 0 to 7 of 16")
        first, last, total = int(match[1]), int(match[2] or match[1]), int(match[3])
        if not first <= last < total:
            raise ValueError(f"of {total} shards, the first is 0 and the last is {total - 1}")
        return cls(first, last, total)

    @property
    def ids(self) -> range:
        """The ids of the shards in the range."""
        return range(self.first, self.last + 1)

    @property
    def shards(self) -> frozenset[Shard]:
        """The shards in the range."""
        return frozenset(Shard(each, self.total) for each in self.ids)

    @property
    def all(self) -> frozenset[Shard]:
        """The shards of all processes together."""
        return frozenset(Shard(each, self.total) for each in range(self.total))

    def has(self, guild: int) -> bool:
        """Return whether Discord tells one of its shards about a server."""
        return (guild >> 22) % self.total in self.ids

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.total}"
