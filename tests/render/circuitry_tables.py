"""Tables of Circuitry to draw, and all that can be drawn of them."""

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
"""How many play, who they are, and with which options."""
KINDS: Final[tuple[Kind, ...]] = (
    (2, "greedy", {}),
    (3, "random", {"restricted": "on"}),
    (4, "greedy", {"teams": "two", "charges": "3"}),
    (5, "random", {"passed_charge_points": "on"}),
    (6, "random", {"teams": "three", "charges": "5"}),
)
WIDE: Final = ("W" * 32, "M" * 32, "Q" * 32, "O" * 32, "G" * 32, "D" * 32)


def load() -> Circuitry:
    game = load_game("circuitry")
    assert isinstance(game, Circuitry)
    return game


def tables(game: Circuitry, kind: Kind, seed: int, stride: int) -> Iterator[CircuitryState]:
    """A match after every so many decisions and at its end."""
    seats, player, options = kind
    for g in walk(Setup(game=game, players=(player,) * seats, options=options), seed, stride):
        assert isinstance(g, CircuitryState)
        yield g


def stretched(game: Circuitry, columns: int = 10) -> CircuitryView:
    """What somebody sees who can slide a card and lay one, on a board of rows of so many cards."""
    for g in tables(game, KINDS[4], 3, 1):
        able = {option.verb for option in g.phase.options(g, g.phase.waiting[0])}
        if len(g.board.placed) > 10 and {"place", "slide"} <= able:
            cells = (Cell(place % columns, place // columns) for place in range(len(g.board.placed)))
            g.board = Board(tuple([replace(there, cell=next(cells)) for there in g.board.placed]))
            return game.view(g, g.phase.waiting[0])
    raise AssertionError


def views(game: Circuitry, kind: Kind, seed: int, stride: int) -> Iterator[CircuitryView]:
    """The same as a spectator, those who are asked and the seat before them see it."""
    for g in tables(game, kind, seed, stride):
        asked = g.phase.waiting
        seats: list[Seat | None] = [None, *asked, *((seat - 1) % len(g.sides) for seat in asked)]
        yield from (game.view(g, seat) for seat in seats)


def prefixes(view: CircuitryView) -> list[tuple[str, ...]]:
    """All that begins one of the view's options, and is followed by something to see."""
    said = {said[:depth] for said in map(words, view.options) for depth in range(1, len(said))}
    return [each for each in sorted(said) if previews_of(view, each) is not None]


def some(view: CircuitryView) -> list[tuple[str, ...]]:
    """One of them for each verb and length: there can be hundreds."""
    return list({(each[0], len(each)): each for each in prefixes(view)}.values())


def names_for(view: CircuitryView) -> Sequence[str]:
    return NAMES[: len(view.sides)]


def pictures(game: Circuitry, view: CircuitryView, names: Sequence[str] = ()) -> list[Picture]:
    """What this viewer can be shown, each kind of choice once."""
    names = names or names_for(view)
    drawn = [table_picture(game, view, names)]
    if view.seat is not None:
        drawn.append(hand_picture(game, view, names))
    drawn += [closeup_picture(game, view, word, names) for word, _ in closeups(game, view)[::4]]
    return [*drawn, *filter(None, (choice_picture(game, view, said, names) for said in some(view)))]


def texts(game: Circuitry, view: CircuitryView) -> list[str]:
    """What this viewer can read, each kind of choice once."""
    names = names_for(view)
    written = [table_text(game, view, names)]
    if view.seat is not None:
        written.append(hand_text(game, view, names))
    written += [closeup_text(game, view, word, names) for word, _ in closeups(game, view)[::4]]
    return [*written, *(choice_text(game, view, said, names) for said in some(view))]


def draw(game: Circuitry, view: CircuitryView, names: Sequence[str] = ()) -> None:
    """What is drawn for this viewer, without packing it: what everybody sees alike for the spectator alone."""
    names = names or names_for(view)
    (RENDERER.table if view.seat is None else RENDERER.hand)(game, view, names)
    for word, _ in closeup.parts(game, view)[::4] if view.seat is None else ():
        closeup.draw(game, view, word, names)
    for said in some(view):
        assert choice_canvas(game, view, said, names) is not None
