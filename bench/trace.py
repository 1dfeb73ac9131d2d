"""Recorded interactions and the bot's calls after each, for a bare bot to repeat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sandbox.wire.journal import Request
from sandbox.wire.model import Interaction, InteractionType
from sandbox.wire.server import Wire

_CALLBACK: Final = "/interactions/"
_HOOK: Final = "/webhooks/"
_ORIGINAL: Final = "@original"
_NAMES: Final = {
    "POST /channels/{channel_id}/messages": "send",
    "PATCH /channels/{channel_id}/messages/{message_id}": "edit",
    "DELETE /channels/{channel_id}/messages/{message_id}": "delete",
    "GET /channels/{channel_id}/messages/{message_id}": "fetch",
    "GET /channels/{channel_id}/messages": "history",
    "GET /guilds/{guild_id}/members/{user_id}": "member",
    "POST /users/@me/channels": "open",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One interaction and the bot's calls after it, with the ids that they had when they were recorded."""

    kind: InteractionType
    data: Mapping[str, Any]
    user: int
    channel: int
    source: int | None
    """The message of the pressed button; None for a command."""
    calls: Sequence[Mapping[str, Any]]
    """The calls as JSON for the bare bot: name, body, files, and the id of the resulting message."""


def traced(wire: Wire) -> list[Step]:
    """Return the steps of a run in which each interaction began only after the bot had finished the previous one."""
    interactions = list(wire.world.interactions.values())
    ends = [*(each.created for each in interactions[1:]), float("inf")]
    requests = [each for each in wire.requests if interactions and each.at >= interactions[0].created]
    steps, place = [], 0
    for interaction, end in zip(interactions, ends, strict=True):
        calls = []
        while place < len(requests) and requests[place].at < end:
            calls.append(call_of(requests[place]))
            place += 1
        steps.append(_step(interaction, calls))
    return steps


def _step(interaction: Interaction, calls: Sequence[Mapping[str, Any]]) -> Step:
    return Step(
        kind=interaction.kind,
        data=interaction.data,
        user=interaction.user.id,
        channel=interaction.channel.id,
        source=None if interaction.source is None else interaction.source.id,
        calls=calls,
    )


def call_of(request: Request) -> dict[str, Any]:
    """Return a request in the form that the bare bot repeats."""
    return {
        "what": _what(request),
        "channel": int(request.ids["channel_id"]) if "channel_id" in request.ids else None,
        "message": int(request.ids["message_id"]) if request.ids.get("message_id", "").isdecimal() else None,
        "user": int(request.ids["user_id"]) if request.ids.get("user_id", "").isdecimal() else None,
        "made": made(request),
        "body": request.body,
        "files": [[file.filename, file.size] for file in request.files],
    }


def made(request: Request) -> int | None:
    """Return the id of the message that a request created, if any."""
    answer = request.answer
    if request.method != "POST" or not isinstance(answer, dict) or (request.status or 0) >= 300:
        return None
    if request.route.startswith(_CALLBACK):
        return int(answer.get("interaction", {}).get("response_message_id", 0)) or None
    return int(answer["id"]) if "content" in answer else None


def _what(request: Request) -> str:
    """Return the name of a request for the bare bot.

    Raises:
        LookupError: the bare bot cannot repeat such a request.
    """
    route = request.route
    if route.startswith(_CALLBACK):
        return "callback"
    if route.startswith(_HOOK) and request.method == "POST":
        return "follow-up"
    if route.startswith(_HOOK) and _ORIGINAL in route:
        return "original"
    if request.name not in _NAMES:
        raise LookupError(f"a bare bot does not repeat {request.name}")
    return _NAMES[request.name]
