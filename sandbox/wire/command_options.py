"""A slash command as a user types it ("Receiving and Responding", Interaction Data)."""

from collections.abc import Mapping
from typing import Any, Final

from sandbox.wire.errors import Json
from sandbox.wire.model import Channel, Command
from sandbox.wire.objects import channel_object, partial_member, user_object
from sandbox.wire.problems import ImpossibleError
from sandbox.wire.world import World

_GROUPS: Final = {1, 2}
_STRING, _INTEGER, _BOOLEAN, _USER, _CHANNEL, _NUMBER = 3, 4, 5, 6, 7, 10
_PYTHON: Final[Mapping[int, tuple[type, ...]]] = {
    _STRING: (str,),
    _INTEGER: (int,),
    _BOOLEAN: (bool,),
    _NUMBER: (int, float),
}


class CommandLine:
    """A command with its subcommands, to be sent with options or autocompleted."""

    def __init__(self, command: Command, line: str, world: World) -> None:
        self._command = command
        self._world = world
        self._line = line
        self._resolved: Json = {}
        self._path: list[Json] = []
        level = command.body
        for word in line.removeprefix("/").split()[1:]:
            level = _subcommand(level, word, line)
            self._path.append(level)
        self._options: dict[str, Json] = {option["name"]: option for option in level.get("options") or ()}
        if any(option["type"] in _GROUPS for option in self._options.values()):
            raise ImpossibleError(f"{line} needs one of {sorted(self._options)}")

    def data(self, options: Mapping[str, Any]) -> Json:
        """Return the data of the whole command, as Discord sends them to a bot.

        Raises:
            ImpossibleError: an option is missing, unknown, or of a wrong type.
        """
        missing = [name for name, option in self._options.items() if option.get("required") and name not in options]
        if missing:
            raise ImpossibleError(f"{self._line} needs {missing}")
        return self._wrapped([self._given(name, value) for name, value in options.items()])

    def focused(self, option: str, typed: str, options: Mapping[str, Any]) -> Json:
        """Return the data of an autocomplete request for one option.

        Raises:
            ImpossibleError: there is no such option, or it has no autocomplete.
        """
        if not self._options.get(option, {}).get("autocomplete"):
            raise ImpossibleError(f"{option} of {self._line} has no autocomplete")
        given = [self._given(name, value) for name, value in options.items()]
        focused = {"name": option, "type": self._options[option]["type"], "value": typed, "focused": True}
        return self._wrapped([*given, focused])

    def _wrapped(self, options: list[Json]) -> Json:
        for level in reversed(self._path):
            options = [{"name": level["name"], "type": level["type"], "options": options}]
        guild = {"guild_id": str(self._command.guild.id)} if self._command.guild is not None else {}
        resolved = {"resolved": self._resolved} if self._resolved else {}
        identity = {"id": str(self._command.id), "name": self._command.name, "type": 1}
        return {**identity, "options": options, **guild, **resolved}

    def _given(self, name: str, value: Any) -> Json:
        if name not in self._options:
            raise ImpossibleError(f"{self._line} has no option {name}; it has {sorted(self._options)}")
        option = self._options[name]
        kind = option["type"]
        return {"name": name, "type": kind, "value": self._value(option, kind, value)}

    def _value(self, option: Json, kind: int, value: Any) -> Any:
        if kind == _USER:
            return self._resolve_user(int(value.id))
        if kind == _CHANNEL:
            return self._resolve_channel(value)
        if not isinstance(value, _PYTHON[kind]) or (kind != _BOOLEAN and isinstance(value, bool)):
            raise ImpossibleError(f"{value!r} is not of the type of {option['name']}")
        for choice in option.get("choices") or ():
            if value in {choice["name"], choice["value"]}:
                return choice["value"]
        if option.get("choices"):
            raise ImpossibleError(f"{value!r} is none of the choices of {option['name']}")
        size: Any = len(value) if isinstance(value, str) else value
        what = "length" if kind == _STRING else "value"
        smallest, largest = option.get(f"min_{what}"), option.get(f"max_{what}", 6000 if kind == _STRING else None)
        if (smallest is not None and size < smallest) or (largest is not None and size > largest):
            raise ImpossibleError(f"{option['name']} does not take a {what} such as that of {value!r}")
        return value

    def _resolve_user(self, number: int) -> str:
        account = self._world.accounts[number]
        self._resolved.setdefault("users", {})[str(number)] = user_object(account)
        for guild in self._world.guilds.values():
            if number in guild.members:
                member = {**partial_member(guild.members[number]), "permissions": "0"}
                self._resolved.setdefault("members", {})[str(number)] = member
                break
        return str(number)

    def _resolve_channel(self, channel: Channel) -> str:
        shown = {**channel_object(channel), "permissions": "0"}
        self._resolved.setdefault("channels", {})[str(channel.id)] = shown
        return str(channel.id)


def _subcommand(level: Json, word: str, line: str) -> Json:
    for option in level.get("options") or ():
        if option["name"] == word and option["type"] in _GROUPS:
            subcommand: Json = option
            return subcommand
    raise ImpossibleError(f"there is no command {line}")
