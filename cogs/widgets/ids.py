"""The ids of buttons, menus and forms: they hold everything that a press needs, so that it works after any restart.

An id is a purpose and its arguments, joined by slashes (`act/12-k3x9a2/57/play titan-servo attack`). Discord allows 100
characters (Message Components, "Custom ID").
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.model.match import MatchId, MatchKey
from bot.model.reasons.settings import ValueNotOffered

LIMIT: Final = 100

_LARGEST_ID: Final = 2**63


class Field:
    """An argument of an id: the pattern of its text, and its reader."""

    def __init__(self, name: str, pattern: str, read: Callable[[str], Any], *, optional: bool = False) -> None:
        """Make an argument. optional: an id may lack the argument; its handler has a default."""
        self.name = name
        self.read = read
        self.is_optional = optional
        self.part = f"(?:/(?P<{name}>{pattern}))?" if optional else f"/(?P<{name}>{pattern})"


def _key(text: str) -> MatchKey:
    number, _, tag = text.partition("-")
    return MatchKey(MatchId(int(number)), tag)


MATCH: Final = Field("match_id", "[0-9]{1,15}-[0-9a-z]{6}", _key)
"""`Match.key`. The router checks the tag, and passes only the number to the handler."""
NUMBER: Final = Field("number", "[0-9]{1,15}", int)
DECISION: Final = Field("decision", "[0-9]{1,9}", int)
SEAT: Final = Field("seat", "[0-9]{1,2}", int)
PLY: Final = Field("ply", "[0-9]{1,9}", int)
PAGE: Final = Field("page", "[0-9]{1,4}", int)
WORDS: Final = Field("words", "[a-z0-9+., -]*", lambda text: tuple(text.split()))
NAME: Final = Field("name", r"[a-z0-9_]{1,32}|[a-z0-9_]{1,22}\.[0-9]{1,9}", str)
"""The name of an option, or the key of a game: of the catalog, or of a content pack."""
TYPED: Final = Field("words", r"[^/\n]{0,80}", str)
"""A line typed by a user. It can only be the last argument of an id."""


class Purpose:
    """The purpose of a button, a menu or a form: makes its ids, and reads them."""

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        self.fields: Final = {field.name: field for field in fields}
        self._template = re.compile(name + "".join(field.part for field in fields))

    def __repr__(self) -> str:
        return f"Purpose({self.name})"

    @property
    def required(self) -> Mapping[str, Field]:
        """The fields that every id has."""
        return {name: field for name, field in self.fields.items() if not field.is_optional}

    def __call__(self, *arguments: object) -> str:
        """Return the id with these arguments.

        Raises:
            ValueError: the id is longer than Discord allows, or the purpose does not take these arguments.
        """
        text = "/".join((self.name, *map(str, arguments)))
        if len(text) > LIMIT:
            raise ValueError(f"an id may have {LIMIT} characters: {text}")
        if self._template.fullmatch(text) is None:
            raise ValueError(f"not a valid {self.name} id: {text}")
        return text

    def read(self, text: str) -> dict[str, Any] | None:
        """Return the arguments of an id by name, or None for an id of another purpose."""
        match = self._template.fullmatch(text)
        if match is None:
            return None
        return {name: field.read(match[name]) for name, field in self.fields.items() if match[name] is not None}


def match_of(identity: str) -> MatchKey | None:
    """Return the match that an id names; None if it names no match."""
    _, _, arguments = identity.partition("/")
    named = re.fullmatch(MATCH.part, "/" + arguments.partition("/")[0])
    return None if named is None else _key(named[MATCH.name])


def chosen_id(text: str) -> int:
    """Return the id of a user, a role or a channel that was chosen in a menu.

    Raises:
        NotUnderstood: the text is no such id.
    """
    if not re.fullmatch("[0-9]{1,19}", text) or int(text) >= _LARGEST_ID:
        raise ValueNotOffered
    return int(text)
