"""Gifts: what one player is given at the beginning of a match, to measure what it is worth.

A gift is written `coins=3000`, so much more of a number of its side, or `hand=redraw`, a card more among those that lie
together there. By a gift a thing can be measured that nobody buys, or that the quick player never comes by.
"""

from dataclasses import dataclass
from typing import Any

from rules.core.cards import Card, CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import State


class GiftError(ValueError):
    """There is no such gift; says why, in a line."""


@dataclass(frozen=True, slots=True)
class Gift:
    """What is given, and where it goes."""

    place: str
    """A field of a side in the game's state."""
    what: str
    """A number, or the id of a card."""

    @classmethod
    def parse(cls, game: Game, text: str) -> "Gift":
        """Return the gift that is written so.

        Raises:
            GiftError: it is not written so, or the sides of the game have no such place for it.
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
        """Give it to a seat, in place.

        Raises:
            GiftError: its side has no such place for it.
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
