"""Allocator's signs in messages: the systems, and the factions before their cards."""

from collections.abc import Callable
from typing import Final

from render.allocator.cards import FACTIONS, SYSTEMS
from render.canvas import Box, Canvas
from render.emojis import Sign, Signs
from render.palette import BLUE, VERMILION, YELLOW, Ink
from render.pieces import sign
from render.shapes import Shape
from rules.allocator.cards import AllocatorCard, System
from rules.core.game import Game

_INKS: Final = {System.ATTACK: VERMILION, System.DEFENSE: BLUE, System.DEVELOPMENT: YELLOW}


def signs(game: Game) -> Signs:
    """Of the game with its cards."""
    systems = [
        Sign(system.value, (system.value.title(),), _shape(kind, "", _INKS[system])) for system, kind in SYSTEMS.items()
    ]
    factions = [
        Sign(
            faction.name.lower(),
            (faction.label, *(card.name for card in _cards(game) if card.faction is faction)),
            _shape(kind, faction.sign, ink),
        )
        for faction, (ink, kind) in FACTIONS.items()
    ]
    return Signs([*systems, *factions])


def _cards(game: Game) -> list[AllocatorCard]:
    return [card for card in game.cards.values() if isinstance(card, AllocatorCard)]


def _shape(kind: Shape, letter: str, ink: Ink) -> Callable[[Canvas, Box], None]:
    return lambda canvas, box: sign(canvas, kind, letter, box, ink)
