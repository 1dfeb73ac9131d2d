"""Shards: the parts of the connection to Discord, each with its own servers."""

from typing import NamedTuple


class Shard(NamedTuple):
    """One shard of a bot that connects with `total` of them. Two processes can hold different shards of one bot."""

    id: int
    total: int

    def has(self, guild: int) -> bool:
        """Return whether Discord tells this shard about a server ("Gateway", Sharding)."""
        return (guild >> 22) % self.total == self.id

    @property
    def has_direct_messages(self) -> bool:
        """Return whether Discord tells this shard about direct messages: those of every user, whatever their server."""
        return self.id == 0
