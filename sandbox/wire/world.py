"""The state of Discord, and what changes it: everything that happens is told to the gateway and to whoever waits."""

import base64
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sandbox.wire.clock import Clock, Snowflakes
from sandbox.wire.errors import ApiError, Json
from sandbox.wire.guild_objects import guild_create
from sandbox.wire.model import (
    Account,
    Attachment,
    Channel,
    ChannelType,
    Command,
    Emoji,
    Guild,
    Interaction,
    Member,
    Message,
    MessageFlag,
    Overwrite,
    Role,
)
from sandbox.wire.objects import channel_object, message_object
from sandbox.wire.permissions import EVERYBODY, IN_DIRECT_MESSAGES, Permission, permissions_in
from sandbox.wire.signals import Signal

TOKEN_LIFE: Final = 15 * 60.0
"""How long the token of an interaction serves ("Receiving and Responding", Followup Messages)."""


@dataclass(frozen=True)
class Event:
    """Something that the gateway tells a bot, if it has asked for it."""

    name: str
    data: Json
    guild: Guild | None = None
    """Decides which shard it goes to; none: shard 0."""
    message: Message | None = None
    """The message that it shows, for the intents of messages."""


class World:
    """All that there is."""

    def __init__(self, clock: Clock, name: str) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.changed = Signal()
        self.accounts: dict[int, Account] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[tuple[int | None, str], Command] = {}
        """By guild, none for global ones, and name."""
        self.emojis: dict[int, Emoji] = {}
        """Those of the application."""
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.attachments: dict[int, Attachment] = {}
        self.nonces: dict[tuple[int, int, str], tuple[float, Message]] = {}
        """When a message was made with a nonce, by channel, author and nonce."""
        self.identifies = 0
        """How often the bot has identified."""
        self.listeners: list[Callable[[Event], None]] = []
        self.bot = self.account(name, bot=True)
        self.bot_token = _fake_token(self.bot.id)
        self.developer = self.account("developer")

    # people and places

    def account(self, name: str, *, bot: bool = False) -> Account:
        """A new user."""
        made = Account(self.ids.make(), name.lower().replace(" ", "_"), None if bot else name, bot)
        self.accounts[made.id] = made
        return made

    def add_guild(self, name: str, owner: Account, number: int | None = None) -> Guild:
        """A new server with the bot on it; the number is its id."""
        guild = Guild(number or self.ids.make(), name, owner)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYBODY)
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        self.join(guild, self.bot)
        return guild

    def join(self, guild: Guild, account: Account) -> Member:
        """Make somebody a member; it is told to no bot, since that needs a privileged intent."""
        member = guild.members.setdefault(account.id, Member(account, self.clock.now()))
        if account is self.bot:
            self.emit(Event("GUILD_CREATE", guild_create(guild, self.bot), guild))
        return member

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """A new text channel."""
        channel = Channel(self.ids.make(), ChannelType.GUILD_TEXT, name, guild)
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self.emit(Event("CHANNEL_CREATE", channel_object(channel), guild))
        return channel

    def add_thread(self, parent: Channel, name: str, owner: Account, *, start: Message | None = None) -> Channel:
        """A new public thread, from a message whose id it takes, or by itself."""
        number = start.id if start is not None else self.ids.make()
        thread = Channel(number, ChannelType.PUBLIC_THREAD, name, parent.guild, parent, owner=owner)
        assert parent.guild is not None
        parent.guild.channels[number] = self.channels[number] = thread
        if start is not None:
            start.thread, start.flags = thread, start.flags | MessageFlag.HAS_THREAD
        self.emit(Event("THREAD_CREATE", {**channel_object(thread), "newly_created": True}, parent.guild))
        return thread

    def direct_messages(self, account: Account) -> Channel:
        """The channel between the bot and this user; it is made if there is none."""
        for channel in self.channels.values():
            if channel.recipient is account and channel.kind is ChannelType.DM:
                return channel
        channel = Channel(self.ids.make(), ChannelType.DM, recipient=account)
        self.channels[channel.id] = channel
        self.changed.fire()
        return channel

    def allow(self, channel: Channel, member: Member, *, allow: int = 0, deny: int = 0) -> None:
        """Set what a channel allows and denies to one member, in place of what it did."""
        others = [overwrite for overwrite in channel.overwrites if overwrite.id != member.account.id]
        channel.overwrites = [*others, Overwrite(member.account.id, 1, allow, deny)]
        self.emit(Event("CHANNEL_UPDATE", channel_object(channel), channel.guild))

    def delete_channel(self, channel: Channel) -> None:
        """A channel and its threads go, with all messages in them."""
        guild = channel.guild
        assert guild is not None, "direct messages stay"
        for thread in [place for place in guild.channels.values() if place.parent is channel]:
            self.delete_channel(thread)
        shown = channel_object(channel)
        del guild.channels[channel.id], self.channels[channel.id]
        for message in channel.store.values():
            message.deleted = True
        self.emit(Event("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", shown, guild))

    def remove_bot(self, guild: Guild) -> None:
        """Somebody throws the bot out of a server."""
        del guild.members[self.bot.id]
        self.emit(Event("GUILD_DELETE", {"id": str(guild.id)}, guild))

    def leave(self, guild: Guild, account: Account) -> None:
        """Somebody leaves a server."""
        del guild.members[account.id]
        data = {"guild_id": str(guild.id), "user": {"id": str(account.id), "username": account.username}}
        self.emit(Event("GUILD_MEMBER_REMOVE", data, guild))

    # what the bot may reach

    def channel(self, number: int) -> Channel:
        """A channel that the bot may know.

        Raises:
            ApiError: there is none, or the bot does not see it.
        """
        channel = self.channels.get(number)
        if channel is None:
            raise ApiError(10003)
        self.demand(channel, Permission.VIEW_CHANNEL)
        return channel

    def demand(self, channel: Channel, needed: int) -> None:
        """See that the bot has these permissions in a channel.

        Raises:
            ApiError: it has not.
        """
        if channel.guild is None:
            allowed = int(IN_DIRECT_MESSAGES)
        else:
            member = channel.guild.members.get(self.bot.id)
            allowed = permissions_in(channel, member) if member is not None else 0
        if not allowed & Permission.VIEW_CHANNEL:
            raise ApiError(50001)
        if needed & ~allowed:
            raise ApiError(50013)

    def guild(self, number: int) -> Guild:
        """A server on which the bot is.

        Raises:
            ApiError: there is none, or it is not.
        """
        guild = self.guilds.get(number)
        if guild is None:
            raise ApiError(10004)
        if self.bot.id not in guild.members:
            raise ApiError(50001)
        return guild

    # messages

    def post(self, message: Message) -> Message:
        """A new message."""
        message.channel.store[message.id] = message
        self._tell("MESSAGE_CREATE", message)
        return message

    def edited(self, message: Message) -> None:
        """A message has been changed."""
        message.edited = self.clock.now()
        message.edits += 1
        self._tell("MESSAGE_UPDATE", message)

    def delete(self, message: Message) -> None:
        """A message goes."""
        message.deleted = True
        message.channel.store.pop(message.id, None)
        for attachment in message.attachments:
            self.attachments.pop(attachment.id, None)
        if message.seen_by is None:
            guild = message.channel.guild
            data = {"id": str(message.id), "channel_id": str(message.channel.id)}
            data |= {"guild_id": str(guild.id)} if guild is not None else {}
            self.emit(Event("MESSAGE_DELETE", data, guild, message))
        self.touch(message.interaction)

    def _tell(self, name: str, message: Message) -> None:
        guild = message.channel.guild
        if message.seen_by is None:
            data = message_object(message)
            data |= {"guild_id": str(guild.id)} if guild is not None else {}
            self.emit(Event(name, data, guild, message))
        self.touch(message.interaction)

    # what happens

    def emit(self, event: Event) -> None:
        """Tell the gateway, and whoever waits."""
        for listener in self.listeners:
            listener(event)
        self.changed.fire()

    def touch(self, interaction: Interaction | None) -> None:
        """Something has changed, perhaps about an interaction."""
        if interaction is not None:
            interaction.signal.fire()
        self.changed.fire()


def new_token() -> str:
    """A token for an interaction: nobody else can guess it."""
    return f"wire-{secrets.token_urlsafe(24)}"


def _fake_token(bot: int) -> str:
    """A token with the three parts of a real one, and plainly none."""
    identity = base64.urlsafe_b64encode(str(bot).encode()).decode().rstrip("=")
    return f"{identity}.FAKE00.{'not-a-token-of-discord-at-all'}"
