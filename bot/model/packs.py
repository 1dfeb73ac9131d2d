"""Content packs: tables of a game that a server's designers have changed."""

from dataclasses import dataclass
from typing import Final

from bot.model.match import UserId
from rules.core.game import pack_key

MOST_PACKS: Final = 10
"""The maximum number of packs of a server that are not retired."""
NAME_LIMIT: Final = 20
"""The maximum length of a pack's name, in characters."""
EDITION_LIMIT: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A content pack of a server. Its tables never change: a changed pack is a new one."""

    id: int
    guild: int
    game: str
    """The key of the game in the catalog whose tables it changes."""
    name: str
    edition: str
    """The designer's version of the pack, such as 2.1."""
    rules: int
    """The version of the rules for which it was made (`Game.version`)."""
    content: str
    """The hash of its tables."""
    rulebook: str
    """The hash of its rulebook."""
    user: UserId | None
    """The user who uploaded it; None: their data was deleted."""
    uploaded_at: int
    retired_at: int | None = None
    """When it was retired; None: new matches can be played with it."""

    @property
    def key(self) -> str:
        """Return the key of the game that is made from the pack: `Match.game` of its matches."""
        return pack_key(self.game, self.id)

    @property
    def title(self) -> str:
        """Return the name with the edition. It is harmless in any message."""
        return f"{self.name} {self.edition}"
