"""Positions of Circuitry, and everything that can be drawn of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from render.circuitry import RENDERER, closeup
from render.circuitry.previews import previews_of
from render.picture import (
    Picture,
    choice_picture,
    closeup_picture,
    closeup_text,
    closeups,
    hand_picture,
    hand_text,
    table_picture,
    table_text,
)
from rules.circuitry.board import Board
from rules.circuitry.game import Circuitry
from rules.circuitry.grid import Cell
from rules.circuitry.state import CircuitryState
from rules.circuitry.view import CircuitryView
from rules.core.events import Seat
from rules.core.notation import words
from tests.laws.matches import walk
from tests.render.tables import NAMES, choice_canvas, choice_text

Kind = tuple[int, str, Mapping[str, str]]
"""Number of players, their policy, and the options."""
KINDS: Final[tuple[Kind, ...]] = (
    (2, "greedy", {}),
    (3, "random", {"restricted": "on"}),
    (4, "greedy", {"teams": "two", "charges": "3"}),
    (5, "random", {"passed_charge_points": "any_turn"}),
    (6, "random", {"teams": "three", "charges": "5"}),
)
WIDE: Final = ("W" * 32, "M" * 32, "Q" * 32, "O" * 32, "G" * 32, "D" * 32)


def load() -> Circuitry:
    game = load_game("circuitry")
    assert isinstance(game, Circuitry)
    return game


def tables(game: Circuitry, kind: Kind, seed: int, stride: int) -> Iterator[CircuitryState]:
    """Yield a match after every `stride` decisions and at its end."""
    seats, player, options = kind
    for g in walk(Setup(game=game, players=(player,) * seats, options=options), seed, stride):
        assert isinstance(g, CircuitryState)
        yield g


def stretched(game: Circuitry, columns: int = 10) -> CircuitryView:
    """Return the view of a player who can slide a card and lay one, on a board with rows of `columns` cards."""
    for g in tables(game, KINDS[4], 3, 1):
        verbs = {option.verb for option in g.phase.options(g, g.phase.waiting[0])}
        if len(g.board.placed) > 10 and {"place", "slide"} <= verbs:
            cells = (Cell(place % columns, place // columns) for place in range(len(g.board.placed)))
            g.board = Board(tuple([replace(placed_card, cell=next(cells)) for placed_card in g.board.placed]))
            return game.view(g, g.phase.waiting[0])
    raise AssertionError


def views(game: Circuitry, kind: Kind, seed: int, stride: int) -> Iterator[CircuitryView]:
    """Yield the views of a spectator, the players who are asked, and the seat before each of them."""
    for g in tables(game, kind, seed, stride):
        asked = g.phase.waiting
        seats: list[Seat | None] = [None, *asked, *((seat - 1) % len(g.sides) for seat in asked)]
        yield from (game.view(g, seat) for seat in seats)


def prefixes(view: CircuitryView) -> list[tuple[str, ...]]:
    """Return the beginnings of the view's options that have a picture."""
    beginnings = {beginnings[:depth] for beginnings in map(words, view.options) for depth in range(1, len(beginnings))}
    return [prefix for prefix in sorted(beginnings) if previews_of(view, prefix) is not None]


def some(view: CircuitryView) -> list[tuple[str, ...]]:
    """Return one prefix for each verb and length: there can be hundreds."""
    return list({(prefix[0], len(prefix)): prefix for prefix in prefixes(view)}.values())


def names_for(view: CircuitryView) -> Sequence[str]:
    return NAMES[: len(view.sides)]


def pictures(game: Circuitry, view: CircuitryView, names: Sequence[str] = ()) -> list[Picture]:
    """Draw the pictures that this viewer can see, with one choice of each kind."""
    names = names or names_for(view)
    so_far = [table_picture(game, view, names)]
    if view.seat is not None:
        so_far.append(hand_picture(game, view, names))
    so_far += [closeup_picture(game, view, word, names) for word, _ in closeups(game, view)[::4]]
    return [*so_far, *filter(None, (choice_picture(game, view, prefix, names) for prefix in some(view)))]


def texts(game: Circuitry, view: CircuitryView) -> list[str]:
    """Return the texts that this viewer can read, with one choice of each kind."""
    names = names_for(view)
    texts_so_far = [table_text(game, view, names)]
    if view.seat is not None:
        texts_so_far.append(hand_text(game, view, names))
    texts_so_far += [closeup_text(game, view, word, names) for word, _ in closeups(game, view)[::4]]
    return [*texts_so_far, *(choice_text(game, view, prefix, names) for prefix in some(view))]


def draw(game: Circuitry, view: CircuitryView, names: Sequence[str] = ()) -> None:
    """Draw everything for this viewer without encoding it; public pictures for the spectator alone."""
    names = names or names_for(view)
    (RENDERER.table if view.seat is None else RENDERER.hand)(game, view, names)
    for word, _ in closeup.parts(game, view)[::4] if view.seat is None else ():
        closeup.draw(game, view, word, names)
    for prefix in some(view):
        assert choice_canvas(game, view, prefix, names) is not None
