"""Draw Alchemy's emojis: the elements, and the kinds of all other cards."""

from collections.abc import Callable

from render.alchemy.badges import BADGES
from render.alchemy.cards import traits
from render.canvas import Box, Canvas
from render.emojis import Emoji, EmojiSet
from render.pieces import draw_badge
from rules.alchemy.cards import AlchemyCard, EffectCard, OpusCard
from rules.alchemy.elements import Element
from rules.core.game import Game


def emojis(game: Game) -> EmojiSet:
    """Return the emojis of the game."""
    elements = [Emoji(element.value, (element.label,), _element(element)) for element in Element]
    kinds: dict[str, list[AlchemyCard]] = {}
    for card in game.cards.values():
        if isinstance(card, EffectCard | OpusCard):
            kinds.setdefault(traits(card).group, []).append(card)
    groups = [
        Emoji(group.lower().replace(" ", "_"), tuple(card.name for card in cards), _kind(cards[0]))
        for group, cards in kinds.items()
    ]
    return EmojiSet([*elements, *groups])


def _element(element: Element) -> Callable[[Canvas, Box], None]:
    """Return a function that draws an element. A complex element is drawn as its two parts, one above the other."""

    def draw(canvas: Canvas, box: Box) -> None:
        size = box.width if len(element.basics) == 1 else box.width * 6 // 10
        left, top = box.left, box.top
        for part in element.basics:
            draw_badge(canvas, BADGES[part], part.sign, Box(left, top, size, size))
            left, top = box.right - size, box.bottom - size

    return draw


def _kind(card: AlchemyCard) -> Callable[[Canvas, Box], None]:
    kind = traits(card)
    return lambda canvas, box: draw_badge(canvas, (kind.ink, kind.shape), kind.letter, box)
