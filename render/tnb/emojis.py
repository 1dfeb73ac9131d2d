"""Draw T&B's emojis: the pictures of its cards."""

from collections.abc import Callable

from render.canvas import Box, Canvas
from render.emojis import Emoji, EmojiSet
from render.tnb.art import art
from rules.core.game import Game
from rules.tnb.cards import TnbCard


def emojis(game: Game) -> EmojiSet:
    """Return the emojis of the game."""
    cards = [card for card in game.cards.values() if isinstance(card, TnbCard)]
    return EmojiSet([Emoji(card.id.replace("-", "_"), (card.name,), _picture(card)) for card in cards])


def _picture(card: TnbCard) -> Callable[[Canvas, Box], None]:
    return lambda canvas, box: canvas.stamp(*art(card, box.width), box.left, box.top)
