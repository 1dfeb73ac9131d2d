"""The state of the simulated Discord. Every change is announced to the gateway and to waiting tests."""

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sandbox.wire.channel_types import ALLOWED
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
from sandbox.wire.objects import channel_object, member_object, message_object
from sandbox.wire.options import Options
from sandbox.wire.permissions import EVERYBODY, IN_DIRECT_MESSAGES, Permission, permissions_in
from sandbox.wire.session_starts import SessionStarts
from sandbox.wire.signals import Signal

TOKEN_LIFE: Final = 15 * 60.0
"""The time for which the token of an interaction is valid, in seconds ("Receiving and Responding", Followup Messages).
"""
_WHILE_TIMED_OUT: Final = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
"""The permissions that are left to a member who is timed out ("Permissions", Permissions for Timed Out Members)."""


@dataclass(frozen=True)
class Event:
    """An event that the gateway sends to a bot whose intents cover it."""

    name: str
    data: Json
    guild: Guild | None = None
    """The server of the event, which decides the shard; None for shard 0."""
    message: Message | None = None
    """The message of the event, which decides the intents that cover it; None for other events."""


class World:
    """The simulated Discord: accounts, guilds, channels, messages and everything else that it stores."""

    def __init__(self, clock: Clock, options: Options) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.changed = Signal()
        self.accounts: dict[int, Account] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[tuple[int | None, str], Command] = {}
        """The registered commands, by guild id (None for global ones) and name."""
        self.command_creations: list[float] = []
        """The times at which commands were created."""
        self.emojis: dict[int, Emoji] = {}
        """The emojis of the application."""
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.attachments: dict[int, Attachment] = {}
        self.nonces: dict[tuple[int, int, str], tuple[float, Message]] = {}
        """The time and the message of each nonce, by channel id, author id and nonce."""
        self.session_starts = SessionStarts(clock, options)
        self.listeners: list[Callable[[Event], None]] = []
        self.bot = self.account(options.name, bot=True)
        self.bot_token = ""
        self._tokens_made = 0
        self.reset_token()
        self.developer = self.account("developer")

    def reset_token(self) -> None:
        """Give the bot a new token; from now on the old one is refused.

        The token has the three parts of a real one, but anyone can see that it is not real.
        """
        identity = base64.urlsafe_b64encode(str(self.bot.id).encode()).decode().rstrip("=")
        self.bot_token = f"{identity}.FAKE{self._tokens_made:02}.not-a-token-of-discord-at-all"
        self._tokens_made += 1

    # people and places

    def account(self, name: str, *, bot: bool = False) -> Account:
        """Create the account of a person or a bot."""
        account = Account(self.ids.make(), name.lower().replace(" ", "_"), None if bot else name, bot)
        self.accounts[account.id] = account
        return account

    @property
    def home_guild(self) -> Guild:
        """The first server, created on first use."""
        return next(iter(self.guilds.values()), None) or self.add_guild("Tavern", self.developer)

    @property
    def home_channel(self) -> Channel:
        """The first channel of the first server, created on first use."""
        guild = self.home_guild
        text_channels = (channel for channel in guild.channels.values() if not channel.is_thread)
        return next(text_channels, None) or self.add_channel(guild, "table")

    def add_guild(
        self, name: str, owner: Account, guild_id: int | None = None, *, only_commands: bool = False
    ) -> Guild:
        """Create a server that the bot is on, or that has installed its commands without it ("Application Commands",
        Authorizing Your Application).
        """
        guild = Guild(guild_id or self.ids.make(), name, owner)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYBODY)
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        if not only_commands:
            self.join(guild, self.bot)
        return guild

    def join(self, guild: Guild, account: Account) -> Member:
        """Make an account a member of a server.

        The bot is told only if it is the new member: to learn about others, it would need a privileged intent.
        """
        member = guild.members.setdefault(account.id, Member(account, self.clock.now()))
        if account is self.bot:
            guild.has_commands = True
            self.emit(Event("GUILD_CREATE", guild_create(guild, self.bot), guild))
        return member

    def add_channel(self, guild: Guild, name: str, kind: ChannelType = ChannelType.GUILD_TEXT) -> Channel:
        """Create a channel, by default a text channel."""
        channel = Channel(self.ids.make(), kind, name, guild)
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self.emit(Event("CHANNEL_CREATE", channel_object(channel), guild))
        return channel

    def add_thread(self, parent: Channel, name: str, owner: Account, *, start: Message | None = None) -> Channel:
        """Create a thread that all see, or a post in a forum. A thread that starts from a message has its id."""
        thread_id = start.id if start is not None else self.ids.make()
        kind = ALLOWED[parent.kind].threads or ChannelType.PUBLIC_THREAD
        thread = Channel(thread_id, kind, name, parent.guild, parent, owner=owner)
        assert parent.guild is not None
        parent.guild.channels[thread_id] = self.channels[thread_id] = thread
        if start is not None:
            start.thread, start.flags = thread, start.flags | MessageFlag.HAS_THREAD
        self.emit(Event("THREAD_CREATE", {**channel_object(thread), "newly_created": True}, parent.guild))
        return thread

    def set_thread(self, thread: Channel, *, archived: bool | None = None, locked: bool | None = None) -> None:
        """Archive, reopen, lock or unlock a thread. One click of a moderator can archive and lock it."""
        thread.archived = thread.archived if archived is None else archived
        thread.locked = thread.locked if locked is None else locked
        self.emit(Event("THREAD_UPDATE", channel_object(thread), thread.guild))

    def direct_messages(self, account: Account) -> Channel:
        """Return the channel between the bot and this user, creating it on first use."""
        for channel in self.channels.values():
            if channel.recipient is account and channel.kind is ChannelType.DM:
                return channel
        channel = Channel(self.ids.make(), ChannelType.DM, recipient=account)
        self.channels[channel.id] = channel
        self.changed.fire()
        return channel

    def conversation(self, *people: Account) -> Channel:
        """Create the direct messages between two people, or a group of more, without the bot."""
        kind = ChannelType.DM if len(people) == 2 else ChannelType.GROUP_DM  # a pair
        channel = Channel(self.ids.make(), kind, people=people)
        self.channels[channel.id] = channel
        self.changed.fire()
        return channel

    def allow(self, channel: Channel, member: Member, *, allow: int = 0, deny: int = 0) -> None:
        """Set the permissions that a channel allows and denies one member, replacing earlier ones for that member."""
        others = [overwrite for overwrite in channel.overwrites if overwrite.id != member.account.id]
        channel.overwrites = [*others, Overwrite(member.account.id, 1, allow, deny)]
        self.emit(Event("CHANNEL_UPDATE", channel_object(channel), channel.guild))

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel and its threads, with all messages in them."""
        guild = channel.guild
        assert guild is not None, "direct messages cannot be deleted"
        for thread in [place for place in guild.channels.values() if place.parent is channel]:
            self.delete_channel(thread)
        data = channel_object(channel)
        del guild.channels[channel.id], self.channels[channel.id]
        for message in channel.store.values():
            message.deleted = True
        self.emit(Event("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", data, guild))

    def time_out(self, guild: Guild, seconds: float) -> None:
        """Time the bot out on a server, as a moderator would; 0 ends that.

        Its messages are refused, though its computed permissions stay as they were, and interactions work
        (discord-api-docs #6847). It is told of the moderator's act, but not when the time is over.
        """
        member = guild.members[self.bot.id]
        member.timed_out_until = self.clock.now() + seconds if seconds else 0.0
        data = {**member_object(member), "guild_id": str(guild.id)}
        self.emit(Event("GUILD_MEMBER_UPDATE", data, guild))

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot and its commands from a server, as an admin of the server would."""
        del guild.members[self.bot.id]
        guild.has_commands = False
        self.emit(Event("GUILD_DELETE", {"id": str(guild.id)}, guild))

    def leave(self, guild: Guild, account: Account) -> None:
        """Let a member leave a server."""
        del guild.members[account.id]
        data = {"guild_id": str(guild.id), "user": {"id": str(account.id), "username": account.username}}
        self.emit(Event("GUILD_MEMBER_REMOVE", data, guild))

    # places that the bot may reach

    def channel(self, channel_id: int) -> Channel:
        """Return a channel that the bot can see.

        Raises:
            ApiError: there is no such channel, or the bot cannot see it.
        """
        channel = self.channels.get(channel_id)
        if channel is None:
            raise ApiError(10003)
        self.demand(channel, Permission.VIEW_CHANNEL)
        return channel

    def demand(self, channel: Channel, needed: int) -> None:
        """Raise unless the bot has these permissions in a channel.

        Raises:
            ApiError: the bot cannot see the channel, or lacks one of the permissions.
        """
        allowed = self._allowed(channel)
        if not allowed & Permission.VIEW_CHANNEL:
            raise ApiError(50001)
        if needed & ~allowed or (needed & ~_WHILE_TIMED_OUT and self.is_timed_out(channel)):
            raise ApiError(50013)

    def may(self, channel: Channel, needed: int) -> bool:
        """Return whether the bot has these permissions in a channel."""
        return not needed & ~self._allowed(channel)

    def is_timed_out(self, channel: Channel) -> bool:
        """Return whether the bot is timed out on the server of a channel."""
        member = channel.guild.members.get(self.bot.id) if channel.guild is not None else None
        return member is not None and self.clock.now() < member.timed_out_until

    def _allowed(self, channel: Channel) -> int:
        if channel.guild is None:
            return 0 if channel.is_conversation else int(IN_DIRECT_MESSAGES)
        member = channel.guild.members.get(self.bot.id)
        return permissions_in(channel, member) if member is not None else 0

    def guild(self, guild_id: int) -> Guild:
        """Return a server that the bot is on.

        Raises:
            ApiError: there is no such server, or the bot is not on it.
        """
        guild = self.guilds.get(guild_id)
        if guild is None:
            raise ApiError(10004)
        if self.bot.id not in guild.members:
            raise ApiError(50001)
        return guild

    # messages

    def post(self, message: Message) -> Message:
        """Add a new message to its channel."""
        message.channel.store[message.id] = message
        self._announce("MESSAGE_CREATE", message)
        return message

    def edited(self, message: Message) -> None:
        """Record and announce an edit of a message."""
        message.edited = self.clock.now()
        message.edits += 1
        self._announce("MESSAGE_UPDATE", message)

    def delete(self, message: Message) -> None:
        """Delete a message and its files."""
        message.deleted = True
        message.channel.store.pop(message.id, None)
        for attachment in message.attachments:
            self.attachments.pop(attachment.id, None)
        if message.seen_by is None and not message.channel.is_conversation:
            guild = message.channel.guild
            data = {"id": str(message.id), "channel_id": str(message.channel.id)}
            data |= {"guild_id": str(guild.id)} if guild is not None else {}
            self.emit(Event("MESSAGE_DELETE", data, guild, message))
        self.touch(message.interaction)

    def _announce(self, name: str, message: Message) -> None:
        guild = message.channel.guild
        if message.seen_by is None and not message.channel.is_conversation:
            data = message_object(message)
            data |= {"guild_id": str(guild.id)} if guild is not None else {}
            self.emit(Event(name, data, guild, message))
        self.touch(message.interaction)

    # events

    def emit(self, event: Event) -> None:
        """Send an event to the gateway, and wake everything that waits for a change."""
        for listener in self.listeners:
            listener(event)
        self.changed.fire()

    def touch(self, interaction: Interaction | None) -> None:
        """Wake everything that waits for any change or, if an interaction is given, for a change of it."""
        if interaction is not None:
            interaction.signal.fire()
        self.changed.fire()
