"""The objects of the model as Discord's JSON ("User", "Guild", "Channel", "Message" and their resources)."""

from collections.abc import Mapping
from typing import Final

from sandbox.wire.clock import iso
from sandbox.wire.errors import Json
from sandbox.wire.model import (
    Account,
    Attachment,
    Channel,
    ChannelType,
    Command,
    Interaction,
    InteractionType,
    Member,
    Message,
    MessageFlag,
    Overwrite,
    Role,
)
from sandbox.wire.permissions import IN_DIRECT_MESSAGES, Permission, permissions_in


def user_object(account: Account) -> Json:
    """Return a user as other users see it."""
    return {
        "id": str(account.id),
        "username": account.username,
        "discriminator": "0000" if account.bot else "0",
        "global_name": account.global_name,
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        **({"bot": True} if account.bot else {}),
    }


def own_user_object(account: Account) -> Json:
    """Return a user as it sees itself."""
    return {**user_object(account), "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


def member_object(member: Member) -> Json:
    """Return a member of a server, with its user."""
    return {**partial_member(member), "user": user_object(member.account)}


def partial_member(member: Member) -> Json:
    """Return a member of a server, without its user."""
    return {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": iso(member.timed_out_until) if member.timed_out_until else None,
        "flags": 0,
        "joined_at": iso(member.joined_at),
        "nick": member.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(role) for role in sorted(member.roles)],
        "mute": False,
        "deaf": False,
    }


def role_object(role: Role) -> Json:
    """Return a role of a server."""
    return {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def overwrite_object(overwrite: Overwrite) -> Json:
    """Return the permissions that a channel allows and denies a role or member."""
    return {
        "id": str(overwrite.id),
        "type": overwrite.kind,
        "allow": str(int(overwrite.allow)),
        "deny": str(int(overwrite.deny)),
    }


def channel_object(channel: Channel) -> Json:
    """Return a channel of any type."""
    last = next(reversed(channel.store), None)
    common: Json = {
        "id": str(channel.id),
        "type": int(channel.kind),
        "flags": 0,
        "last_message_id": str(last) if last is not None else None,
    }
    if channel.is_conversation:
        return {**common, "recipients": [user_object(each) for each in channel.people]}
    if channel.kind is ChannelType.DM:
        assert channel.recipient is not None
        return {**common, "recipients": [user_object(channel.recipient)]}
    assert channel.guild is not None
    common |= {"guild_id": str(channel.guild.id), "name": channel.name, "rate_limit_per_user": 0}
    if channel.parent is not None:
        return {**common, "parent_id": str(channel.parent.id), **_thread_part(channel)}
    position = [place for place in channel.guild.channels.values() if not place.is_thread].index(channel)
    return {
        **common,
        "parent_id": None,
        "position": position,
        "topic": None,
        "nsfw": False,
        "permission_overwrites": [overwrite_object(overwrite) for overwrite in channel.overwrites],
        **_KINDS.get(channel.kind, {}),
    }


_VOICE: Final[Json] = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
_POSTS: Final[Json] = {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
_KINDS: Final[Mapping[ChannelType, Json]] = {
    ChannelType.GUILD_VOICE: _VOICE,
    ChannelType.GUILD_STAGE_VOICE: _VOICE,
    ChannelType.GUILD_FORUM: {**_POSTS, "default_forum_layout": 0},
    ChannelType.GUILD_MEDIA: _POSTS,
}
"""Further fields of channels by type."""


def _thread_part(channel: Channel) -> Json:
    assert channel.owner is not None
    count = len(channel.store)
    return {
        "owner_id": str(channel.owner.id),
        "message_count": count,
        "member_count": 1,
        "total_message_sent": count,
        "thread_metadata": {
            "archived": channel.archived,
            "archive_timestamp": None,
            "auto_archive_duration": 1440,
            "locked": channel.locked,
        },
    }


def attachment_object(attachment: Attachment) -> Json:
    """Return a file of a message."""
    json: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        json["description"] = attachment.description
    if attachment.size_in_pixels is not None:
        json["width"], json["height"] = attachment.size_in_pixels
    if attachment.ephemeral:
        json["ephemeral"] = True
    return json


def message_object(message: Message) -> Json:
    """Return a whole message."""
    json: Json = {
        "id": str(message.id),
        "type": _message_type(message),
        "channel_id": str(message.channel.id),
        "author": user_object(message.author),
        "content": message.content,
        "timestamp": iso(message.timestamp),
        "edited_timestamp": iso(message.edited) if message.edited is not None else None,
        "tts": False,
        "mention_everyone": message.mention_everyone,
        "mentions": [user_object(account) for account in message.mentions],
        "mention_roles": [str(role) for role in message.mention_roles],
        "attachments": [attachment_object(attachment) for attachment in message.attachments],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": False,
        "flags": message.flags,
    }
    if message.nonce is not None:
        json["nonce"] = message.nonce
    if message.interaction is not None:
        json["application_id"] = json["webhook_id"] = str(message.author.id)
        json["interaction_metadata"] = _metadata(message.interaction)
    if message.reference is not None:
        json["message_reference"] = {
            "type": 0,
            "channel_id": str(message.channel.id),
            "message_id": str(message.reference),
        }
    if message.thread is not None:
        json["thread"] = channel_object(message.thread)
    return json


def _message_type(message: Message) -> int:
    if message.reference is not None:
        return 19
    commands = {InteractionType.APPLICATION_COMMAND}
    by_command = message.interaction is not None and message.interaction.kind in commands
    return 20 if by_command and message.interaction is not None and message.interaction.original is message else 0


def _metadata(interaction: Interaction) -> Json:
    json: Json = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "user": user_object(interaction.user),
        "authorizing_integration_owners": owners(interaction),
    }
    if interaction.kind is InteractionType.MESSAGE_COMPONENT:
        assert interaction.source is not None
        json["interacted_message_id"] = str(interaction.source.id)
    if interaction.kind is InteractionType.MODAL_SUBMIT:
        assert interaction.parent is not None
        json["triggering_interaction_metadata"] = _metadata(interaction.parent)
    return json


def owners(interaction: Interaction) -> Json:
    """Return the installations behind an interaction ("Receiving and Responding", Authorizing Integration Owners): the
    server's, if it has the bot's commands, and the user's, if the user has installed the bot. In a conversation without
    the bot it is the installation by which the message came that is pressed, whoever presses it.
    """
    guild = interaction.channel.guild
    made_by = interaction.source.interaction if interaction.source is not None else None
    if interaction.channel.is_conversation:
        return {"1": str(interaction.user.id)} if made_by is None else owners(made_by)
    own = {"1": str(interaction.user.id)} if interaction.user.has_installed else {}
    if guild is not None and not guild.has_commands:
        return own
    return {"0": str(guild.id) if guild is not None else "0", **own}


def is_forced_private(interaction: Interaction) -> bool:
    """Return whether only its user sees the answer: by their own installation alone, on a server where they may not use
    external apps ("Permissions", USE_EXTERNAL_APPS).
    """
    guild = interaction.channel.guild
    if guild is None or "0" in owners(interaction):
        return False
    return not permissions_in(interaction.channel, guild.members[interaction.user.id]) & Permission.USE_EXTERNAL_APPS


def context_of(channel: Channel) -> int:
    """Return where an interaction is: on a server, in direct messages with the bot, or in a conversation without it
    ("Receiving and Responding", Interaction Context Types).
    """
    if channel.guild is not None:
        return 0
    return 2 if channel.is_conversation else 1


def interaction_object(interaction: Interaction, bot: Account, attachment_limit: int) -> Json:
    """Return an interaction as the gateway delivers it ("Receiving and Responding", Interaction Object)."""
    channel = interaction.channel
    json: Json = {
        "id": str(interaction.id),
        "application_id": str(bot.id),
        "type": int(interaction.kind),
        "data": interaction.data,
        "channel": channel_object(channel),
        "channel_id": str(channel.id),
        "token": interaction.token,
        "version": 1,
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": owners(interaction),
        "context": context_of(channel),
        "attachment_size_limit": attachment_limit,
        "app_permissions": str(int(IN_DIRECT_MESSAGES)),
    }
    if channel.guild is None:
        json["user"] = user_object(interaction.user)
    else:
        member = channel.guild.members[interaction.user.id]
        own = channel.guild.members.get(bot.id)
        if own is not None:
            json["app_permissions"] = str(int(permissions_in(channel, own)))
        elif channel.guild.has_commands:
            json["app_permissions"] = "0"  # nothing was granted to a bot that is not there
        json["member"] = {**member_object(member), "permissions": str(int(permissions_in(channel, member)))}
        json["guild_id"] = str(channel.guild.id)
        json["guild_locale"] = "en-US"
        json["guild"] = {"id": str(channel.guild.id), "locale": "en-US", "features": []}
    if interaction.source is not None:
        json["message"] = message_object(interaction.source)
    return json


def command_object(command: Command, application: int) -> Json:
    """Return a registered command ("Application Commands", Application Command Object)."""
    return {
        "id": str(command.id),
        "application_id": str(application),
        "version": str(command.version),
        **command.body,
        **({"guild_id": str(command.guild.id)} if command.guild is not None else {}),
    }


def hides_content(message: Message, reader: Account, intents: int, content_intent: int) -> bool:
    """Return whether a bot gets this message without its content ("Gateway", Message Content Intent)."""
    exempt = message.author is reader or message.channel.guild is None or reader in message.mentions
    return not exempt and not intents & content_intent


def without_content(json: Json) -> Json:
    """Return a message as a bot without access to its content gets it."""
    return {**json, "content": "", "embeds": [], "attachments": [], "components": []}


def public_flags(flags: int) -> int:
    """Return the flags that Discord accepts in a new or edited message ("Message", Create Message and Edit Message)."""
    return flags & (
        MessageFlag.SUPPRESS_EMBEDS
        | MessageFlag.SUPPRESS_NOTIFICATIONS
        | MessageFlag.IS_COMPONENTS_V2
        | MessageFlag.EPHEMERAL
    )
