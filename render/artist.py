"""What a game's module in render/ provides, and how it is found."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

from render.canvas import Canvas
from rules.core.game import Game


class Artist(Protocol):
    """Draws one game. Every view is a View of that game; names are by seat.

    `render.picture` calls it, and prepares the names: in letters that the font has for pictures, in one line for texts.
    The artist of a game with decks may also say what `render.deck` asks for.
    """

    def table(self, game: Game, view: Any, names: Sequence[str]) -> Canvas:
        """What this seat sees of the table, without its hand: the picture in the channel is a spectator's."""

    def hand(self, game: Game, view: Any, names: Sequence[str]) -> Canvas:
        """What only this seat may see; view.seat is a seat."""

    def choice(self, game: Game, view: Any, words: Sequence[str], names: Sequence[str]) -> Canvas | None:
        """What can follow these words, which begin one of the view's options, each as the table would be then.

        None where a picture adds nothing to the words. Only the view's seat may see it.
        """

    def table_text(self, game: Game, view: Any, names: Sequence[str]) -> str:
        """Everything that the table's picture says, in lines, what matters most first."""

    def hand_text(self, game: Game, view: Any, names: Sequence[str]) -> str:
        """Everything that the hand's picture says, in lines, what matters most first."""

    def choice_text(self, game: Game, view: Any, words: Sequence[str], names: Sequence[str]) -> str:
        """Everything that the choice's picture says, in lines; "" where there is none."""


@runtime_checkable
class CloseArtist(Artist, Protocol):
    """The artist of a game whose table is too large to be read in one picture: it also draws parts of it, larger.

    A part shows nothing that the view's table does not hold: everybody may look at every part.
    """

    def closeups(self, game: Game, view: Any) -> Sequence[tuple[str, str]]:
        """What can be looked at closer: a word of notation each, and what it is called in at most 100 characters."""

    def closeup(self, game: Game, view: Any, word: str, names: Sequence[str]) -> Canvas:
        """This part of the table; the word is one of `closeups`."""

    def closeup_text(self, game: Game, view: Any, word: str, names: Sequence[str]) -> str:
        """Everything that the close-up says, in lines, what matters most first."""


@cache
def artist(key: str) -> Artist:
    """The artist of a game: `ARTIST` in the module of render/ that is called like the game's key.

    Raises:
        ModuleNotFoundError: there is none.
    """
    return cast(Artist, import_module(f"render.{key}").ARTIST)
