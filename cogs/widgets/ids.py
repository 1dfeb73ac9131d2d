"""The ids of buttons, menus and forms: all that a press needs to know, so that it works after any restart.

An id is a purpose and its arguments, joined by slashes (`act/12/57/play titan-servo attack`). Discord keeps 100
characters of it (Message Components, "Custom ID").
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.model.match import MatchId
from bot.model.refusals import Refusal

LIMIT: Final = 100

_MOST: Final = 2**63


class Field:
    """An argument of an id: what it looks like, and what it is read as."""

    def __init__(self, name: str, pattern: str, read: Callable[[str], Any], *, optional: bool = False) -> None:
        """optional: ids from before there was this argument are read without it, and its handler has a default."""
        self.name = name
        self.read = read
        self.part = f"(?:/(?P<{name}>{pattern}))?" if optional else f"/(?P<{name}>{pattern})"


NUMBER: Final = Field("number", "[0-9]{1,15}", lambda text: MatchId(int(text)))
DECISION: Final = Field("decision", "[0-9]{1,9}", int)
PLY: Final = Field("ply", "-?[0-9]{1,9}", int, optional=True)
PAGE: Final = Field("page", "[0-9]{1,4}", int)
WORDS: Final = Field("words", "[a-z0-9+., -]*", lambda text: tuple(text.split()))
NAME: Final = Field("name", "[a-z0-9_]{1,32}", str)
TYPED: Final = Field("words", r"[^/\n]{0,80}", str)
"""What somebody has typed, in one line; the last argument."""


class Purpose:
    """What a button, menu or form is for: it makes its ids, and reads them."""

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        self._fields = fields
        self._template = re.compile(name + "".join(field.part for field in fields))

    def __repr__(self) -> str:
        return f"Purpose({self.name})"

    def __call__(self, *arguments: object) -> str:
        """The id with these arguments.

        Raises:
            ValueError: it is longer than Discord keeps, or the arguments are not what the purpose takes.
        """
        text = "/".join((self.name, *map(str, arguments)))
        if len(text) > LIMIT:
            raise ValueError(f"an id may have {LIMIT} characters: {text}")
        if self.read(text) is None:
            raise ValueError(f"this is no id of {self.name}: {text}")
        return text

    def read(self, text: str) -> Mapping[str, Any] | None:
        """The arguments of an id by their names; None: it is none of this purpose."""
        found = self._template.fullmatch(text)
        if found is None:
            return None
        return {field.name: field.read(found[field.name]) for field in self._fields if found[field.name] is not None}


def chosen_id(text: str) -> int:
    """An id of Discord's, as a menu of people, roles or channels gives it.

    Raises:
        Refusal: it is none.
    """
    if not re.fullmatch("[0-9]{1,19}", text) or int(text) >= _MOST:
        raise Refusal("That cannot be chosen. Use the command once more: it shows what can.")
    return int(text)
