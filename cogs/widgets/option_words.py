"""Rule options as users type them: “teams=two”, “Teams: two”, “teams two”, several of them, or a part of one."""

import re
from collections.abc import Sequence
from typing import Final

from cogs.text import escaped
from cogs.widgets.choices import Choice, ManyChoices, resolve
from rules.core.words import together

_SHOWN: Final = 40
"""The number of characters of a typed text that a refusal repeats."""


def read_options(offered: Sequence[Choice], typed: str) -> list[str]:
    """Return the words of the options that a text names, in its order.

    offered: choices whose words are `name=value`.

    Raises:
        NoSuchChoice: no option matches a part of the text; the message lists all.
        ManyChoices: several match; the message lists them, spelled as they can be typed.
    """
    parts, found = _parts(typed) or [typed], []
    while parts:
        choice, length = _first(offered, parts)
        found.append(choice.word)
        parts = parts[length:]
    return found


def _first(offered: Sequence[Choice], parts: Sequence[str]) -> tuple[Choice, int]:
    """Return the option with which these parts begin, and how many of them belong to it."""
    whole = [(len(spelled), choice) for choice in offered for spelled in _spellings(choice) if _begins(parts, spelled)]
    if whole:
        length, choice = max(whole, key=lambda each: each[0])
        return choice, length
    named = [choice for choice in offered if _begins(parts, _parts(choice.word.partition("=")[0]))]
    if not named:
        return resolve(offered, parts[0], "option"), 1
    name = len(_parts(named[0].word.partition("=")[0]))
    meant = [each for each in named if name < len(parts) and _value(each).startswith(parts[name])]
    if len(meant) == 1:
        return meant[0], name + 1
    spelled = together([f"`{choice.word}`" for choice in meant or named], "or")
    raise ManyChoices(f"Which one do you mean by “{escaped(' '.join(parts), _SHOWN)}”: {spelled}?")


def _spellings(choice: Choice) -> tuple[Sequence[str], ...]:
    return _parts(choice.word), _parts(choice.text)


def _value(choice: Choice) -> str:
    return _parts(choice.word.partition("=")[2])[0]


def _begins(parts: Sequence[str], spelled: Sequence[str]) -> bool:
    return list(parts[: len(spelled)]) == list(spelled)


def _parts(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())
