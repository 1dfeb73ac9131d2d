"""Draw Allocator's emojis: the systems and the factions. A faction's emoji goes before the names of its cards."""

from collections.abc import Callable
from typing import Final

from render.allocator.cards import FACTIONS, SYSTEMS
from render.canvas import Box, Canvas
from render.emojis import Emoji, EmojiSet
from render.palette import BLUE, VERMILION, YELLOW
from render.pieces import Badge, draw_badge
from rules.allocator.cards import AllocatorCard, System
from rules.core.game import Game

_INKS: Final = {System.ATTACK: VERMILION, System.DEFENSE: BLUE, System.DEVELOPMENT: YELLOW}


def emojis(game: Game) -> EmojiSet:
    """Return the emojis of the game."""
    systems = [
        Emoji(system.value, (system.value.title(),), _shape((_INKS[system], kind), ""))
        for system, kind in SYSTEMS.items()
    ]
    factions = [
        Emoji(
            faction.name.lower(),
            (faction.label, *(card.name for card in _cards(game) if card.faction is faction)),
            _shape(badge, faction.sign),
        )
        for faction, badge in FACTIONS.items()
    ]
    return EmojiSet([*systems, *factions])


def _cards(game: Game) -> list[AllocatorCard]:
    return [card for card in game.cards.values() if isinstance(card, AllocatorCard)]


def _shape(badge: Badge, letter: str) -> Callable[[Canvas, Box], None]:
    return lambda canvas, box: draw_badge(canvas, badge, letter, box)
