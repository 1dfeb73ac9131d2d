"""Draw Arms Dealer's emojis: ships, items, asteroids and coins."""

from collections.abc import Callable, Iterator
from typing import Final

from render.arms_dealer import sprites
from render.arms_dealer.art import ITEM_INKS
from render.arms_dealer.sprites import FLEETS
from render.canvas import Box, Canvas
from render.emojis import Emoji, EmojiSet
from rules.arms_dealer.cards import AsteroidCard, ItemCard, ItemKind, ShipCard
from rules.core.game import Game

_ITEMS: Final = {
    ItemKind.POWER: "power",
    ItemKind.REPAIR: "repair",
    ItemKind.REINFORCEMENTS: "reinforce",
    ItemKind.REDRAW: "redraw",
    ItemKind.RAPID_REPAIR: "rapid",
}


def emojis(game: Game) -> EmojiSet:
    """Return the emojis of the game."""
    return EmojiSet([*_ships(game), *_items(game), *_asteroids(game), Emoji("coin", ("coins", "coin"), sprites.coin)])


def _ships(game: Game) -> Iterator[Emoji]:
    for card in game.cards.values():
        if isinstance(card, ShipCard):
            yield Emoji(f"{card.fleet.value[0]}_{card.ship_class.value}", (card.name,), _ship(card))


def _ship(card: ShipCard) -> Callable[[Canvas, Box], None]:
    return lambda canvas, box: sprites.ship(canvas, card, box, FLEETS[card.fleet])


def _items(game: Game) -> Iterator[Emoji]:
    items = [card for card in game.cards.values() if isinstance(card, ItemCard)]
    for kind, name in _ITEMS.items():
        yield Emoji(name, tuple(card.name for card in items if card.kind is kind), _item(kind))


def _item(kind: ItemKind) -> Callable[[Canvas, Box], None]:
    return lambda canvas, box: sprites.item_symbol(canvas, kind, box, ITEM_INKS[kind])


def _asteroids(game: Game) -> Iterator[Emoji]:
    for card in game.cards.values():
        if isinstance(card, AsteroidCard):
            yield Emoji(card.name.split()[0].lower(), (card.name,), _rock(card))


def _rock(card: AsteroidCard) -> Callable[[Canvas, Box], None]:
    return lambda canvas, box: sprites.rock(canvas, box, card)
