"""Tables to draw."""

from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final
from unittest.mock import patch

from bot.lab.autoplay import Setup
from render import picture
from render.cache import PIECES, _Drawer
from render.canvas import Canvas
from render.palette import GROUND
from render.renderer import Names, Renderer, renderer
from rules.allocator.cards import AllocatorCard
from rules.allocator.view import AllocatorView
from rules.core.game import Game
from tests.laws.matches import walk

NAMES = ("Alice", "Bob the Builder", "Chloe", "Dan", "Eve", "Frank")


def views(game: Game, seed: int, stride: int, player: str = "greedy") -> Iterator[Any]:
    """A match as a spectator and each of its fewest seats see it, after every so many decisions and at its end.

    The greedy play by the rules as they are, all others with the last choice of every option that so few can play with.
    """
    seats = game.seats[0]
    last = {option.name: option.values[-1] for option in game.options} if player != "greedy" else {}
    options = last if seats in game.playable(last) else {}
    setup = Setup(game=game, players=(player,) * seats, options=options, decks=tuple(sorted(game.decks))[:seats])
    for g in walk(setup, seed, stride):
        for seat in (None, *range(seats)):
            yield game.view(g, seat)


def holding(view: AllocatorView, hand: tuple[AllocatorCard, ...]) -> AllocatorView:
    """The view of a seat with another hand."""
    assert view.seat is not None
    sides = tuple(replace(side, hand=len(hand)) if side.seat == view.seat else side for side in view.sides)
    return replace(view, hand=hand, sides=(sides[0], sides[1]))


def cut(spoken: dict[str, bool]) -> set[str]:
    """The lines that were drawn and had to be cut off (see the fixture `spoken`)."""
    return {text for text, whole in spoken.items() if not whole}


def choice_canvas(game: Game, view: Any, said: Sequence[str], names: Names) -> Canvas | None:
    """What can follow these words, drawn; None where that adds nothing to them."""
    by = renderer(game.key).choice
    found = by.previews(view, said) if by else None
    return by.draw(game, view, found, names) if by and found is not None else None


def choice_text(game: Game, view: Any, said: Sequence[str], names: Names) -> str:
    """The same in words; "" where there is no picture."""
    by = renderer(game.key).choice
    found = by.previews(view, said) if by else None
    return "\n".join(by.lines(game, view, found, names)) if by and found is not None else ""


@contextmanager
def undrawn() -> Iterator[None]:
    """Pictures are all empty; their words are written as always."""
    with patch.object(picture, "renderer", _blank_renderer), patch.object(picture, "png", lambda _: b""):
        yield


def _blank_renderer(key: str) -> Renderer:
    found = renderer(key)
    choice = None if found.choice is None else replace(found.choice, draw=_blank)
    closeup = None if found.closeup is None else replace(found.closeup, draw=_blank)
    return replace(found, table=_blank, hand=_blank, choice=choice, closeup=closeup)


def _blank(*_: object) -> Canvas:
    return _BLANK


_BLANK: Final = Canvas(8, 8, GROUND)


def forget() -> None:
    """Keep nothing of what was drawn of any game."""
    PIECES.forget()


WORDLESS: Final = frozenset(
    f"render.{name}"
    for name in (
        *("canvas", "fonts", "shapes", "allocator.art", "arms_dealer.sprites", "tnb.art"),
        *("circuitry.outlines", "circuitry.spots"),
    )
)
"""Modules whose pieces say nothing, or are what lines are written with."""


@contextmanager
def set_aside(but: Container[str] = ()) -> Iterator[None]:
    """Keep nothing of what was drawn before; afterwards that is kept again, and nothing that was drawn meanwhile.

    but: the modules whose pieces are kept all the time.
    """
    drawers = [*PIECES._drawers]
    kept = [drawer for drawer in drawers if drawer.draw.__module__ in but]
    before = [(drawer.recent, drawer.earlier) for drawer in drawers], PIECES._recent, PIECES._earlier
    _forget_all_but(kept)
    yield
    _forget_all_but(kept)
    pieces, PIECES._recent, PIECES._earlier = before
    for drawer, found in zip(drawers, pieces, strict=True):
        if drawer not in kept:
            drawer.recent, drawer.earlier = found
            drawer.lookup.cache_clear()


def _forget_all_but(kept: Sequence[_Drawer[Any]]) -> None:
    pieces = [drawer.earlier | drawer.recent for drawer in kept]
    forget()
    for drawer, found in zip(kept, pieces, strict=True):
        drawer.recent = found
