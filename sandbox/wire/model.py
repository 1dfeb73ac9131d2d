"""The model: people, servers, channels, messages and interactions."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Final

from sandbox.wire.components import Component, interactive
from sandbox.wire.errors import Json
from sandbox.wire.signals import WAIT_TIMEOUT, Signal


class ChannelType(IntEnum):
    """The supported channel types ("Channel", Channel Types)."""

    GUILD_TEXT = 0
    DM = 1
    GUILD_VOICE = 2
    GROUP_DM = 3
    GUILD_ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    GUILD_STAGE_VOICE = 13
    GUILD_FORUM = 15
    GUILD_MEDIA = 16


_THREADS: Final = frozenset({ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD})


class MessageFlag(IntFlag):
    """The supported message flags ("Message", Message Flags)."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


class InteractionType(IntEnum):
    """The types of interactions ("Receiving and Responding", Interaction Type)."""

    PING = 1
    APPLICATION_COMMAND = 2
    MESSAGE_COMPONENT = 3
    APPLICATION_COMMAND_AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """The types of first answers ("Receiving and Responding", Interaction Callback Type)."""

    PONG = 1
    CHANNEL_MESSAGE_WITH_SOURCE = 4
    DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE = 5
    DEFERRED_UPDATE_MESSAGE = 6
    UPDATE_MESSAGE = 7
    APPLICATION_COMMAND_AUTOCOMPLETE_RESULT = 8
    MODAL = 9


@dataclass(eq=False)
class Account:
    """A user: a person or a bot."""

    id: int
    username: str
    global_name: str | None
    bot: bool = False
    closed_dms: bool = False
    """Whether the user refuses direct messages from bots (50007)."""
    has_installed: bool = False
    """Whether the user has added the bot to their own account."""


@dataclass(eq=False)
class Role:
    """A role of a server; @everyone has the id of the server."""

    id: int
    name: str
    permissions: int
    position: int = 0


@dataclass(eq=False)
class Member:
    """A user as a member of a server."""

    account: Account
    joined_at: float
    roles: set[int] = field(default_factory=set)
    nick: str | None = None
    timed_out_until: float = 0.0
    """The end of the member's timeout, in seconds since 1970."""

    @property
    def display_name(self) -> str:
        """The name that others see."""
        return self.nick or self.account.global_name or self.account.username


@dataclass(frozen=True)
class Overwrite:
    """The permissions that a channel allows and denies a role (kind 0) or a member (kind 1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class Guild:
    """A server. Its channels and members are in order of arrival."""

    id: int
    name: str
    owner: Account
    has_commands: bool = True
    """Whether the bot's commands are installed, with the bot or without it."""
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, "Channel"] = field(default_factory=dict)
    """The server's channels by id, including threads."""


@dataclass(eq=False)
class Channel:
    """A channel of a server, a thread in one, the direct messages between one user and the bot, or a conversation of
    people without the bot.
    """

    id: int
    kind: ChannelType
    name: str = ""
    guild: Guild | None = None
    parent: "Channel | None" = None
    recipient: Account | None = None
    """The user at the other end of direct messages; None on a server."""
    people: tuple[Account, ...] = ()
    """The people of a conversation without the bot: direct messages between two of them, or a group."""
    owner: Account | None = None
    """The creator of a thread; None for other channels."""
    overwrites: list[Overwrite] = field(default_factory=list)
    store: dict[int, "Message"] = field(default_factory=dict)
    """All messages of the channel by id, including ephemeral ones."""
    archived: bool = False
    """Whether a thread is archived: without news for long, or closed by somebody."""
    locked: bool = False
    """Whether a moderator has locked a thread."""
    old_edits: list[float] = field(default_factory=list)
    """The times of the edits in this channel of messages older than an hour."""

    @property
    def is_thread(self) -> bool:
        """Whether the channel is a thread."""
        return self.kind in _THREADS

    @property
    def is_conversation(self) -> bool:
        """Whether people talk here without the bot, which can do nothing here but answer interactions."""
        return bool(self.people)

    @property
    def messages(self) -> list["Message"]:
        """The channel's messages that are not ephemeral, oldest first."""
        return [message for message in self.store.values() if message.seen_by is None]


@dataclass(eq=False)
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    data: bytes = field(repr=False)
    content_type: str
    url: str
    description: str | None = None
    ephemeral: bool = False
    size_in_pixels: tuple[int, int] | None = None


@dataclass(eq=False)
class Message:
    """A message in its present state."""

    id: int
    channel: Channel
    author: Account
    timestamp: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Component] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    nonce: str | int | None = None
    edited: float | None = None
    edits: int = 0
    """The number of edits of the message."""
    mentions: list[Account] = field(default_factory=list)
    """The users whom the message pings."""
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    interaction: "Interaction | None" = None
    """The interaction that the message answers."""
    reference: int | None = None
    """The id of the message to which this one replies."""
    seen_by: Account | None = None
    """The only user who sees the message, if it is ephemeral."""
    thread: Channel | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one user sees the message."""
        return bool(self.flags & MessageFlag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether the message shows that the bot is thinking."""
        return bool(self.flags & MessageFlag.LOADING)

    @property
    def buttons(self) -> list[Component]:
        """The message's buttons as Discord's JSON."""
        return [item for item in interactive(self.components) if item["type"] == 2]

    @property
    def selects(self) -> list[Component]:
        """The message's menus as Discord's JSON."""
        return [item for item in interactive(self.components) if item["type"] != 2]

    @property
    def labels(self) -> list[str]:
        """The labels of the message's buttons."""
        return [button.get("label", "") for button in self.buttons]


@dataclass(eq=False)
class Command:
    """A registered application command."""

    id: int
    version: int
    body: Json
    guild: Guild | None = None

    @property
    def name(self) -> str:
        """The command's name, without subcommands."""
        return str(self.body["name"])


@dataclass(eq=False)
class Emoji:
    """An emoji of the application."""

    id: int
    name: str


@dataclass(eq=False)
class Interaction:
    """Something that a user did with the bot, and its outcome for the user."""

    id: int
    token: str
    kind: InteractionType
    user: Account
    channel: Channel
    created: float
    data: Json
    source: Message | None = None
    """The message whose component was used."""
    parent: "Interaction | None" = None
    """For a submitted modal: the interaction that opened it."""
    answered_by: CallbackType | None = None
    """The type of the first answer; None before it."""
    failed: bool = False
    """Whether the user was told that the application did not respond."""
    given_up: bool = False
    """Whether a test made Discord stop waiting for an answer, so that the interaction failed at once."""
    original: Message | None = None
    """The message that `@original` stands for; None if there is none."""
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    signal: Signal = field(default_factory=Signal, repr=False)

    @property
    def acknowledged(self) -> bool:
        """Whether the bot has given a first answer."""
        return self.answered_by is not None

    @property
    def settled(self) -> bool:
        """Whether the user has nothing left to wait for: the interaction failed, or the bot has answered and is not
        thinking.
        """
        return self.failed or (self.acknowledged and not (self.original is not None and self.original.loading))

    @property
    def messages(self) -> list[Message]:
        """The interaction's messages that are not deleted: the first answer, then the followups."""
        answer = [] if self.original is None or self.original is self.source else [self.original]
        return [message for message in (*answer, *self.followups) if not message.deleted]

    @property
    def message(self) -> Message:
        """The interaction's latest message; if it made none, the message that it changed.

        Raises:
            LookupError: no message came of the interaction.
        """
        if self.messages:
            return self.messages[-1]
        if self.original is None or self.original.deleted:
            raise LookupError(f"no message came of this interaction (answered by {self.answered_by!r})")
        return self.original

    @property
    def content(self) -> str:
        """The text of `message`."""
        return self.message.content

    @property
    def ephemeral(self) -> bool:
        """Whether only the user sees `message`."""
        return self.message.ephemeral

    async def until_settled(self, within: float = WAIT_TIMEOUT) -> "Interaction":
        """Wait until the user has nothing left to wait for; return the interaction."""
        await self.signal.until(lambda: self.settled, within, what="a complete answer")
        return self


def seen_in(channel: Channel, account: Account) -> Iterator[Message]:
    """Return the messages in a channel that this user sees, if the user can see the channel."""
    return (message for message in channel.store.values() if message.seen_by in {None, account})
