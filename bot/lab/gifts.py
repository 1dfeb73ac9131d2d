"""Gifts to one player at the beginning of a match, to measure their worth.

A gift is written as a field of the player's side and what to add to it: `coins=3000` adds 3,000 coins, and
`hand=redraw` adds the card `redraw` to the hand. Gifts can measure the worth of something that no player buys, or that
the quick player never gets.
"""

from dataclasses import dataclass
from typing import Any

from rules.core.cards import Card, CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import State


class GiftError(ValueError):
    """The error for an impossible gift; its message is one line."""


@dataclass(frozen=True, slots=True)
class Gift:
    """A number or a card, and the place where it goes."""

    place: str
    """A field of a side in the game's state."""
    what: str
    """The number to add, or the id of the card to add."""

    @classmethod
    def parse(cls, game: Game, text: str) -> "Gift":
        """Read a gift.

        Raises:
            GiftError: the text is not a gift, or the sides of the game have no such place for it.
        """
        place, equals, what = text.partition("=")
        if not equals:
            raise GiftError(f"{text!r} is no gift: write coins=3000 or hand=CARD")
        gift = cls(place, what)
        seats = game.playable({})[0]
        decks = [deck.cards for deck in game.decks.values()][:1] * seats
        gift.give(game, game.begin(seats=seats, options={}, decks=decks, seed=1), 0)
        return gift

    def give(self, game: Game, g: State, seat: Seat) -> None:
        """Add the gift to a seat's side, in place.

        Raises:
            GiftError: the side has no such place for it.
        """
        sides: Any = getattr(g, "sides", ())
        held: object = getattr(sides[seat], self.place, None) if sides else None
        if type(held) is int and self.what.isdecimal():
            setattr(sides[seat], self.place, held + int(self.what))
        elif isinstance(held, list) and (card := game.cards.get(CardId(self.what))) is not None:
            in_order = held == sorted(held, key=_order)
            held.append(card)
            if in_order:
                held.sort(key=_order)
        else:
            raise GiftError(f"{game.title}: no player can be given {self}")

    def __str__(self) -> str:
        return f"{self.place}={self.what}"


def _order(card: object) -> int:
    return card.order if isinstance(card, Card) else 0
