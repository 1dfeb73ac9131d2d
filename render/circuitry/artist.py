"""Circuitry's artist: what `render.artist` finds."""

from collections.abc import Sequence
from typing import Final

from render.artist import CloseArtist
from render.canvas import Canvas
from render.circuitry import choice, closer, hand, table, texts
from render.circuitry.ways import ways_on
from rules.circuitry.view import CircuitryView
from rules.core.game import Game


class CircuitryArtist:
    """Draws Circuitry."""

    def table(self, game: Game, view: CircuitryView, names: Sequence[str]) -> Canvas:
        return table.draw(game, view, names)

    def hand(self, game: Game, view: CircuitryView, names: Sequence[str]) -> Canvas:
        return hand.draw(game, view, names)

    def choice(self, game: Game, view: CircuitryView, words: Sequence[str], names: Sequence[str]) -> Canvas | None:
        found = ways_on(view, words)
        return choice.draw(view, found, names) if found else None

    def table_text(self, game: Game, view: CircuitryView, names: Sequence[str]) -> str:
        return texts.table(game, view, names)

    def hand_text(self, game: Game, view: CircuitryView, names: Sequence[str]) -> str:
        return texts.hand(game, view, names)

    def choice_text(self, game: Game, view: CircuitryView, words: Sequence[str], names: Sequence[str]) -> str:
        found = ways_on(view, words)
        return texts.choice(view, found, names) if found else ""

    def closeups(self, game: Game, view: CircuitryView) -> Sequence[tuple[str, str]]:
        return [(part.word, part.label) for part in closer.parts(view)]

    def closeup(self, game: Game, view: CircuitryView, word: str, names: Sequence[str]) -> Canvas:
        return closer.draw(view, word, names)

    def closeup_text(self, game: Game, view: CircuitryView, word: str, names: Sequence[str]) -> str:
        return closer.text(view, word, names)


ARTIST: Final[CloseArtist] = CircuitryArtist()
