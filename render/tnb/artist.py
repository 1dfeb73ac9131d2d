"""T&B's artist: what `render.artist` finds."""

from collections.abc import Sequence
from typing import Final

from render.artist import Artist
from render.canvas import Canvas
from render.deck import Traits
from render.palette import AMBER, BLUE, VERMILION
from render.shapes import Shape
from render.tnb import choice, hand, table, texts
from render.tnb.ways import ways_on
from rules.core.game import Game
from rules.tnb.cards import TnbCard
from rules.tnb.view import TnbView


class TnbArtist:
    """Draws T&B."""

    curve = "Cards by their Health"

    def traits(self, game: Game, card: TnbCard) -> Traits:
        if not card.defence:
            return Traits("Only attack", VERMILION, Shape.SWORD, "", card.health)
        if not card.damage:
            return Traits("Only block", BLUE, Shape.SHIELD, "", card.health)
        return Traits("Attack and block", AMBER, Shape.STAR, "", card.health)

    def table(self, game: Game, view: TnbView, names: Sequence[str]) -> Canvas:
        return table.draw(game, view, names)

    def hand(self, game: Game, view: TnbView, names: Sequence[str]) -> Canvas:
        return hand.draw(game, view, names)

    def choice(self, game: Game, view: TnbView, words: Sequence[str], names: Sequence[str]) -> Canvas | None:
        found = ways_on(view, words)
        return choice.draw(view, found, names) if found else None

    def table_text(self, game: Game, view: TnbView, names: Sequence[str]) -> str:
        return texts.table(game, view, names)

    def hand_text(self, game: Game, view: TnbView, names: Sequence[str]) -> str:
        return texts.hand(game, view, names)

    def choice_text(self, game: Game, view: TnbView, words: Sequence[str], names: Sequence[str]) -> str:
        found = ways_on(view, words)
        return texts.choice(view, found, names) if found else ""


ARTIST: Final[Artist] = TnbArtist()
