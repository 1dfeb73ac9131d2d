"""Arms Dealer's artist: what `render.artist` finds."""

from collections.abc import Sequence
from typing import Final

from render.arms_dealer import choice, hand, table, texts
from render.artist import Artist
from render.canvas import Canvas
from rules.arms_dealer.view import ArmsDealerView
from rules.core.game import Game


class ArmsDealerArtist:
    """Draws Arms Dealer. The table is the same picture for everybody."""

    def table(self, game: Game, view: ArmsDealerView, names: Sequence[str]) -> Canvas:
        return table.draw(game, view, names)

    def hand(self, game: Game, view: ArmsDealerView, names: Sequence[str]) -> Canvas:
        return hand.draw(game, view, names)

    def choice(self, game: Game, view: ArmsDealerView, words: Sequence[str], names: Sequence[str]) -> Canvas | None:
        return choice.draw(game, view, words)

    def table_text(self, game: Game, view: ArmsDealerView, names: Sequence[str]) -> str:
        return texts.table(game, view, names)

    def hand_text(self, game: Game, view: ArmsDealerView, names: Sequence[str]) -> str:
        return texts.hand(game, view, names)

    def choice_text(self, game: Game, view: ArmsDealerView, words: Sequence[str], names: Sequence[str]) -> str:
        return texts.choice(game, view, words, names)


ARTIST: Final[Artist] = ArmsDealerArtist()
