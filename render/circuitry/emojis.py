"""Draw Circuitry's emojis: colours, the black of movement cards, and action cards."""

from collections.abc import Callable
from typing import Final

from render.canvas import Box, Canvas
from render.circuitry.art import art
from render.circuitry.minis import ACTIONS
from render.circuitry.symbols import chip, colour_disc
from render.emojis import Emoji, EmojiSet
from rules.circuitry.cards import BLACK, Colour
from rules.core.cards import CardId
from rules.core.game import Game

_GREEN_BACKS: Final = (
    *("green one", "green card", "green cards", "green deck", "green face up", "discarded green", "Green, unseen"),
)
"""Phrases in which “green” means a card's back and not the colour of a node."""


def emojis(game: Game) -> EmojiSet:
    """Return the emojis of the game."""
    colours = [Emoji(colour.word.replace("-", "_"), (colour.words,), _disc(colour)) for colour in Colour]
    actions = [Emoji(card.id, (card.name,), _action(card.id)) for card in game.cards.values() if card.id in ACTIONS]
    return EmojiSet([*colours, Emoji(BLACK, (BLACK,), chip), *actions], _GREEN_BACKS)


def _disc(colour: Colour) -> Callable[[Canvas, Box], None]:
    return lambda canvas, box: colour_disc(canvas, colour, box)


def _action(card: CardId) -> Callable[[Canvas, Box], None]:
    return lambda canvas, box: canvas.stamp(*art(card, box.width), box.left, box.top)
