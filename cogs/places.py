"""Servers and channels that the bot is removed from, or that are deleted: told to the application by their ids."""

from collections.abc import Collection
from functools import partial

import discord

from bot.application.time.absences import Absences
from bot.model.shards import Shard
from cogs.delivery.retries import Retries


class Places:
    """An outage of Discord is no removal: a server that is unavailable is present. A permission that is taken away is
    none either: whoever plays goes on in direct messages.
    """

    def __init__(self, client: discord.Client, absences: Absences, retries: Retries) -> None:
        self._client = client
        self._absences = absences
        self._retries = retries

    async def compare_servers(self, shard: Shard, present: Collection[int]) -> None:
        """Compare the servers that a shard has listed with the stored ones. Servers of other shards are left alone."""
        compare = partial(self._absences.compare, present, shard.has)
        await self._retries.run(f"servers of shard {shard.id}", compare)

    async def compare_channels(self, shard: Shard) -> None:
        """Let every channel of an unfinished match be absent that is gone, and every other one come back. Discord is
        asked for those that it has not told, like archived threads. Only channels of a shard's servers are looked at.
        """
        await self._retries.run(f"channels of shard {shard.id}", partial(self._compare_channels, shard))

    async def _compare_channels(self, shard: Shard) -> None:
        for guild_id, channel_id in await self._absences.channels():
            guild = self._client.get_guild(guild_id) if shard.has(guild_id) else None
            if guild is None or guild.unavailable:
                continue
            try:
                if guild.get_channel_or_thread(channel_id) is None:
                    await self._client.fetch_channel(channel_id)
            except discord.NotFound:
                await self._absences.leave(guild_id, channel_id)
            except discord.HTTPException:
                pass  # hidden from the bot, or not to be found out now
            else:
                await self._absences.come_back(guild_id, channel_id)

    async def server_gone(self, guild: int) -> None:
        """Stop the clocks of a server that the bot was removed from."""
        await self._retries.run(f"server {guild}", partial(self._absences.leave, guild))

    async def server_back(self, guild: int) -> None:
        """Let the clocks of a server go on that the bot was added to."""
        await self._retries.run(f"server {guild}", partial(self._absences.come_back, guild))

    async def channel_gone(self, guild: int, channel: int) -> None:
        """Stop the clocks of a channel or thread that was deleted."""
        await self._retries.run(f"channel {channel}", partial(self._absences.leave, guild, channel))
