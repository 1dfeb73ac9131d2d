"""Permission to open a match: who may, in which channels, and its own thread."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, Self

import discord
import structlog

from bot.people.settings import ServerPreferences, Threads
from cogs.delivery.answer import AnyInteraction
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.error_texts import permission_names, reason_of, timeout_of
from cogs.delivery.permissions import THREADS, missing
from cogs.text import plain
from cogs.widgets.refusals import SpokenRefusal

THREAD_MINUTES: Final = 10_080
"""Minutes without a message after which Discord removes a thread from its list of channels: Discord's maximum."""


log = structlog.stdlib.get_logger(__name__)


def check_permissions(interaction: AnyInteraction) -> None:
    """Raise if the bot cannot show a match in this channel.

    Raises:
        Refusal: permissions are missing; the message names them.
    """
    lacking = missing(interaction.app_permissions, in_thread=isinstance(interaction.channel, discord.Thread))
    if lacking.value:
        raise SpokenRefusal(
            f"I can't host a match in this channel: I'm missing the permissions {permission_names(lacking)}. "
            "Ask an admin of this server to grant them, or use another channel."
        )


def check_allowed(interaction: AnyInteraction, server: ServerPreferences) -> None:
    """Raise if the user may not open a match here. Managers of the server always may.

    Raises:
        Refusal: another role or another channel is required; the message names it.
    """
    if interaction.permissions.manage_guild:
        return
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    if server.channel_ids and not {interaction.channel_id, parent}.intersection(server.channel_ids):
        where = ", ".join(f"<#{channel}>" for channel in server.channel_ids)
        raise SpokenRefusal(f"On this server, matches can only be opened in {where}.")
    roles = [role.id for role in getattr(interaction.user, "roles", ())]
    if server.starter_role_id is not None and server.starter_role_id not in roles:
        raise SpokenRefusal(
            f"On this server, only <@&{server.starter_role_id}> can open matches. You can join any open one."
        )


def in_thread(server: ServerPreferences, wanted: bool | None) -> bool:
    """Return whether a match gets its own thread.

    Raises:
        Refusal: the user wants one, and the server allows none.
    """
    if wanted and server.threads is Threads.NEVER:
        raise SpokenRefusal("On this server, matches are played in the channel where they're opened, without threads.")
    return server.threads is Threads.ALWAYS or bool(wanted)


class NoThread(SpokenRefusal):
    """The refusal of a thread for a match. why: the reason, as a sentence without its full stop."""

    why: str

    @classmethod
    def because(cls, why: str, then: str) -> Self:
        """Return the refusal with a reason, and a sentence about what to do."""
        return cls(f"I can't create a thread here: {why}. {then}.", why=why)


def threads_place(interaction: AnyInteraction) -> discord.TextChannel:
    """Return the channel in which the bot can create threads: the user's, or the one of the user's thread.

    Raises:
        NoThread: there is no such channel; the message says why.
    """
    guild, channel = interaction.guild, interaction.channel
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    if guild is None or not isinstance(place, discord.TextChannel):
        raise NoThread.because("there are threads in text channels only", "Use a text channel")
    timeout = timeout_of(guild.me)
    if timeout is not None:
        raise NoThread.because(timeout.why, f"{timeout.until}, try again")
    granted = place.permissions_for(guild.me)
    lacking = (THREADS & ~granted) | missing(granted, in_thread=True)
    if lacking.value:
        raise NoThread.because(
            f"I'm missing the permissions {permission_names(lacking)}", "Ask an admin of this server to grant them"
        )
    return place


@asynccontextmanager
async def new_thread(interaction: AnyInteraction, title: str) -> AsyncIterator[int]:
    """Yield the id of a new thread in the user's channel. It is archived if an error follows.

    Raises:
        NoThread: no thread can be made; the message says why.
    """
    place = threads_place(interaction)
    name = plain(f"{title}, opened by {interaction.user.display_name}", 100)
    # The threads of an announcement channel have a type of their own (Discord: Threads, Public & Private Threads).
    kind = discord.ChannelType.news_thread if place.is_news() else discord.ChannelType.public_thread
    try:
        thread = await place.create_thread(name=name, type=kind, auto_archive_duration=THREAD_MINUTES)
    except discord.HTTPException as error:
        if meaning(error) in (Meaning.WAIT, Meaning.PASSING):
            raise
        log.info("no thread was created", code=error.code)
        reason = reason_of(error)
        raise NoThread.because(reason.why, f"{reason.until}, try again") from error
    try:
        yield thread.id
    except BaseException:
        with suppress(discord.HTTPException):
            await thread.edit(archived=True)
        raise


def can_see(guild: discord.Guild, channel: int, user: discord.User | discord.Member) -> bool:
    """Return whether a user can see a channel or thread of a server, as far as the bot knows."""
    place = guild.get_channel_or_thread(channel)
    return place is not None and isinstance(user, discord.Member) and place.permissions_for(user).view_channel
