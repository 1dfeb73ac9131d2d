"""Find servers, channels and the permissions in them. If this process does not know a server or a channel, it asks
Discord, since the server may belong to a shard of another process.
"""

from contextlib import suppress
from typing import Any, Final

import discord

from bot.model.reasons.database import DiscordUnreachable
from bot.model.refusals import Unavailable
from cogs.delivery.error_meanings import Meaning, meaning

Place = discord.abc.GuildChannel | discord.Thread

_MISSING_ACCESS: Final = 50001


async def guild_of(client: discord.Client, guild_id: int) -> discord.Guild | None:
    """Return a server; None if the bot is not on it. A server of another process comes without its channels.

    Raises:
        Unavailable: that cannot be found out now.
    """
    guild = client.get_guild(guild_id)
    if guild is not None:
        return guild
    try:
        return await client.fetch_guild(guild_id, with_counts=False)
    except discord.NotFound:
        return None
    except discord.Forbidden as error:
        if error.code == _MISSING_ACCESS:
            return None
        raise DiscordUnreachable from error
    except (discord.HTTPException, OSError) as error:
        raise DiscordUnreachable from error


class Uninvited:
    """Finds servers that have installed the commands without the bot (Application Commands, "Authorizing Your
    Application").
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: set[int] = set()
        """Servers without the bot, until this process is told about them."""

    async def is_from(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether an interaction comes from such a server; False if that cannot be found out now."""
        guild_id = interaction.guild_id
        if guild_id is None or not interaction.is_guild_integration() or self._client.get_guild(guild_id) is not None:
            return False
        if guild_id not in self._known:
            with suppress(Unavailable):
                if await guild_of(self._client, guild_id) is None:
                    self._known.add(guild_id)
        return guild_id in self._known


async def place_in(guild: discord.Guild, channel_id: int) -> Place | None:
    """Return a channel or thread of a server; None if the server has no such channel.

    Raises:
        discord.Forbidden: it is hidden from the bot.
        Unavailable: that cannot be found out now.
    """
    place = guild.get_channel_or_thread(channel_id)
    if place is not None:
        return place
    try:
        return await guild.fetch_channel(channel_id)
    except (discord.NotFound, discord.InvalidData):  # InvalidData: the channel is on another server
        return None
    except (discord.HTTPException, OSError) as error:
        if meaning(error) is Meaning.FORBIDDEN:
            raise
        raise DiscordUnreachable from error


async def granted_in(guild: discord.Guild, place: Place, user: int) -> discord.Permissions:
    """Return the permissions of a user in a channel or thread of a server, as they are now.

    Raises:
        discord.NotFound: the user is not on the server.
        Unavailable: that cannot be found out now.
    """
    try:
        member = await guild.fetch_member(user)
        if isinstance(place, discord.Thread) and place.parent is None:  # another process serves this server
            parent = await guild.fetch_channel(place.parent_id)
            assert not isinstance(parent, discord.Thread)
            return parent.permissions_for(member)
        return place.permissions_for(member)
    except discord.NotFound:
        raise
    except (discord.HTTPException, discord.ClientException, OSError) as error:
        raise DiscordUnreachable from error
