"""Positions of T&B, and everything that can be drawn of them."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.lab.autoplay import Setup
from render.picture import Picture, choice_picture, hand_picture, hand_text, table_picture, table_text
from render.tnb import RENDERER
from rules.core.notation import words
from rules.tnb.game import Tnb
from rules.tnb.state import TnbState
from rules.tnb.view import TnbView
from tests.laws.matches import walk
from tests.render.tables import choice_canvas, choice_text

PLAYERS: Final = ("Alice", "Bob the Builder")
KINDS: Final = (("greedy", "new_cards"), ("greedy", "on"), ("random", "off"), ("random", "on"))
"""The players, and the option overdrive."""


def tables(
    game: Tnb, seed: int, stride: int = 1, player: str = "greedy", overdrive: str = "new_cards"
) -> Iterator[TnbState]:
    """Yield a match after every `stride` decisions and at its end."""
    setup = Setup(game=game, players=(player,) * 2, options={"overdrive": overdrive}, decks=())
    for g in walk(setup, seed, stride):
        assert isinstance(g, TnbState)
        yield g


def views(
    game: Tnb, seed: int, stride: int = 1, player: str = "greedy", overdrive: str = "new_cards"
) -> Iterator[TnbView]:
    """Yield the views of a spectator and both players."""
    for g in tables(game, seed, stride, player, overdrive):
        for seat in (None, 0, 1):
            yield game.view(g, seat)


def prefixes(view: TnbView) -> list[tuple[str, ...]]:
    """Return the verbs and cards that begin the view's options."""
    return sorted({prefix[:2] for prefix in map(words, view.options) if len(prefix) == 3})


def pictures(game: Tnb, view: TnbView, names: Sequence[str] = PLAYERS) -> list[Picture]:
    """Draw every picture that this viewer can see."""
    so_far = [table_picture(game, view, names)]
    if view.seat is not None:
        so_far.append(hand_picture(game, view, names))
    return [*so_far, *filter(None, (choice_picture(game, view, prefix, names) for prefix in prefixes(view)))]


def texts(game: Tnb, view: TnbView) -> list[str]:
    """Return every text that this viewer can read."""
    texts_so_far = [table_text(game, view, PLAYERS)]
    if view.seat is not None:
        texts_so_far.append(hand_text(game, view, PLAYERS))
    return [*texts_so_far, *(choice_text(game, view, prefix, PLAYERS) for prefix in prefixes(view))]


def draw(game: Tnb, view: TnbView, names: Sequence[str] = PLAYERS) -> None:
    """Draw everything for this viewer without encoding it; public pictures for the spectator alone."""
    (RENDERER.table if view.seat is None else RENDERER.hand)(game, view, names)
    for prefix in prefixes(view):
        assert choice_canvas(game, view, prefix, names) is not None
