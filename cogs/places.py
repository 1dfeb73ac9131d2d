"""Servers and channels that the bot is removed from, or that are deleted: told to the application by their ids."""

from functools import partial

import discord

from bot.application.time.absences import Absences
from cogs.delivery.retries import Retries


class Places:
    """An outage of Discord is no removal: a server that is unavailable is present. A permission that is taken away is
    none either: whoever plays goes on in direct messages.
    """

    def __init__(self, client: discord.Client, absences: Absences, retries: Retries) -> None:
        self._client = client
        self._absences = absences
        self._retries = retries

    async def compare_servers(self) -> None:
        """Compare the servers that the bot is on with those of which something is stored."""
        await self._absences.compare({guild.id for guild in self._client.guilds})

    async def compare_channels(self) -> None:
        """Let every channel of an unfinished match be absent that is gone, and every other one come back. Discord is
        asked for those that it has not told, like archived threads.
        """
        for guild_id, channel_id in await self._absences.channels():
            guild = self._client.get_guild(guild_id)
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
