"""A deck of a user, as the application uses it."""

import re
from dataclasses import dataclass
from typing import Final

from bot.model.match import UserId
from rules.core.cards import CardId

_OWN: Final = re.compile(r"#[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDeck:
    """A deck that a user has built. Only its name may be shown to others; the match makes its cards public."""

    number: int
    """Counted up by the store, never given twice."""
    user: UserId
    game: str
    name: str
    """One line of at most 32 visible characters, as the user wrote it: to be escaped before it is shown."""
    cards: tuple[CardId, ...]
    """In the order of the game's card list. They may break the deck rule, while it is being built."""

    @property
    def id(self) -> str:
        """Return its id in `bot.model.match.Player.deck`, like “#17”. No ready-made deck has such an id."""
        return f"#{self.number}"


def is_own(deck: str) -> bool:
    """Return whether this is the id of a user's own deck."""
    return _OWN.fullmatch(deck) is not None
