"""The permissions that the bot needs in the channels in which it hosts matches."""

from typing import Final

import discord

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the bot needs on a server and in each channel in which it hosts matches."""

THREADS: Final = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)
"""The further permissions that the bot needs to make threads for matches."""


def missing(granted: discord.Permissions, *, in_thread: bool) -> discord.Permissions:
    """Return the needed permissions that the bot lacks in a channel or thread."""
    needed = PERMISSIONS & ~discord.Permissions(send_messages=in_thread, send_messages_in_threads=not in_thread)
    return needed & ~granted


def missing_in(channel: discord.abc.GuildChannel | discord.Thread) -> discord.Permissions:
    """Return the permissions that the bot lacks in a channel or thread, as far as it knows.

    Permissions that discord.py withholds only because another one is missing are left out.
    """
    return missing_of(channel.permissions_for(channel.guild.me), in_thread=isinstance(channel, discord.Thread))


def missing_of(granted: discord.Permissions, *, in_thread: bool) -> discord.Permissions:
    """Return the needed permissions that are not among these, as `missing_in` does. granted: those that the bot has."""
    found = missing(granted, in_thread=in_thread)
    if found.view_channel:
        return discord.Permissions(view_channel=True)
    if found.send_messages or found.send_messages_in_threads:
        found.attach_files = False
    return found
