"""Sessions of a bot with the gateway: they outlive the connections on which they are held ("Gateway", Resuming)."""

import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sandbox.wire.errors import Json
from sandbox.wire.objects import hides_content, without_content
from sandbox.wire.world import Event, World

if TYPE_CHECKING:
    from sandbox.wire.gateway import Connection

GUILDS: Final = 1 << 0
GUILD_MEMBERS: Final = 1 << 1
GUILD_MESSAGES: Final = 1 << 9
DIRECT_MESSAGES: Final = 1 << 12
MESSAGE_CONTENT: Final = 1 << 15
PRIVILEGED: Final = 1 << 1 | 1 << 8 | 1 << 15
"""GUILD_MEMBERS, GUILD_PRESENCES, MESSAGE_CONTENT ("Gateway", Privileged Intents)."""
KNOWN: Final = (1 << 17) - 1 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25
"""All intents that there are, with room for those in between."""

REMEMBERED: Final = 2_000
"""How many events are kept for a resume."""

_OF_GUILDS: Final = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "CHANNEL_", "THREAD_")


@dataclass(eq=False)
class Session:
    """One shard of one login."""

    shard: int
    shards: int
    intents: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """What can be replayed, by its number."""
    connection: "Connection | None" = None

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event, or keep it until the session is resumed."""
        self.sequence += 1
        text = json.dumps({"op": 0, "t": name, "s": self.sequence, "d": data}, separators=(",", ":"))
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def can_replay(self, sequence: int) -> bool:
        """Whether all events after this one are still kept."""
        oldest = self.sent[0][0] if self.sent else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def replay(self, sequence: int) -> None:
        """Send what came after this event once more."""
        assert self.connection is not None
        for number, text in self.sent:
            if number > sequence:
                self.connection.send_text(text)

    def hear(self, event: Event, world: World) -> None:
        """An event, if this shard gets it and its bot has asked for such events ("Gateway", List of Intents)."""
        shard = (event.guild.id >> 22) % self.shards if event.guild is not None else 0
        absent = event.guild is not None and world.bot.id not in event.guild.members
        if shard != self.shard or not self._wants(event) or (absent and event.name != "GUILD_DELETE"):
            return
        data, message = event.data, event.message
        if message is not None and event.name != "MESSAGE_DELETE":
            if hides_content(message, world.bot, self.intents, MESSAGE_CONTENT):
                data = without_content(data)
            guild = message.channel.guild
            data = {**data, "channel_type": int(message.channel.kind)} if guild is None else data
        self.dispatch(event.name, data)

    def _wants(self, event: Event) -> bool:
        if event.message is not None:
            return bool(self.intents & (GUILD_MESSAGES if event.guild is not None else DIRECT_MESSAGES))
        if event.name.startswith("GUILD_MEMBER_"):
            return bool(self.intents & GUILD_MEMBERS)
        if event.name.startswith(_OF_GUILDS):
            return bool(self.intents & GUILDS)
        return event.name == "INTERACTION_CREATE"
