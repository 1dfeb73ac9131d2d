"""Declare what the package of a game in `render/` provides, and find the package by the game's key."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from render.canvas import Box, Canvas, Piece
from render.emojis import EmojiSet
from render.palette import SKY, Ink
from render.paper import PLAIN_PAPER, Paper
from render.pieces import SEATS, Badge
from render.shapes import Shape
from render.style import PLAIN, Style
from rules.core.events import Seat
from rules.core.game import Game, catalog_key

Names = Sequence[str]
"""The players' names, by seat."""
T = TypeVar("T")
FromView = Callable[[Game, Any, Names], T]
"""A function of a game, a view of it, and the players' names. It returns a picture, or lines of text, most important
first.
"""
FromItem = Callable[[Game, Any, Any, Names], T]
"""A function like `FromView`, whose third argument is the thing in the view to show."""


class Traits(NamedTuple):
    """The details of a card in the picture of a deck, in addition to its name."""

    group: str
    """The name of the group of similar cards, for example “Titan-AI”."""
    ink: Ink
    shape: Shape
    letter: str
    """One or two letters to go inside the shape; may be ""."""
    value: int | None
    """The card's position on the curve; None if it is not on the curve."""


_ALIKE = Traits("Cards", SKY, Shape.SQUARE, "", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """The groups and the curve of cards in the picture of a deck. By default there is one group and no curve."""

    traits: Callable[[Any], Traits] = lambda _: _ALIKE
    """Returns the details of a card of the game."""
    curve: str = ""
    """The label of the curve; "" if there is no curve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Draws the options that begin with some words, each with the table after it. Only the view's seat may see these
    pictures.
    """

    previews: Callable[[Any, Sequence[str]], Any]
    """Returns previews of the options of a view that begin with some words; None if a picture would add nothing."""
    draw: FromItem[Canvas]
    """Draws the previews."""
    lines: FromItem[Iterable[str]]
    """Returns everything that the picture shows, in lines of text."""
    aloud: FromItem[Iterable[str]] | None = None
    """Returns what a player who cannot see the picture needs to decide, if that differs from `lines`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseUp:
    """Draws parts of a table enlarged, with details for which the table has no room.

    A part shows only facts that are public, so every player may look at every part.
    """

    parts: Callable[[Game, Any], Sequence[tuple[str, str]]]
    """Returns the parts of a view, each as a word of notation and a label of at most 100 characters."""
    draw: FromItem[Canvas]
    """Draws the part with a given word."""
    lines: FromItem[Iterable[str]]
    """Returns everything that the picture shows, in lines of text."""
    first: Callable[[Game, Any], str] = lambda _game, _view: ""
    """Returns the word of the part to show first; "" if the table can be read without a close-up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePicture:
    """Illustrates some clauses of the rulebook, without a match."""

    clauses: tuple[str, ...]
    """The numbers of the clauses that this picture illustrates."""
    draw: Callable[[], Canvas]
    lines: Callable[[], Iterable[str]]
    """Returns everything that the picture shows, in lines of text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePicture:
    """Draws a puzzle for the person who solves it: board, hand and goal in one picture."""

    draw: Callable[[Game, Any, str, str], Canvas]
    """Takes a game, a view, the goal as a sentence, and a note (a sentence about the latest event, or ""); draws the
    puzzle.
    """
    lines: Callable[[Game, Any, str, str], Iterable[str]]
    """Takes the same; returns everything that the picture shows, in lines of text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phone:
    """Draws hands, choices and tables for a phone, narrow and tall (`render.canvas.Layout.PHONE`), with the same
    content.
    """

    hand: FromView[Canvas]
    choice: FromItem[Canvas] | None = None
    table: FromView[Canvas] | None = None
    """Draws the table for the viewer who asks. The board in a channel is drawn for all, by `Renderer.table`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renderer:
    """Draws one game; called by `render.picture` and `render.deck`.

    Functions that draw get names in letters that the font has. Functions that return text get names on one line.
    """

    table: FromView[Canvas]
    """Draws the table without the seat's hand. The picture in a channel is drawn from a spectator's view."""
    hand: FromView[Canvas]
    """Draws what only the view's seat may see. The view is never a spectator's."""
    table_lines: FromView[Iterable[str]]
    """Returns everything that the table's picture shows, in lines of text."""
    hand_lines: FromView[Iterable[str]]
    """Returns everything that the hand's picture shows, in lines of text."""
    table_aloud: FromView[Iterable[str]] | None = None
    """Returns what someone who cannot see the table needs to follow the match, if that differs from `table_lines`."""
    hand_aloud: FromView[Iterable[str]] | None = None
    """Returns what a player who cannot see the hand needs to decide, if that differs from `hand_lines`. The table is
    told after it.
    """
    choice: Choice | None = None
    """Pictures of a player's options; None if words are enough."""
    phone: Phone | None = None
    """Pictures for a phone; None if the desktop's pictures serve both."""
    closeup: CloseUp | None = None
    """Close-ups of the table; None if one picture shows everything."""
    cards: Cards = Cards()
    paper: Paper = PLAIN_PAPER
    """The cards on paper."""
    style: Style = PLAIN
    badges: Callable[[Any], Sequence[Badge]] = lambda _: SEATS
    """Returns the badge of each seat of a view; a game that gives seats colours of its own replaces it."""
    art: Callable[[Any, int], Piece | None] = lambda _card, _size: None
    """Returns the picture of a card in a square of this many pixels; None if the card has none."""
    hero: Callable[[Canvas, Box, Game, Any, Seat], str] | None = None
    """Draws, in a box, the card that stands for a seat at the end of a match: the one that struck last, or their best;
    returns its name. None: posters show the last table.
    """
    rules: tuple[RulePicture, ...] = ()
    """Pictures that illustrate the rulebook."""
    puzzle: PuzzlePicture | None = None
    """Pictures of puzzles; None if the game has no puzzles, or shows them in words alone."""
    emojis: Callable[[Game], EmojiSet] = lambda _: EmojiSet()
    """Returns the emojis that go before words in messages."""


@cache
def renderer(key: str) -> Renderer:
    """Return a game's renderer: `RENDERER` in the package of `render/` named after the game's key in the catalog.

    Raises:
        ModuleNotFoundError: The game has no renderer.
    """
    renderer_of_game: Renderer = import_module(f"render.{catalog_key(key)}").RENDERER
    return renderer_of_game
