"""A card of a game: what is printed on it."""

from collections.abc import Sequence
from typing import Final

from cogs.messages.message import Message
from cogs.text import escaped
from render.picture import Picture
from rules.core.cards import Card
from rules.core.game import Game

NAMED: Final = 3
"""The maximum number of cards that are described above a rule."""


def card_line(card: Card) -> str:
    """Return a card's name and what is printed on it."""
    return f"🃏 **{escaped(card.name)}**: {card.printed}" if card.printed else f"🃏 **{escaped(card.name)}**"


def card_lines(cards: Sequence[Card]) -> str:
    """Return the lines about the first `NAMED` of these cards, each with its line break; "" for no cards."""
    return "".join(f"{card_line(card)}\n" for card in cards[:NAMED])


def card_message(game: Game, card: Card, picture: Picture | None) -> Message:
    """Return a card alone. picture: of the card, if the game draws it."""
    return Message(f"-# {game.title}\n{card_line(card)}", picture=picture, picture_name="card.png")
