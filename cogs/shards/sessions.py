"""The sessions of shards: know which are ready to serve, and which servers each has listed."""

from collections.abc import Collection

import discord

from bot.model.shards import Shard


class ShardSessions:
    """Follows the sessions of shards, so that late events of an earlier session are not taken for the present one's."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._connected: set[Shard] = set()
        self._ready: set[Shard] = set()
        self._before: dict[Shard, dict[int, discord.Guild]] = {}
        """The servers of each shard at the end of its latest session. A new session makes new objects for the servers
        that the bot is still on; discord.py keeps the old objects of the others.
        """

    @property
    def waiting(self) -> Collection[Shard]:
        """The shards that have logged in and are not ready yet."""
        return sorted(self._connected - self._ready)

    def began(self, shard: Shard) -> None:
        """Note that a shard has a new session. Discord lists its servers before it is ready."""
        self._connected.add(shard)
        self._ready.discard(shard)

    def resumed(self, shard: Shard) -> bool:
        """Note that a session was resumed without missing an event. Return whether it was ready before."""
        self._connected.add(shard)
        if shard not in self._ready:
            return False
        self._before.pop(shard, None)
        return True

    def lost(self, shard: Shard) -> None:
        """Note that a shard's session was interrupted."""
        self._connected.discard(shard)
        if shard in self._ready:
            self._before[shard] = {guild.id: guild for guild in self._guilds(shard)}

    def ready(self, shard: Shard) -> Collection[int] | None:
        """Note that a shard is ready, and return the servers that its new session has listed. Return None if the
        session is interrupted again, or was ready before.
        """
        if shard not in self._connected or shard in self._ready:
            return None
        self._ready.add(shard)
        before = self._before.pop(shard, {})
        return {guild.id for guild in self._guilds(shard) if before.get(guild.id) is not guild}

    def _guilds(self, shard: Shard) -> list[discord.Guild]:
        return [guild for guild in self._client.guilds if shard.has(guild.id)]
