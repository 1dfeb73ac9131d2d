"""Permissions of members in channels ("Permissions")."""

from enum import IntFlag
from typing import Final

from sandbox.wire.model import Channel, Guild, Member


class Permission(IntFlag):
    """The permissions that this package knows."""

    ADMINISTRATOR = 1 << 3
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    MANAGE_CHANNELS = 1 << 4
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


ALL: Final = (1 << 51) - 1
"""All permissions of Discord, including those that this package does not know."""

EVERYBODY: Final = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.ADD_REACTIONS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
"""The permissions of the role @everyone on a new server."""

IN_DIRECT_MESSAGES: Final = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.MENTION_EVERYONE
)


def permissions_in(channel: Channel, member: Member) -> int:
    """Return a member's permissions in a channel of its server ("Permissions", Permission Overwrites).

    A thread has the permissions of its parent.
    """
    place = channel.parent if channel.is_thread and channel.parent is not None else channel
    guild = place.guild
    assert guild is not None
    base = permissions_of(guild, member)
    if base == ALL:
        return base
    by_id = {overwrite.id: overwrite for overwrite in place.overwrites}
    everyone = by_id.get(guild.id)
    if everyone is not None:
        base = base & ~everyone.deny | everyone.allow
    roles = [by_id[role] for role in member.roles if role in by_id]
    for overwrite in roles:
        base &= ~overwrite.deny
    for overwrite in roles:
        base |= overwrite.allow
    for_member = by_id.get(member.account.id)
    if for_member is not None:
        base = base & ~for_member.deny | for_member.allow
    # "Implicit Permissions": without seeing a channel, a member can do nothing in it.
    return base if base & Permission.VIEW_CHANNEL else 0


def permissions_of(guild: Guild, member: Member) -> int:
    """Return a member's permissions on a server, before any channel changes them."""
    if guild.owner is member.account:
        return ALL
    base = guild.roles[guild.id].permissions
    for role in member.roles:
        base |= guild.roles[role].permissions
    return ALL if base & Permission.ADMINISTRATOR else base
