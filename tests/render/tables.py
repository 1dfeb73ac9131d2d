"""Positions to draw, and helpers to draw them."""

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
from rules.core.options import RuleSet
from tests.laws.matches import walk

NAMES = ("Alice", "Bob the Builder", "Chloe", "Dan", "Eve", "Frank")


def views(game: Game, seed: int, stride: int, player: str = "greedy", rules: RuleSet = RuleSet.HOUSE) -> Iterator[Any]:
    """Yield a match as a spectator and each of its fewest seats see it, after every `stride` decisions and at its end.

    Greedy players use these rules; others use the last value of every option that allows so few players.
    """
    seats = game.seats[0]
    last = {option.name: option.values[-1] for option in game.options} if player != "greedy" else {}
    options = game.by_rules(rules) if player == "greedy" or seats not in game.playable(last) else last
    setup = Setup(game=game, players=(player,) * seats, options=options, decks=tuple(sorted(game.decks))[:seats])
    for g in walk(setup, seed, stride):
        for seat in (None, *range(seats)):
            yield game.view(g, seat)


def holding(view: AllocatorView, hand: tuple[AllocatorCard, ...]) -> AllocatorView:
    """Return the view of a seat with a different hand."""
    assert view.seat is not None
    sides = tuple(replace(side, hand=len(hand)) if side.seat == view.seat else side for side in view.sides)
    return replace(view, hand=hand, sides=(sides[0], sides[1]))


def cut_off(drawn_lines: dict[str, bool]) -> set[str]:
    """Return the lines that were cut off (see the fixture `drawn_lines`)."""
    return {text for text, whole in drawn_lines.items() if not whole}


def choice_canvas(game: Game, view: Any, prefix: Sequence[str], names: Names) -> Canvas | None:
    """Draw the continuations of these words; None if they have no picture."""
    choice = renderer(game.key).choice
    preview = choice.previews(view, prefix) if choice else None
    return choice.draw(game, view, preview, names) if choice and preview is not None else None


def choice_text(game: Game, view: Any, prefix: Sequence[str], names: Names) -> str:
    """Return the text of the continuations of these words; "" if they have no picture."""
    choice = renderer(game.key).choice
    preview = choice.previews(view, prefix) if choice else None
    return "\n".join(choice.lines(game, view, preview, names)) if choice and preview is not None else ""


@contextmanager
def blank_pictures() -> Iterator[None]:
    """Make all pictures empty; their texts are written as usual."""
    with patch.object(picture, "renderer", _blank_renderer), patch.object(picture, "png", lambda _: b""):
        yield


def _blank_renderer(key: str) -> Renderer:
    original = renderer(key)
    choice = None if original.choice is None else replace(original.choice, draw=_blank)
    closeup = None if original.closeup is None else replace(original.closeup, draw=_blank)
    return replace(original, table=_blank, hand=_blank, choice=choice, closeup=closeup)


def _blank(*_: object) -> Canvas:
    return _BLANK


_BLANK: Final = Canvas(8, 8, GROUND)


def clear_cache() -> None:
    """Empty the cache of all games."""
    PIECES.clear()


WORDLESS: Final = frozenset(
    f"render.{name}"
    for name in (
        *("canvas", "fonts", "shapes", "allocator.art", "arms_dealer.sprites", "tnb.art"),
        *("circuitry.outlines", "circuitry.spots"),
    )
)
"""Modules whose pieces contain no text, or with which lines themselves are drawn."""


@contextmanager
def empty_cache(but: Container[str] = ()) -> Iterator[None]:
    """Empty the cache; afterwards restore it, without the pieces that were drawn meanwhile.

    but: modules whose pieces stay cached.
    """
    drawers = [*PIECES._drawers]
    untouched = [drawer for drawer in drawers if drawer.draw.__module__ in but]
    before = [(drawer.recent, drawer.earlier) for drawer in drawers], PIECES._recent, PIECES._earlier
    _forget_all_but(untouched)
    yield
    _forget_all_but(untouched)
    pieces, PIECES._recent, PIECES._earlier = before
    for drawer, entry in zip(drawers, pieces, strict=True):
        if drawer not in untouched:
            drawer.recent, drawer.earlier = entry
            drawer.lookup.cache_clear()


def _forget_all_but(untouched: Sequence[_Drawer[Any]]) -> None:
    pieces = [drawer.earlier | drawer.recent for drawer in untouched]
    clear_cache()
    for drawer, entries in zip(untouched, pieces, strict=True):
        drawer.recent = entries
