"""The rights of bots in archived and locked threads ("Threads", Locked Threads, and Active & Archived Threads).

Where Discord's documentation and what others met differ, the stricter holds: others could not delete messages in
archived threads (undiscord #399, discord-delete #48), which the documentation allows.
"""

from sandbox.wire.errors import ApiError
from sandbox.wire.model import Channel, ChannelType, Guild
from sandbox.wire.options import Options
from sandbox.wire.permissions import Permission
from sandbox.wire.world import World

_FULL = {ChannelType.ANNOUNCEMENT_THREAD: 160007}
"""The refusal of a further active thread, by type; of all other types, 160006."""


def is_closed_to(world: World, channel: Channel) -> bool:
    """Return whether a thread is locked for the bot: it has no MANAGE_THREADS there."""
    return channel.locked and not world.may(channel, Permission.MANAGE_THREADS)


def open_for_post(world: World, channel: Channel, options: Options) -> None:
    """Reopen an archived thread, as a message in it does.

    Raises:
        ApiError: the thread is locked, or the server has too many active threads.
    """
    if is_closed_to(world, channel):
        raise ApiError(50083 if channel.archived else 160005)
    if channel.archived:
        assert channel.guild is not None, "only threads are archived"
        check_room(channel.guild, channel.kind, options)
        world.set_thread(channel, archived=False)


def demand_changeable(world: World, channel: Channel) -> None:
    """Raise unless the messages of a thread can be edited now.

    Raises:
        ApiError: the thread is archived or locked.
    """
    if channel.archived:
        raise ApiError(50083)
    if is_closed_to(world, channel):
        raise ApiError(160005)


def demand_deletable(channel: Channel) -> None:
    """Raise unless the messages of a thread can be deleted now; in a locked one they can, unless it is archived.

    Raises:
        ApiError: the thread is archived.
    """
    if channel.archived:
        raise ApiError(50083)


def demand_answerable(world: World, channel: Channel, *, in_private: bool) -> None:
    """Raise unless an interaction in a thread can be answered now.

    An archived and locked thread refuses every answer (discord-api-docs #5517), a locked one those that everybody would
    see (#6884).

    Raises:
        ApiError: it cannot.
    """
    if is_closed_to(world, channel) and (channel.archived or not in_private):
        raise ApiError(50083, status=403)


def check_room(guild: Guild, kind: ChannelType, options: Options) -> None:
    """Raise unless a server may have another active thread of this type.

    Raises:
        ApiError: it has the maximum number already.
    """
    threads = [channel for channel in guild.channels.values() if channel.is_thread and not channel.archived]
    announcing = kind is ChannelType.ANNOUNCEMENT_THREAD
    if sum((each.kind is ChannelType.ANNOUNCEMENT_THREAD) == announcing for each in threads) >= options.active_threads:
        raise ApiError(_FULL.get(kind, 160006))
