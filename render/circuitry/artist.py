"""Circuitry's artist: what `render.artist` finds."""

from collections.abc import Sequence
from typing import Any, Final

from render.artist import Artist
from render.canvas import Canvas
from render.circuitry import hand, table, texts
from rules.circuitry.view import CircuitryView
from rules.core.game import Game


class CircuitryArtist:
    """Draws Circuitry."""

    def table(self, game: Game[Any, Any], view: CircuitryView, names: Sequence[str]) -> Canvas:
        return table.draw(game, view, names)

    def hand(self, game: Game[Any, Any], view: CircuitryView, names: Sequence[str]) -> Canvas:
        return hand.draw(game, view, names)

    def choice(
        self, game: Game[Any, Any], view: CircuitryView, words: Sequence[str], names: Sequence[str]
    ) -> Canvas | None:
        return None

    def table_text(self, game: Game[Any, Any], view: CircuitryView, names: Sequence[str]) -> str:
        return texts.table(game, view, names)

    def hand_text(self, game: Game[Any, Any], view: CircuitryView, names: Sequence[str]) -> str:
        return texts.hand(game, view, names)

    def choice_text(self, game: Game[Any, Any], view: CircuitryView, words: Sequence[str], names: Sequence[str]) -> str:
        return ""


ARTIST: Final[Artist] = CircuitryArtist()
