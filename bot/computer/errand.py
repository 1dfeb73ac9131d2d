"""A decision that another process makes: what it has to know, so that it can be sent there and the choice back.

A view is sent without its cards, by their ids: a card is known by being the same object, and the other process has its
own ones.
"""

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pickle import HIGHEST_PROTOCOL, Pickler, Unpickler
from typing import Any, Self

from bot.computer.levels import PATIENCE, Choice, Level, choose
from bot.content.library import Library, load_library
from bot.content.seeds import Content
from rules.core.cards import Card
from rules.core.game import Game
from rules.core.play import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """A decision to be made in a seat."""

    game: str
    """By its key."""
    version: int
    """Of its rules."""
    content: Content
    view: bytes
    """What the seat sees: its secrets too."""
    seed: int
    level: Level
    patience: float = PATIENCE

    @classmethod
    def of(cls, game: Game, content: Content, view: View, seed: int, level: Level) -> Self:
        """A decision of the seat of this view, in a match that is played with this content."""
        parcel = packed(view)
        return cls(game=game.key, version=game.version, content=content, view=parcel, seed=seed, level=level)

    def __repr__(self) -> str:
        return f"Errand({self.game}, {self.level})"


def run(errand: Errand) -> Choice:
    """Make the decision, in whatever process this is; its library is loaded with the first one.

    Raises:
        NotPlayableError: this program does not know the game as it is played there.
    """
    game = _library().game(errand.game, errand.version, errand.content)
    return choose(game, unpacked(errand.view, game), errand.seed, errand.level, errand.patience)


@cache
def _library() -> Library:
    return load_library()


class _Packer(Pickler):
    def persistent_id(self, obj: object) -> str | None:
        return obj.id if isinstance(obj, Card) else None


class _Unpacker(Unpickler):
    def __init__(self, file: BytesIO, game: Game) -> None:
        super().__init__(file)
        self._cards: Any = game.cards

    def persistent_load(self, pid: Any) -> Card:
        card: Card = self._cards[pid]
        return card


def packed(view: View) -> bytes:
    """A view without its cards."""
    file = BytesIO()
    _Packer(file, HIGHEST_PROTOCOL).dump(view)
    return file.getvalue()


def unpacked(parcel: bytes, game: Game) -> View:
    """The view again, with the cards of this game. Only ever what `packed` gave: unpickling trusts it."""
    view: View = _Unpacker(BytesIO(parcel), game).load()
    return view
