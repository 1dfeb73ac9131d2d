"""Allocator's artist: what `render.artist` finds."""

from collections.abc import Sequence
from typing import Final

from render.allocator import hand, table, texts
from render.allocator.cards import FACTIONS
from render.artist import Artist
from render.canvas import Canvas
from render.deck import Traits
from rules.allocator.cards import AllocatorCard
from rules.allocator.view import AllocatorView
from rules.core.game import Game


class AllocatorArtist:
    """Draws Allocator."""

    curve = "Cards by what they add to a boost"

    def traits(self, game: Game, card: AllocatorCard) -> Traits:
        ink, shape = FACTIONS[card.faction]
        return Traits(card.faction.label, ink, shape, card.faction.sign, card.boost)

    def table(self, game: Game, view: AllocatorView, names: Sequence[str]) -> Canvas:
        return table.draw(game, view, names)

    def hand(self, game: Game, view: AllocatorView, names: Sequence[str]) -> Canvas:
        return hand.draw(game, view, names)

    def choice(self, game: Game, view: AllocatorView, words: Sequence[str], names: Sequence[str]) -> Canvas | None:
        return None

    def table_text(self, game: Game, view: AllocatorView, names: Sequence[str]) -> str:
        return texts.table(game, view, names)

    def hand_text(self, game: Game, view: AllocatorView, names: Sequence[str]) -> str:
        return texts.hand(game, view, names)

    def choice_text(self, game: Game, view: AllocatorView, words: Sequence[str], names: Sequence[str]) -> str:
        return ""


ARTIST: Final[Artist] = AllocatorArtist()
