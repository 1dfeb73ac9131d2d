"""Validates events of the gateway part by part: the published description covers objects, but no events."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from sandbox.wire.errors import Json
from sandbox.wire.world import Event

Check = Callable[[str, Any], None]
"""Validates an object against the schema of this name."""

_WHOLE: Final = {
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
    "GUILD_CREATE": "GuildResponse",
}
_CHANNELS: Final = {
    **dict.fromkeys((0, 2, 5, 13, 15), "GuildChannelResponse"),
    1: "PrivateChannelResponse",
    **dict.fromkeys((10, 11, 12), "ThreadResponse"),
}
"""The names of the schemas of channels, by type. Media channels (16) are not described."""
_MESSAGE, _USER = "MessageResponse", "UserResponse"
_MEMBER, _OWN_MEMBER = "GuildMemberResponse", "PrivateGuildMemberResponse"
SCHEMAS: Final = frozenset({*_WHOLE.values(), *_CHANNELS.values(), _MESSAGE, _USER, _MEMBER, _OWN_MEMBER})
"""The names of all schemas used here."""


def check_event(event: Event, check: Check) -> None:
    """Validate every part of an event for which there is a schema."""
    for schema, part in _parts(event.name, event.data):
        check(schema, part)


def _parts(name: str, data: Json) -> Iterable[tuple[str, Any]]:
    if name in _WHOLE:
        yield _WHOLE[name], data
    if name.startswith(("CHANNEL_", "THREAD_")):
        yield from _channels(data)
    if name == "GUILD_CREATE":
        yield from ((_MEMBER, member) for member in data["members"])
        yield from _channels(*data["channels"], *data["threads"])
    if name == "INTERACTION_CREATE":
        yield from _channels(data["channel"])
        yield from _people_in(data)
        if "message" in data:
            yield _MESSAGE, data["message"]


def _channels(*channels: Json) -> Iterable[tuple[str, Any]]:
    yield from ((_CHANNELS[channel["type"]], channel) for channel in channels if channel["type"] in _CHANNELS)


def _people_in(data: Json) -> Iterable[tuple[str, Any]]:
    if "user" in data:
        yield _USER, data["user"]
    if "member" in data:
        yield _OWN_MEMBER, data["member"]
    yield from ((_USER, user) for user in data["data"].get("resolved", {}).get("users", {}).values())
