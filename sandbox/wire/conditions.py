"""Conditions of Discord in which it refuses requests for a while. Tests begin and end them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from sandbox.wire.errors import ApiError, BlockedError, RateLimitedError
from sandbox.wire.faults import Match, every_request
from sandbox.wire.journal import Request
from sandbox.wire.model import Channel, ChannelType, Guild
from sandbox.wire.world import World

_MESSAGES: Final = "/channels/{channel_id}/messages"
_CALLBACK: Final = "/interactions/{interaction_id}/{interaction_token}/callback"
_POSTS: Final = frozenset({f"POST {_MESSAGES}"})
_EDITS: Final = frozenset({f"PATCH {_MESSAGES}/{{message_id}}"})
_DELETIONS: Final = frozenset({f"DELETE {_MESSAGES}/{{message_id}}"})
_THREADS: Final = frozenset({"POST /channels/{channel_id}/threads", f"POST {_MESSAGES}/{{message_id}}/threads"})
_FIRST_DM: Final = frozenset({"POST /users/@me/channels"})
_COMMANDS: Final = frozenset(
    f"PUT /applications/{{application_id}}{guild}/commands" for guild in ("", "/guilds/{guild_id}")
)


def _says(request: Request) -> bool:
    """Return whether a request carries a text for people: a message, or an answer to an interaction."""
    if request.route.startswith("/webhooks/") or request.name in _POSTS | _EDITS:
        return isinstance(request.body, dict) and bool(request.body.get("content"))
    body: Any = request.body if request.route == _CALLBACK and isinstance(request.body, dict) else {}
    return bool((body.get("data") or {}).get("content"))


def _to(names: frozenset[str]) -> Match:
    return lambda request: request.name in names


@dataclass(frozen=True)
class Condition:
    """A reason for which Discord refuses some requests."""

    name: str
    source: str
    """The page of Discord's documentation, or the thread of others who met it."""
    strikes: Match
    refusal: Callable[[], ApiError]


def _coded(code: int) -> Callable[[], ApiError]:
    return lambda: ApiError(code)


def _limited(code: int, seconds: float) -> Callable[[], ApiError]:
    return lambda: RateLimitedError(seconds, code=code, shared=True)


CONDITIONS: Final[Mapping[str, Condition]] = {
    each.name: each
    for each in (
        Condition("address blocked", "discord-api-docs #6473", every_request, _coded(40333)),
        Condition(
            "address limited", "Rate Limits, Invalid Request Limit; discord-api-docs #5810", every_request, BlockedError
        ),
        Condition("overloaded", "Opcodes and Status Codes, JSON: 130000", every_request, _coded(130000)),
        Condition("AutoMod", "ezcord PR85, discord-api-docs PR6958", _says, _coded(200000)),
        Condition("harmful links", "Opcodes and Status Codes, JSON: 240000", _says, _coded(240000)),
        Condition("explicit content", "GAwesomeBot #125", _says, _coded(20009)),
        Condition("slow mode", "Opcodes and Status Codes, JSON: 20016", _to(_POSTS), _limited(20016, 1.0)),
        Condition("write limit", "discord-api-docs PR8290", _to(_POSTS | _EDITS | _DELETIONS), _limited(20028, 0.3)),
        Condition("quarantine", "discord-api-docs #2669, tmerc-cogs #111", _to(_FIRST_DM), _coded(20026)),
        Condition("titles", "Opcodes and Status Codes, JSON: 200001", _to(_THREADS), _coded(200001)),
        Condition("participants", "discord-api-docs PR3938", _to(_THREADS), _coded(30033)),
        Condition("commands", "discord.py #9439, discord-api-docs #6188", _to(_COMMANDS), _coded(30034)),
    )
}
"""All conditions by name. Others are states of the world: a bot that is timed out (`World.time_out`), a thread that is
archived or locked (`World.set_thread`), a server full of threads (`Options.active_threads`).
"""

Place = Guild | Channel | None
"""A server, a channel, or everywhere."""


class Conditions:
    """The conditions at present."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._until: dict[tuple[str, int | None], float] = {}

    def begin(self, name: str, at: Place = None, seconds: float = inf) -> None:
        """Let a condition hold at a place from now on, for some seconds of Discord's clock or until it is ended."""
        assert name in CONDITIONS, name
        self._until[name, at.id if at is not None else None] = self._world.clock.now() + seconds

    def end(self, name: str, at: Place = None) -> None:
        """End a condition at a place."""
        self._until.pop((name, at.id if at is not None else None), None)
        self._world.changed.fire()

    def clear(self) -> None:
        """End all conditions."""
        self._until.clear()
        self._world.changed.fire()

    def check(self, request: Request) -> None:
        """Raise if a condition that holds refuses this request.

        Raises:
            ApiError: it does.
        """
        now = self._world.clock.now()
        for (name, place), until in self._until.items():
            condition = CONDITIONS[name]
            if now < until and condition.strikes(request) and (place is None or place in self._places(request)):
                raise condition.refusal()

    def _places(self, request: Request) -> set[int]:
        """Return the ids of the channel of a request, of its parent and of its server."""
        world, ids = self._world, request.ids
        interaction = world.interactions.get(int(ids.get("interaction_id", 0)))
        interaction = interaction or world.tokens.get(ids.get("webhook_token", ""))
        channel = interaction.channel if interaction is not None else world.channels.get(int(ids.get("channel_id", 0)))
        if channel is None or channel.kind is ChannelType.DM:
            return {channel.id} if channel is not None else set()
        assert channel.guild is not None
        return {channel.id, channel.guild.id, *([channel.parent.id] if channel.parent is not None else [])}
