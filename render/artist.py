"""What a game's file in render/ provides, and how it is found."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is sent."""

    png: bytes
    alt: str
    """The same in words, from the same View; at most 1,024 characters (Discord's limit for a description)."""


class Artist(Protocol):
    """Draws one game. Every view is a View of that game; names are by seat and plain text."""

    def table(self, view: Any, names: Sequence[str]) -> Image:
        """What this seat sees of the table, without its hand: the picture in the channel is a spectator's."""

    def hand(self, view: Any, names: Sequence[str]) -> Image:
        """What only this seat may see; view.seat is a seat."""

    def table_text(self, view: Any, names: Sequence[str]) -> str:
        """Everything that the table's picture says, in lines."""

    def hand_text(self, view: Any, names: Sequence[str]) -> str:
        """Everything that the hand's picture says, in lines."""


@cache
def artist(key: str) -> Artist:
    """The artist of a game: `ARTIST` in the module of render/ that is called like the game's key.

    Raises:
        ModuleNotFoundError: there is none.
    """
    return cast(Artist, import_module(f"render.{key}").ARTIST)
