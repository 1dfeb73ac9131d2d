"""What a game's package in render/ provides, and how it is found."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from render.canvas import Canvas, Piece
from render.emojis import Signs
from render.palette import SKY, Ink
from render.shapes import Shape
from render.style import PLAIN, Face
from rules.core.game import Game

Names = Sequence[str]
"""What the players are called, by seat."""
T = TypeVar("T")
Of = Callable[[Game, Any, Names], T]
"""Made of a game, a View of it and names: a picture, or lines of text, what matters most first."""
OfOne = Callable[[Game, Any, Any, Names], T]
"""The same of one thing of that view, which comes before the names."""


class Traits(NamedTuple):
    """What a deck's picture says of a card besides its name."""

    group: str
    """What cards like it are called together: “Titan-AI”."""
    ink: Ink
    shape: Shape
    sign: str
    """A letter or two inside the shape."""
    value: int | None
    """Where it stands on the curve; None: nowhere."""


_ALIKE = Traits("Cards", SKY, Shape.SQUARE, "", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """What a deck's picture says of cards: unless told otherwise they are all one group, and there is no curve."""

    traits: Callable[[Any], Traits] = lambda _: _ALIKE
    """Of a card of the game."""
    curve: str = ""
    """What is counted along the curve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Draws what can follow some words, each as the table would be then. Only the view's seat may see it."""

    previews: Callable[[Any, Sequence[str]], Any]
    """What can follow these words, which begin one of the view's options; None: a picture adds nothing to them."""
    draw: OfOne[Canvas]
    """Of these previews."""
    lines: OfOne[Iterable[str]]
    """Everything that the picture says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseUp:
    """Draws parts of a table that is too large to be read in one picture, larger, and what has no room there.

    A part shows nothing that the view's table does not hold: everybody may look at every part.
    """

    parts: Callable[[Game, Any], Sequence[tuple[str, str]]]
    """Of a view: a word of notation each, and what it is called in at most 100 characters."""
    draw: OfOne[Canvas]
    """Of the part with this word."""
    lines: OfOne[Iterable[str]]
    """Everything that the picture says."""
    first: Callable[[Game, Any], str] = lambda _game, _view: ""
    """Of a view: the word of the part that one wants to see at once; "" where the table is read without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePicture:
    """Draws what some clauses of the rulebook say, whatever match is played."""

    clauses: tuple[str, ...]
    """Their numbers: it is shown with each of them."""
    draw: Callable[[], Canvas]
    lines: Callable[[], Iterable[str]]
    """Everything that the picture says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePicture:
    """Draws a puzzle as the person who solves it sees it: board, hand and goal in one picture."""

    draw: Callable[[Game, Any, str, str], Canvas]
    """Of a view, the goal as a sentence, and a note: a sentence on what has just happened; may be empty."""
    lines: Callable[[Game, Any, str, str], Iterable[str]]
    """Everything that the picture says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Artist:
    """Draws one game. `render.picture` and `render.deck` call it.

    Names come in letters that the font has for pictures, and in one line for text.
    """

    table: Of[Canvas]
    """What the view's seat sees of the table, without its hand: the picture in the channel is a spectator's."""
    hand: Of[Canvas]
    """What only the view's seat may see; it is a seat."""
    table_lines: Of[Iterable[str]]
    """Everything that the table's picture says."""
    hand_lines: Of[Iterable[str]]
    """Everything that the hand's picture says."""
    choice: Choice | None = None
    """None where pictures of what can be chosen add nothing to the words."""
    closeup: CloseUp | None = None
    """None where one picture shows the whole table."""
    cards: Cards = Cards()
    face: Face = PLAIN
    art: Callable[[Any, int], Piece | None] = lambda _card, _size: None
    """The picture of a card of the game in a square of so many pixels; None: it has none."""
    rules: tuple[RulePicture, ...] = ()
    """Pictures for the rulebook."""
    puzzle: PuzzlePicture | None = None
    """None where a puzzle is shown in words alone, or where the game offers none."""
    signs: Callable[[Game], Signs] = lambda _: Signs()
    """What stands before words in messages."""


@cache
def artist(key: str) -> Artist:
    """The artist of a game: `ARTIST` in the package of render/ that is called like the game's key.

    Raises:
        ModuleNotFoundError: there is none.
    """
    found: Artist = import_module(f"render.{key}").ARTIST
    return found
