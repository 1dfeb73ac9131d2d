"""Settings of a simulated Discord: how strict it is, and its values for numbers that Discord does not publish."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

OPENAPI_VARIABLE: Final = "DISCORD_OPENAPI"
"""The environment variable for the path of Discord's published description, which replaces the packaged excerpt."""
PACKAGED: Final = Path(__file__).with_name("discord.json")
"""The part of the description that this package needs; `sandbox.wire.excerpt` writes this file."""


def published_description() -> Path:
    """Return the path of Discord's `openapi.json`: the file that the environment variable names, or the packaged
    excerpt.
    """
    return Path(os.environ.get(OPENAPI_VARIABLE) or PACKAGED)


@dataclass(frozen=True, kw_only=True)
class Options:
    """The settings of one simulated Discord."""

    name: str = "Hidden Hand"
    """The name of the bot."""
    openapi: Path | None = field(default_factory=published_description)
    """The path of Discord's published description, against which everything is validated; None to use only our own
    rules.
    """
    shards: int = 1
    """The number of shards that `GET /gateway/bot` recommends."""
    guilds_a_shard: int = 2_500
    """The maximum number of servers for one shard; a shard with more is disconnected with 4011 ("Gateway", Sharding).
    """
    max_concurrency: int = 1
    """The number of rate limit keys, and so of shards that may identify at the same time ("Gateway", Max Concurrency).
    """
    identify_every: float = 5.0
    """Seconds between two identifies with one rate limit key; 0 for no limit."""
    identifies_a_day: int = 1000
    """The number of identifies allowed in 24 hours; one more ends all sessions and resets the token ("Gateway", Rate
    Limiting).
    """
    heartbeat_interval: float = 41.25
    """Seconds between two heartbeats; a bot that is silent for one and a half intervals is disconnected."""
    privileged_intents: int = 0
    """The privileged intents switched on for the application; others are refused with 4014."""
    interactions_endpoint: str | None = None
    """The "Interactions Endpoint URL" of the application: if set, interactions go only there, never through the
    gateway.
    """
    first_answer: float = 3.0
    """The time within which a bot must acknowledge an interaction, in seconds ("Receiving and Responding")."""
    attachment_limit: int = 10 * 1024 * 1024
    """The maximum number of bytes of one file ("API Reference", Uploading Files)."""
    promised_limit: int | None = None
    """The number that interactions promise; None: the real one. It can be too large (discord-api-docs #7603)."""
    active_threads: int = 1_000
    """The maximum number of active threads of a server, and as many announcement threads ("Threads", Active & Archived
    Threads; the number is that of Copycord PR15).
    """
    commands_a_day: int = 200
    """The number of commands that can be created in 24 hours ("Application Commands", Registering a Command)."""
    invalid_requests: int = 10_000
    """The number of invalid requests in ten minutes that bans the address ("Rate Limits", Invalid Request Limit)."""
    ban: float = 3600.0
    """Seconds for which an address is banned. Discord gives no number."""
    nonce_minutes: float = 5.0
    """The time for which a nonce is remembered, in minutes. Discord says "the past few minutes" ("Message", Create
    Message).
    """
    old_edits_an_hour: int = 5
    """The number of edits of messages older than an hour that a channel allows in an hour. Discord gives no number
    (30046).
    """
    rate_limits: bool = False
    """Whether routes have limits: five requests in five seconds for each route and channel or server."""
    global_limit: bool = False
    """Whether the bot is limited to 50 requests a second ("Rate Limits", Global Rate Limit)."""
