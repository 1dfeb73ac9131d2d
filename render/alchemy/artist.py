"""Alchemy's artist: what `render.artist` finds."""

from collections.abc import Sequence
from typing import Final

from render.alchemy import choice, hand, table, texts
from render.alchemy.signs import SIGNS
from render.alchemy.ways import ways_on
from render.artist import Artist
from render.canvas import Canvas
from render.deck import Traits
from render.palette import AMBER, ORCHID, SKY
from render.shapes import Shape
from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard, OpusCard
from rules.alchemy.view import AlchemyView
from rules.core.game import Game


class AlchemyArtist:
    """Draws Alchemy."""

    curve = "Processes and Magnum Opus cards by their cost"

    def traits(self, game: Game, card: AlchemyCard) -> Traits:
        match card:
            case ElementCard():
                ink, shape = SIGNS[card.element]
                return Traits(card.element.label, ink, shape, card.element.sign, None)
            case OpusCard():
                return Traits("Magnum Opus", ORCHID, Shape.STAR, "", card.cost)
            case EffectCard(reaction=True):
                return Traits("Reactions", SKY, Shape.SHIELD, "", card.cost)
            case EffectCard():
                return Traits("Processes", AMBER, Shape.GEAR, "", card.cost)
            case _:
                raise TypeError(card)

    def table(self, game: Game, view: AlchemyView, names: Sequence[str]) -> Canvas:
        return table.draw(game, view, names)

    def hand(self, game: Game, view: AlchemyView, names: Sequence[str]) -> Canvas:
        return hand.draw(game, view, names)

    def choice(self, game: Game, view: AlchemyView, words: Sequence[str], names: Sequence[str]) -> Canvas | None:
        found = ways_on(view, words)
        return choice.draw(view, found) if found else None

    def table_text(self, game: Game, view: AlchemyView, names: Sequence[str]) -> str:
        return texts.table(game, view, names)

    def hand_text(self, game: Game, view: AlchemyView, names: Sequence[str]) -> str:
        return texts.hand(game, view, names)

    def choice_text(self, game: Game, view: AlchemyView, words: Sequence[str], names: Sequence[str]) -> str:
        found = ways_on(view, words)
        return texts.choice(view, found, names) if found else ""


ARTIST: Final[Artist] = AlchemyArtist()
