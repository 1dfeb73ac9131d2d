"""Tables of T&B to draw, and all that can be drawn of them."""

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
"""Who plays, and the option overdrive."""


def tables(
    game: Tnb, seed: int, stride: int = 1, player: str = "greedy", overdrive: str = "new_cards"
) -> Iterator[TnbState]:
    """A match after every so many decisions and at its end."""
    setup = Setup(game=game, players=(player,) * 2, options={"overdrive": overdrive}, decks=())
    for g in walk(setup, seed, stride):
        assert isinstance(g, TnbState)
        yield g


def views(
    game: Tnb, seed: int, stride: int = 1, player: str = "greedy", overdrive: str = "new_cards"
) -> Iterator[TnbView]:
    """The same as a spectator and both players see it."""
    for g in tables(game, seed, stride, player, overdrive):
        for seat in (None, 0, 1):
            yield game.view(g, seat)


def prefixes(view: TnbView) -> list[tuple[str, ...]]:
    """The verbs and cards that begin the view's options."""
    return sorted({said[:2] for said in map(words, view.options) if len(said) == 3})


def pictures(game: Tnb, view: TnbView, names: Sequence[str] = PLAYERS) -> list[Picture]:
    """All that this viewer can be shown."""
    drawn = [table_picture(game, view, names)]
    if view.seat is not None:
        drawn.append(hand_picture(game, view, names))
    return [*drawn, *filter(None, (choice_picture(game, view, said, names) for said in prefixes(view)))]


def texts(game: Tnb, view: TnbView) -> list[str]:
    """All that this viewer can read."""
    written = [table_text(game, view, PLAYERS)]
    if view.seat is not None:
        written.append(hand_text(game, view, PLAYERS))
    return [*written, *(choice_text(game, view, said, PLAYERS) for said in prefixes(view))]


def draw(game: Tnb, view: TnbView, names: Sequence[str] = PLAYERS) -> None:
    """What is drawn for this viewer, without packing it: what everybody sees alike for the spectator alone."""
    (RENDERER.table if view.seat is None else RENDERER.hand)(game, view, names)
    for said in prefixes(view):
        assert choice_canvas(game, view, said, names) is not None
