"""Sessions of a bot with the gateway; a session outlives its connections ("Gateway", Resuming)."""

import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Final, Protocol

from sandbox.wire.errors import Json
from sandbox.wire.model import Guild
from sandbox.wire.objects import hides_content, without_content
from sandbox.wire.opcodes import Opcode
from sandbox.wire.world import Event, World

GUILDS: Final = 1 << 0
GUILD_MEMBERS: Final = 1 << 1
GUILD_MESSAGES: Final = 1 << 9
DIRECT_MESSAGES: Final = 1 << 12
MESSAGE_CONTENT: Final = 1 << 15
PRIVILEGED: Final = 1 << 1 | 1 << 8 | 1 << 15
"""The privileged intents GUILD_MEMBERS, GUILD_PRESENCES and MESSAGE_CONTENT ("Gateway", Privileged Intents)."""
KNOWN: Final = (1 << 17) - 1 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25
"""All intents, and the unused bits between the lower ones."""

REMEMBERED: Final = 2_000
"""The number of events kept for a resume."""

_GUILD_EVENTS: Final = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "CHANNEL_", "THREAD_")


def shard_of(guild: Guild | None, shards: int) -> int:
    """Return the shard that receives the events of a guild; shard 0 without a guild, as for direct messages."""
    return (guild.id >> 22) % shards if guild is not None else 0


class Carrier(Protocol):
    """The methods of a connection that its session calls."""

    def send_text(self, text: str) -> None:
        """Send one message that is already JSON."""

    def abort(self) -> None:
        """Cut the connection."""


@dataclass(eq=False)
class Session:
    """One shard of a bot, from IDENTIFY until it can no longer be resumed."""

    shard: int
    shards: int
    intents: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """The latest events with their sequence numbers, to be replayed."""
    connection: Carrier | None = None

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event; if there is no connection, keep the event until the session is resumed."""
        self.sequence += 1
        payload = {"op": Opcode.DISPATCH, "t": name, "s": self.sequence, "d": data}
        text = json.dumps(payload, separators=(",", ":"))
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def can_replay(self, sequence: int) -> bool:
        """Return whether all events after this sequence number are still kept."""
        oldest = self.sent[0][0] if self.sent else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def replay(self, sequence: int) -> None:
        """Send all events after this sequence number once more."""
        assert self.connection is not None
        for number, text in self.sent:
            if number > sequence:
                self.connection.send_text(text)

    def hear(self, event: Event, world: World) -> None:
        """Dispatch an event if it belongs to this shard and its intents cover it ("Gateway", List of Intents)."""
        absent = event.guild is not None and world.bot.id not in event.guild.members
        if shard_of(event.guild, self.shards) != self.shard or not self._wants(event, world.bot.id):
            return
        if absent and event.name not in {"GUILD_DELETE", "INTERACTION_CREATE"}:  # its user has installed the bot
            return
        data, message = event.data, event.message
        if message is not None and event.name != "MESSAGE_DELETE":
            if hides_content(message, world.bot, self.intents, MESSAGE_CONTENT):
                data = without_content(data)
            guild = message.channel.guild
            data = {**data, "channel_type": int(message.channel.kind)} if guild is None else data
        self.dispatch(event.name, data)

    def _wants(self, event: Event, bot: int) -> bool:
        if event.message is not None:
            return bool(self.intents & (GUILD_MESSAGES if event.guild is not None else DIRECT_MESSAGES))
        if event.name.startswith("GUILD_MEMBER_"):  # without the intent, a bot hears of changes of itself alone
            is_own = event.name == "GUILD_MEMBER_UPDATE" and event.data["user"]["id"] == str(bot)
            return is_own or bool(self.intents & GUILD_MEMBERS)
        if event.name.startswith(_GUILD_EVENTS):
            return bool(self.intents & GUILDS)
        return event.name == "INTERACTION_CREATE"
