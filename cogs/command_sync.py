"""Compare the slash commands of this program with those that Discord knows."""

from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands

_SEEN: Final = frozenset({"name", "description", "type", "options", "required", "choices", "value", "autocomplete"})
_PLACES: Final = frozenset({"contexts", "integration_types"})
"""The fields that say where a command is offered. They are lists of numbers whose order does not matter."""


async def outdated(ours: app_commands.CommandTree[Any], theirs: app_commands.CommandTree[Any]) -> list[str]:
    """Return the names of commands that are missing, different or superfluous on Discord.

    ours: the tree with the right commands. theirs: the tree of a client that is logged in, to ask Discord. This reads
    Discord's own JSON, because discord.py 2.7 misreads the contexts in it.
    """
    wanted = {command.name: _shape(command.to_dict(ours)) for command in ours.get_commands()}
    client = theirs.client
    assert client.application_id is not None
    registered = await client.http.get_global_commands(client.application_id)
    known = {command["name"]: _shape(command) for command in registered}
    return sorted(name for name in wanted.keys() | known.keys() if wanted.get(name) != known.get(name))


def _shape(value: Any) -> Any:
    """Return the parts of a command that users notice, in the same form for our commands and for Discord's."""
    match value:
        case Mapping():
            places = {key: sorted(item) for key, item in value.items() if key in _PLACES and item}
            return {key: _shape(item) for key, item in value.items() if key in _SEEN and item} | places
        case list() | tuple():
            return [_shape(item) for item in value]
        case _:
            return value
