"""Declare what a game's package in `render/` provides, and find it by the game's key."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from render.canvas import Canvas, Piece
from render.emojis import EmojiSet
from render.palette import SKY, Ink
from render.shapes import Shape
from render.style import PLAIN, Style
from rules.core.game import Game

Names = Sequence[str]
"""The players' names, by seat."""
T = TypeVar("T")
FromView = Callable[[Game, Any, Names], T]
"""A function of a game, a view of it and the names: returns a picture, or lines of text with the most important first.
"""
FromItem = Callable[[Game, Any, Any, Names], T]
"""A function like `FromView`, with the item of the view to show as one more argument before the names."""


class Traits(NamedTuple):
    """Details of a card that a deck's picture shows in addition to the card's name."""

    group: str
    """Name of the group of similar cards, e.g. “Titan-AI”."""
    ink: Ink
    shape: Shape
    letter: str
    """One or two letters inside the shape."""
    value: int | None
    """Position on the curve; None if the card is not on it."""


_ALIKE = Traits("Cards", SKY, Shape.SQUARE, "", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """How a deck's picture groups cards and which curve it shows; by default one group and no curve."""

    traits: Callable[[Any], Traits] = lambda _: _ALIKE
    """Return the details of a card of the game."""
    curve: str = ""
    """Label of the quantity that the curve counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Draws the possible next words of a half-entered move, each with the table that would follow. Only the view's seat
    may see it.
    """

    previews: Callable[[Any, Sequence[str]], Any]
    """Return the possible continuations of these words (the beginning of one of the view's options), or None if a
    picture adds nothing to the words.
    """
    draw: FromItem[Canvas]
    """Draw these previews."""
    lines: FromItem[Iterable[str]]
    """Return the full content of the picture as lines of text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseUp:
    """Draws enlarged parts of a table that is too dense for one picture, with details for which the table has no room.

    A part shows only facts that are public on the table, so every player may look at every part.
    """

    parts: Callable[[Game, Any], Sequence[tuple[str, str]]]
    """Return the parts of a view: for each a word of notation and a label of at most 100 characters."""
    draw: FromItem[Canvas]
    """Draw the part with this word."""
    lines: FromItem[Iterable[str]]
    """Return the full content of the picture as lines of text."""
    first: Callable[[Game, Any], str] = lambda _game, _view: ""
    """Return the word of the part to show first, or "" if the table can be read without a close-up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePicture:
    """Illustrates some clauses of the rulebook, independently of any match."""

    clauses: tuple[str, ...]
    """Numbers of the clauses that the picture appears with."""
    draw: Callable[[], Canvas]
    lines: Callable[[], Iterable[str]]
    """Return the full content of the picture as lines of text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePicture:
    """Draws a puzzle for the person who solves it: board, hand and goal in one picture."""

    draw: Callable[[Game, Any, str, str], Canvas]
    """Draw a view, the goal as a sentence, and a note: a sentence about the latest event, or ""."""
    lines: Callable[[Game, Any, str, str], Iterable[str]]
    """Return the full content of the picture as lines of text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phone:
    """Draws hands and choices narrow and tall (`render.canvas.Layout.PHONE`), with the same content."""

    hand: FromView[Canvas]
    choice: FromItem[Canvas] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Renderer:
    """Draws one game; called by `render.picture` and `render.deck`.

    Functions that draw get names in letters that the font has; functions that write text get names on one line.
    """

    table: FromView[Canvas]
    """Draw the table without the seat's hand. The picture in the channel is drawn from a spectator's view."""
    hand: FromView[Canvas]
    """Draw what only the view's seat may see; never called for a spectator."""
    table_lines: FromView[Iterable[str]]
    """Return the full content of the table's picture as lines of text."""
    hand_lines: FromView[Iterable[str]]
    """Return the full content of the hand's picture as lines of text."""
    choice: Choice | None = None
    """Pictures of a player's options; None if they would add nothing to the words."""
    phone: Phone | None = None
    """Pictures for a phone; None if those for a desktop serve both."""
    closeup: CloseUp | None = None
    """Close-ups of the table; None if one picture shows everything."""
    cards: Cards = Cards()
    style: Style = PLAIN
    art: Callable[[Any, int], Piece | None] = lambda _card, _size: None
    """Return the picture of a card in a square of this many pixels, or None if it has none."""
    rules: tuple[RulePicture, ...] = ()
    """Pictures for the rulebook."""
    puzzle: PuzzlePicture | None = None
    """Pictures of puzzles; None if puzzles are shown in words alone, or if the game has no puzzles."""
    emojis: Callable[[Game], EmojiSet] = lambda _: EmojiSet()
    """Return the emojis that go before words in messages."""


@cache
def renderer(key: str) -> Renderer:
    """Return a game's renderer: `RENDERER` in the package of `render/` named after the game's key.

    Raises:
        ModuleNotFoundError: The game has no renderer.
    """
    renderer_of_game: Renderer = import_module(f"render.{key}").RENDERER
    return renderer_of_game
