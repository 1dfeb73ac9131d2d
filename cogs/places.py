"""Tell the application when a server or channel is deleted, or the bot is removed from it, and when it is back. Move
the seats of players who sit there alone.
"""

from collections.abc import Collection
from functools import partial

import discord

from bot.application.time.absences import Absences
from bot.application.time.stranded import Stranded
from bot.model.shards import Shard
from cogs.delivery.retries import Retries


class Places:
    """Reports servers and channels as absent or back. A server that is unavailable because of an outage is not absent.
    Nor is a channel that the bot may no longer see: its players can go on in direct messages.
    """

    def __init__(self, client: discord.Client, absences: Absences, stranded: Stranded, retries: Retries) -> None:
        self._client = client
        self._absences = absences
        self._stranded = stranded
        self._retries = retries

    async def compare_servers(self, shard: Shard, present: Collection[int]) -> None:
        """Compare a shard's stored servers with those that Discord has listed for it, and report which are absent or
        back. Servers of other shards are not touched.
        """
        compare = partial(self._absences.compare, present, shard.has)
        await self._retries.run(f"servers of shard {shard.id}", compare)
        await self._move_stranded(f"shard {shard.id}")

    async def compare_channels(self, shard: Shard) -> None:
        """Check the channels of unfinished matches on a shard's servers, and report each as absent or back. Discord is
        asked about those that it did not list, such as archived threads.
        """
        await self._retries.run(f"channels of shard {shard.id}", partial(self._compare_channels, shard))
        await self._move_stranded(f"shard {shard.id}")

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
                pass  # the channel is hidden from the bot, or Discord cannot tell now
            else:
                await self._absences.come_back(guild_id, channel_id)

    async def server_gone(self, guild: int) -> None:
        """Stop the clocks of a server that the bot was removed from."""
        await self._retries.run(f"server {guild}", partial(self._absences.leave, guild))
        await self._move_stranded(f"server {guild}")

    async def server_back(self, guild: int) -> None:
        """Restart the clocks of a server to which the bot was added again."""
        await self._retries.run(f"server {guild}", partial(self._absences.come_back, guild))

    async def channel_gone(self, guild: int, channel: int) -> None:
        """Stop the clocks of a channel or thread that was deleted."""
        await self._retries.run(f"channel {channel}", partial(self._absences.leave, guild, channel))
        await self._move_stranded(f"channel {channel}")

    async def _move_stranded(self, of: str) -> None:
        """Move seats at absent places to direct messages. of: names the work, since the same work twice at once would
        stop itself.
        """
        await self._retries.run(f"seats of {of}", self._moved)

    async def _moved(self) -> None:
        for match_id, users in await self._stranded.find():
            channels = {user: (await self._client.create_dm(discord.Object(user))).id for user in users}
            await self._stranded.move(match_id, channels)
