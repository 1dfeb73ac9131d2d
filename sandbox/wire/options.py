"""How strict a wire is, and how it behaves where Discord says no number."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

OPENAPI_VARIABLE: Final = "DISCORD_OPENAPI"
"""The environment variable that says where Discord's published description lies, if not in this package."""
PACKAGED: Final = Path(__file__).with_name("discord.json")
"""What this package needs of it; `sandbox.wire.excerpt` makes it."""


def published_description() -> Path:
    """Discord's `openapi.json`: the one that the environment names, or what this package needs of it."""
    return Path(os.environ.get(OPENAPI_VARIABLE) or PACKAGED)


@dataclass(frozen=True, kw_only=True)
class Options:
    """What can be set about a wire."""

    name: str = "Hidden Hand"
    """What the bot is called."""
    openapi: Path | None = field(default_factory=published_description)
    """Discord's published description, against which all is validated; none: by the rules of this package alone."""
    shards: int = 1
    """How many shards `GET /gateway/bot` recommends."""
    max_concurrency: int = 1
    """How many shards may identify at once ("Gateway", Rate Limiting)."""
    identify_every: float = 5.0
    """Seconds between two identifies of one bucket; 0: as often as they like."""
    identifies_a_day: int = 1000
    """How often the bot may identify while this wire stands; more, and its token is taken from it."""
    heartbeat_interval: float = 41.25
    """Seconds; a bot that is silent for one and a half of them is disconnected."""
    privileged_intents: int = 0
    """Those that the developer has switched on for the application; others are refused with 4014."""
    first_answer: float = 3.0
    """Seconds within which an interaction must be acknowledged ("Receiving and Responding")."""
    attachment_limit: int = 10 * 1024 * 1024
    """Bytes of one file ("API Reference", Uploading Files)."""
    nonce_minutes: float = 5.0
    """For how long a nonce is remembered. Discord says "the past few minutes" ("Message", Create Message)."""
    old_edits_an_hour: int = 5
    """How often messages older than an hour may be edited, by channel and hour. Discord says no number (30046)."""
    rate_limits: bool = False
    """Whether routes are limited: five requests in five seconds for each route and channel or server."""
    global_limit: bool = False
    """Whether the bot is limited to 50 requests a second ("Rate Limits", Global Rate Limit)."""
