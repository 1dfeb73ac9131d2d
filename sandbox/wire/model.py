"""What Discord remembers: people, servers, channels, messages and interactions."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from sandbox.wire.components import Component, interactive
from sandbox.wire.errors import Json
from sandbox.wire.signals import PATIENCE, Signal


class ChannelType(IntEnum):
    """Those of "Channel", Channel Types, that there are here."""

    GUILD_TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageFlag(IntFlag):
    """Those of "Message", Message Flags, that mean anything here."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


class InteractionType(IntEnum):
    """Those of "Receiving and Responding", Interaction Type."""

    PING = 1
    APPLICATION_COMMAND = 2
    MESSAGE_COMPONENT = 3
    APPLICATION_COMMAND_AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """Those of "Receiving and Responding", Interaction Callback Type."""

    PONG = 1
    CHANNEL_MESSAGE_WITH_SOURCE = 4
    DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE = 5
    DEFERRED_UPDATE_MESSAGE = 6
    UPDATE_MESSAGE = 7
    APPLICATION_COMMAND_AUTOCOMPLETE_RESULT = 8
    MODAL = 9


@dataclass(eq=False)
class Account:
    """A user, human or bot."""

    id: int
    username: str
    global_name: str | None
    bot: bool = False
    closed_dms: bool = False
    """Whether bots cannot write to them (50007)."""


@dataclass(eq=False)
class Role:
    """A role of a guild; that of everybody has the guild's id."""

    id: int
    name: str
    permissions: int
    position: int = 0


@dataclass(eq=False)
class Member:
    """A user on a server."""

    account: Account
    joined_at: float
    roles: set[int] = field(default_factory=set)
    nick: str | None = None

    @property
    def display_name(self) -> str:
        """What others read."""
        return self.nick or self.account.global_name or self.account.username


@dataclass(frozen=True)
class Overwrite:
    """What a channel allows or denies to a role (kind 0) or a member (kind 1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class Guild:
    """A server. Its channels and people are in the order in which they came."""

    id: int
    name: str
    owner: Account
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, "Channel"] = field(default_factory=dict)
    """Threads too."""


@dataclass(eq=False)
class Channel:
    """A text channel of a guild, a thread in one, or the direct messages of one user with the bot."""

    id: int
    kind: ChannelType
    name: str = ""
    guild: Guild | None = None
    parent: "Channel | None" = None
    recipient: Account | None = None
    """Who reads it, for direct messages."""
    owner: Account | None = None
    """Who made it, for a thread."""
    overwrites: list[Overwrite] = field(default_factory=list)
    store: dict[int, "Message"] = field(default_factory=dict)
    """All messages by their ids, also those that only one person sees."""
    archived: bool = False
    old_edits: list[float] = field(default_factory=list)
    """When messages older than an hour were edited here."""

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.kind in {ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}

    @property
    def messages(self) -> list["Message"]:
        """What everybody in here sees, the oldest first."""
        return [message for message in self.store.values() if message.seen_by is None]


@dataclass(eq=False)
class Attachment:
    """A file that belongs to a message."""

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
    """A message as it is now."""

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
    """How often it was edited."""
    mentions: list[Account] = field(default_factory=list)
    """Whom it names in a way that pings them."""
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    interaction: "Interaction | None" = None
    """What it is an answer to."""
    reference: int | None = None
    """The message to which it is a reply."""
    seen_by: Account | None = None
    """Who sees it, if it is ephemeral."""
    thread: Channel | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.flags & MessageFlag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it says that the bot is thinking."""
        return bool(self.flags & MessageFlag.LOADING)

    @property
    def buttons(self) -> list[Component]:
        """Its buttons, as Discord's objects."""
        return [item for item in interactive(self.components) if item["type"] == 2]

    @property
    def selects(self) -> list[Component]:
        """Its menus, as Discord's objects."""
        return [item for item in interactive(self.components) if item["type"] != 2]

    @property
    def labels(self) -> list[str]:
        """What is written on its buttons."""
        return [button.get("label", "") for button in self.buttons]


@dataclass(eq=False)
class Command:
    """An application command as it was registered."""

    id: int
    version: int
    body: Json
    guild: Guild | None = None

    @property
    def name(self) -> str:
        """Its first word."""
        return str(self.body["name"])


@dataclass(eq=False)
class Emoji:
    """An emoji of the application."""

    id: int
    name: str


@dataclass(eq=False)
class Interaction:
    """Something that a user did with the bot, and what came of it: also what the user then sees."""

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
    """For a submitted modal: what it was the answer to."""
    answered_by: CallbackType | None = None
    """How it was acknowledged."""
    failed: bool = False
    """Whether the user was told that the application did not respond."""
    given_up: bool = False
    """Whether Discord was made not to wait for an answer at all: the user was told so at once."""
    original: Message | None = None
    """The message to which @original leads."""
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    signal: Signal = field(default_factory=Signal, repr=False)

    @property
    def acknowledged(self) -> bool:
        """Whether there was a first answer."""
        return self.answered_by is not None

    @property
    def settled(self) -> bool:
        """Whether the user waits for nothing any more: it has failed, or is answered and nothing says "thinking"."""
        return self.failed or (self.acknowledged and not (self.original is not None and self.original.loading))

    @property
    def messages(self) -> list[Message]:
        """The messages that it brought, without those that are gone: its own answer, then what followed."""
        answer = [] if self.original is None or self.original is self.source else [self.original]
        return [message for message in (*answer, *self.followups) if not message.deleted]

    @property
    def message(self) -> Message:
        """The message that it brought, or changed; the latest of several."""
        if self.messages:
            return self.messages[-1]
        if self.original is None or self.original.deleted:
            raise LookupError(f"no message came of this interaction (answered by {self.answered_by!r})")
        return self.original

    @property
    def content(self) -> str:
        """The text of that message."""
        return self.message.content

    @property
    def ephemeral(self) -> bool:
        """Whether only the user sees that message."""
        return self.message.ephemeral

    async def until_acknowledged(self, within: float = PATIENCE) -> "Interaction":
        """Wait for the first answer, or for Discord to give up."""
        await self.signal.until(lambda: self.acknowledged or self.failed, within, what="a first answer")
        return self

    async def until_settled(self, within: float = PATIENCE) -> "Interaction":
        """Wait until the user waits for nothing any more."""
        await self.signal.until(lambda: self.settled, within, what="a complete answer")
        return self


def seen_in(channel: Channel, account: Account) -> Iterator[Message]:
    """The messages that somebody who sees the channel sees in it."""
    return (message for message in channel.store.values() if message.seen_by in {None, account})
