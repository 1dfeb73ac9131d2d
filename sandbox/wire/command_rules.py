"""Discord's rules for application commands, autocomplete choices and modals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sandbox.wire.components import ACTION_ROW, LABEL, RADIO_GROUP, STRING_SELECT, TEXT_DISPLAY, TEXT_INPUT, Path, walk
from sandbox.wire.errors import Json
from sandbox.wire.rules import Findings, Table, length, outside, repeated, too_long, words

COMMANDS: Final[Table[Sequence[Json]]] = Table()
"""Rules for the whole list of commands that is registered at once."""

CHAT_INPUT: Final = 1
SUB_COMMAND: Final = 1
SUB_COMMAND_GROUP: Final = 2
STRING: Final = 3
LIMITS: Final = {1: 100, 2: 15, 3: 15}
"""The number of global commands that may be registered, by type."""

_FIELDS: Final = words(
    "name name_localizations description description_localizations options default_member_permissions "
    "dm_permission contexts integration_types handler type nsfw id"
)
_OPTION_FIELDS: Final = words(
    "type name name_localizations description description_localizations required choices options "
    "channel_types min_value max_value min_length max_length autocomplete"
)


@COMMANDS.rule("unknown command field", "Application Commands, Bulk Overwrite Global Application Commands")
def _unknown(commands: Sequence[Json]) -> Findings:
    for index, command in enumerate(commands):
        yield from (((index, name), "There is no such field here.") for name in command.keys() - _FIELDS)
    for at, option in _options(commands):
        yield from (((*at, name), "There is no such field here.") for name in option.keys() - _OPTION_FIELDS)


@COMMANDS.rule("number of commands", "Application Commands, Registering a Command: 100 global CHAT_INPUT commands")
def _number(commands: Sequence[Json]) -> Findings:
    for kind, number in Counter(command.get("type") or CHAT_INPUT for command in commands).items():
        if number > LIMITS.get(kind, 1):
            yield (), "Maximum number of application commands reached."


@COMMANDS.rule("command name twice", "Application Commands, Registering a Command: unique names")
def _names(commands: Sequence[Json]) -> Findings:
    named = enumerate(commands)
    return repeated(((index, "name"), (command.get("type") or 1, command.get("name"))) for index, command in named)


@COMMANDS.rule("command name", "Application Commands, Application Command Naming")
def _name(commands: Sequence[Json]) -> Findings:
    for at, thing in _named(commands):
        name = str(thing.get("name") or "")
        letters = all(letter in "-_'" or letter.isalnum() for letter in name)
        if not 1 <= len(name) <= 32 or not letters or name != name.lower():
            yield (*at, "name"), "Command name is invalid"


@COMMANDS.rule("command description", "Application Commands, Application Command Structure: description")
def _description(commands: Sequence[Json]) -> Findings:
    for at, thing in _named(commands):
        yield from outside(thing.get("description") or "", 1, 100, (*at, "description"))


@COMMANDS.rule("size of a command", "Application Commands, Registering a Command: 8000 characters")
def _size(commands: Sequence[Json]) -> Findings:
    for index, command in enumerate(commands):
        if _letters(command) > 8000:
            yield (index,), "Command exceeds maximum size (8000)"


def _letters(thing: Json) -> int:
    name_and_description = length(thing.get("name") or "") + length(thing.get("description") or "")
    choices = sum(length(choice["name"]) + length(str(choice["value"])) for choice in thing.get("choices") or ())
    return name_and_description + choices + sum(map(_letters, thing.get("options") or ()))


@COMMANDS.rule("number of command options", "Application Commands, Application Command Structure: options")
def _number_of_options(commands: Sequence[Json]) -> Findings:
    for at, thing in _everything(commands):
        yield from outside(thing.get("options"), 0, 25, (*at, "options"))


@COMMANDS.rule("option name twice", "Application Commands, Application Command Option Structure: name")
def _option_names(commands: Sequence[Json]) -> Findings:
    for at, thing in _everything(commands):
        options = enumerate(thing.get("options") or ())
        yield from repeated(((*at, "options", index, "name"), option.get("name")) for index, option in options)


@COMMANDS.rule("required after optional", "Application Commands, Application Command Structure: required options first")
def _order(commands: Sequence[Json]) -> Findings:
    for at, thing in _everything(commands):
        given = [bool(option.get("required")) for option in thing.get("options") or ()]
        if given != sorted(given, reverse=True):
            yield (*at, "options"), "Required options must be placed before non-required options"


@COMMANDS.rule("nested subcommands", "Application Commands, Subcommands and Subcommand Groups")
def _nested(commands: Sequence[Json]) -> Findings:
    for at, thing in _everything(commands):
        kinds = {option.get("type") for option in thing.get("options") or ()}
        allowed = {SUB_COMMAND, SUB_COMMAND_GROUP} if len(at) == 1 else {SUB_COMMAND}
        is_option = len(at) > 1
        mixed = bool(kinds & allowed) and bool(kinds - allowed)
        wrong_child = is_option and SUB_COMMAND_GROUP in kinds
        too_deep = is_option and thing.get("type") == SUB_COMMAND and bool(kinds & {SUB_COMMAND, SUB_COMMAND_GROUP})
        no_group = is_option and thing.get("type") == SUB_COMMAND_GROUP and bool(kinds - {SUB_COMMAND})
        if mixed or wrong_child or too_deep or no_group:
            yield (*at, "options"), "Subcommands must be alone in their command or group."


@COMMANDS.rule("number of choices", "Application Commands, Application Command Option Structure: choices")
def _choices(commands: Sequence[Json]) -> Findings:
    for at, option in _options(commands):
        yield from outside(option.get("choices"), 0, 25, (*at, "choices"))


@COMMANDS.rule("choice", "Application Commands, Application Command Option Choice Structure")
def _choice(commands: Sequence[Json]) -> Findings:
    for at, option in _options(commands):
        for index, choice in enumerate(option.get("choices") or ()):
            yield from outside(choice.get("name") or "", 1, 100, (*at, "choices", index, "name"))
            yield from too_long(choice.get("value"), 100, (*at, "choices", index, "value"))


@COMMANDS.rule("choices and autocomplete", "Application Commands, Application Command Option Structure: autocomplete")
def _both(commands: Sequence[Json]) -> Findings:
    for at, option in _options(commands):
        if option.get("autocomplete") and option.get("choices"):
            yield (*at, "autocomplete"), "Cannot be combined with choices."


def _named(commands: Sequence[Json]) -> Iterator[tuple[Path, Json]]:
    chat = [(index, each) for index, each in enumerate(commands) if (each.get("type") or CHAT_INPUT) == CHAT_INPUT]
    yield from (((index,), command) for index, command in chat)
    yield from _options(commands)


def _everything(commands: Sequence[Json]) -> Iterator[tuple[Path, Json]]:
    yield from (((index,), command) for index, command in enumerate(commands))
    yield from _options(commands)


def _options(commands: Sequence[Json]) -> Iterator[tuple[Path, Json]]:
    for index, command in enumerate(commands):
        yield from _below(command, (index,))


def _below(thing: Json, at: Path) -> Iterator[tuple[Path, Json]]:
    for index, option in enumerate(thing.get("options") or ()):
        place = (*at, "options", index)
        yield place, option
        yield from _below(option, place)


@dataclass(frozen=True)
class Completion:
    """Autocomplete choices, and the type of the option that they are for."""

    choices: Sequence[Json]
    option_type: int


COMPLETIONS: Final[Table[Completion]] = Table()


@COMPLETIONS.rule("number of completions", "Receiving and Responding, Autocomplete: 25 choices")
def _completions(form: Completion) -> Findings:
    return outside(list(form.choices), 0, 25, ("data", "choices"))


@COMPLETIONS.rule("completion", "Application Commands, Application Command Option Choice Structure")
def _completion(form: Completion) -> Findings:
    for index, choice in enumerate(form.choices):
        yield from outside(choice.get("name") or "", 1, 100, ("data", "choices", index, "name"))
        yield from too_long(choice.get("value"), 100, ("data", "choices", index, "value"))


@COMPLETIONS.rule("type of a completion", "Application Commands, Application Command Option Choice Structure: value")
def _completion_type(form: Completion) -> Findings:
    for index, choice in enumerate(form.choices):
        if isinstance(choice.get("value"), str) != (form.option_type == STRING):
            yield ("data", "choices", index, "value"), "Is not of the type of the option."


MODALS: Final[Table[Json]] = Table()
_INPUTS: Final = frozenset({3, 4, 5, 6, 7, 8, RADIO_GROUP})
"""The types of components in a modal that have a custom_id."""


@MODALS.rule("modal title", "Receiving and Responding, Modal: title")
def _modal_title(modal: Json) -> Findings:
    return outside(modal.get("title") or "", 1, 45, ("data", "title"))


@MODALS.rule("modal custom id", "Receiving and Responding, Modal: custom_id")
def _modal_id(modal: Json) -> Findings:
    return outside(modal.get("custom_id") or "", 1, 100, ("data", "custom_id"))


@MODALS.rule("number of modal components", "Receiving and Responding, Modal: components")
def _modal_size(modal: Json) -> Findings:
    return outside(modal.get("components") or [], 1, 5, ("data", "components"))


@MODALS.rule("modal contents", "Component Reference, Label; Text Input in an Action Row")
def _modal_parts(modal: Json) -> Findings:
    for index, part in enumerate(modal.get("components") or ()):
        inner = [child["type"] for child in part.get("components") or ()]
        row = part["type"] == ACTION_ROW and inner == [TEXT_INPUT]
        if not row and part["type"] not in {LABEL, TEXT_DISPLAY}:
            yield ("data", "components", index), "Is not allowed in a modal."


@MODALS.rule("modal label", "Component Reference, Label and Text Input: label")
def _modal_label(modal: Json) -> Findings:
    for at, part in walk(modal.get("components") or (), ("data", "components")):
        yield from outside(part.get("label"), 1, 45, (*at, "label"))
        if part["type"] == LABEL:
            yield from outside(part.get("description"), 1, 100, (*at, "description"))


@MODALS.rule("text input", "Component Reference, Text Input: value, placeholder, min_length, max_length")
def _text_input(modal: Json) -> Findings:
    for at, part in walk(modal.get("components") or (), ("data", "components")):
        if part["type"] != TEXT_INPUT:
            continue
        yield from too_long(part.get("value"), min(part.get("max_length") or 4000, 4000), (*at, "value"))
        yield from too_long(part.get("placeholder"), 100, (*at, "placeholder"))
        if (part.get("min_length") or 0) > (part.get("max_length") or 4000):
            yield (*at, "min_length"), "Is more than max_length."


@MODALS.rule("input id", "Component Reference, Custom ID")
def _input_ids(modal: Json) -> Findings:
    parts = [(at, part) for at, part in walk(modal.get("components") or (), ("data", "components"))]
    inputs = [((*at, "custom_id"), part.get("custom_id")) for at, part in parts if part["type"] in _INPUTS]
    for at, custom_id in inputs:
        yield from outside(custom_id or "", 1, 100, at)
    yield from repeated(iter(inputs))


@MODALS.rule("radio group", "Component Reference, Radio Group: options")
def _radio_group(modal: Json) -> Findings:
    for at, part in walk(modal.get("components") or (), ("data", "components")):
        if part["type"] == RADIO_GROUP:
            options = part.get("options") or []
            yield from outside(options, 2, 10, (*at, "options"))
            yield from repeated(((*at, "options", n), option.get("value")) for n, option in enumerate(options))
            if sum(bool(option.get("default")) for option in options) > 1:
                yield (*at, "options"), "Only one option can be the default."


@MODALS.rule("modal select", "Component Reference, String Select: options")
def _modal_select(modal: Json) -> Findings:
    for at, part in walk(modal.get("components") or (), ("data", "components")):
        if part["type"] == STRING_SELECT:
            yield from outside(part.get("options") or [], 1, 25, (*at, "options"))
