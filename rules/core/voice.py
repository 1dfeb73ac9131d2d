"""How the world of a game speaks: short calls before refusals, closing words, the computers and the teacher.

All of it is content that a game may have (`Game.voice`). It stands beside the plain sentences and never in their place.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

_RULE: Final = re.compile(r"\(rules? ([0-9]+)\.")
"""The first rule that a refusal names, with its chapter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A computer player of one level."""

    name: str
    """At most 9 letters; it follows the level: “Novice Wat”."""
    greets: str = ""
    """Its greeting when a match begins. Like its last words, `wins` and `loses`, it has at most 90 characters; "" says
    nothing.
    """
    wins: str = ""
    loses: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """The words of a game's world. By default it says nothing."""

    calls: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """A call before the reason of a refusal, at most 30 characters, by the chapter of the rule that the reason names.
    The call under "" stands before all others.
    """
    endings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """A closing sentence by `Outcome.ending`, at most 60 characters; that of a match without a winner is under
    `DRAWN`.
    """
    beaten: str = "Not this time"
    """The first words on the poster of a beaten player, before their name; at most 24 characters."""
    teacher: str = "Teacher"
    """The name of the teacher in lessons, at most 14 characters."""
    characters: Mapping[str, Character] = field(default_factory=lambda: MappingProxyType({}))
    """The computer players by level."""

    def refusal(self, reason: str) -> str:
        """Return the reason of a refusal after the world's call, if it has one. The reason stays whole."""
        named = _RULE.search(reason)
        call = self.calls.get(named[1] if named else "") or self.calls.get("", "")
        return f"{call} {reason}".lstrip()


DRAWN: Final = "drawn"
"""The key of the closing sentence of a match without a winner (`Voice.endings`)."""
SILENT: Final = Voice()
"""The voice of a game that has none."""
