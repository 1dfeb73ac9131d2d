"""Decks that users have built."""

import re
from dataclasses import dataclass
from typing import Final

from bot.model.match import UserId
from rules.core.cards import CardId
from rules.core.game import Game

_OWN: Final = re.compile(r"#[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDeck:
    """A deck that a user has built. Others may see only its name; its cards become public only by a match."""

    number: int
    """The serial number of the deck, never used again."""
    user: UserId
    game: str
    name: str
    """The name as the user wrote it, one line of at most 32 visible characters. Escape it before showing it."""
    cards: tuple[CardId, ...]
    """The cards in the order of the game's card list. An unfinished deck may break the deck rule."""

    @property
    def id(self) -> str:
        """Return the id of the deck, as in `bot.model.match.Player.deck`: “#17”. No ready-made deck has such an id."""
        return f"#{self.number}"


def is_own(deck: str) -> bool:
    """Return whether the id is that of a deck built by a user."""
    return _OWN.fullmatch(deck) is not None


def most_copies(game: Game, card: CardId) -> int:
    """Return how many copies of a card a deck can have; 0: no deck has it."""
    if card not in game.cards:
        return 0
    limits = (part.copies.get(type(game.cards[card]), 0) for part in game.deck_rule)
    faults_of_one = len(game.deck_faults([card]))
    return next((n for n in range(max(limits), 0, -1) if len(game.deck_faults([card] * n)) <= faults_of_one), 0)
