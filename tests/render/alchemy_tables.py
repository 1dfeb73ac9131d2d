"""Tables of Alchemy to draw, and all that can be drawn of them."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.lab.autoplay import Setup
from render.alchemy import RENDERER
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
from rules.alchemy.state import AlchemyState
from rules.alchemy.view import AlchemyView
from rules.core.notation import words
from tests.laws.matches import walk
from tests.render.tables import choice_canvas, choice_text
from tests.rules.alchemy.tables import GAME

PLAYERS: Final = ("Alice", "Bob the Builder")
KINDS: Final = (("greedy", "tally"), ("greedy", "on"), ("random", "tally"), ("random", "off"))
"""Who plays, and the option damage_scoring."""
DRAWN: Final = frozenset({"attack", "defend", "choose"})
"""The verbs whose choices are drawn."""


def tables(seed: int, stride: int = 1, player: str = "greedy", scoring: str = "tally") -> Iterator[AlchemyState]:
    """A match after every so many decisions and at its end."""
    setup = Setup(game=GAME, players=(player,) * 2, options={"damage_scoring": scoring}, decks=())
    for g in walk(setup, seed, stride):
        assert isinstance(g, AlchemyState)
        yield g


def views(seed: int, stride: int = 1, player: str = "greedy", scoring: str = "tally") -> Iterator[AlchemyView]:
    """The same as a spectator and both players see it."""
    for g in tables(seed, stride, player, scoring):
        for seat in (None, 0, 1):
            yield GAME.view(g, seat)


def prefixes(view: AlchemyView) -> list[tuple[str, ...]]:
    """The verbs that begin the view's options and have something to choose."""
    return sorted({said[:1] for said in map(words, view.options) if len(said) > 1})


def parts(view: AlchemyView) -> list[str]:
    """What can be looked at closer, but for the table of the elements, which is always the same."""
    return [word for word, _ in closeups(GAME, view) if word != "elements"]


def pictures(view: AlchemyView, names: Sequence[str] = PLAYERS) -> list[Picture]:
    """All that this viewer can be shown."""
    drawn = [table_picture(GAME, view, names)]
    if view.seat is not None:
        drawn.append(hand_picture(GAME, view, names))
    drawn += [closeup_picture(GAME, view, word, names) for word in parts(view)]
    return [*drawn, *filter(None, (choice_picture(GAME, view, said, names) for said in prefixes(view)))]


def texts(view: AlchemyView, names: Sequence[str] = PLAYERS) -> list[str]:
    """All that this viewer can read."""
    written = [table_text(GAME, view, names)]
    if view.seat is not None:
        written.append(hand_text(GAME, view, names))
    written += [closeup_text(GAME, view, word, names) for word in parts(view)]
    return [*written, *(choice_text(GAME, view, said, names) for said in prefixes(view))]


def draw(view: AlchemyView, names: Sequence[str] = PLAYERS) -> None:
    """What is drawn for this viewer, without packing it: what everybody sees alike for the spectator alone."""
    (RENDERER.table if view.seat is None else RENDERER.hand)(GAME, view, names)
    for said in prefixes(view):
        assert (choice_canvas(GAME, view, said, names) is not None) == (said[0] in DRAWN)
    assert RENDERER.closeup is not None
    for word in parts(view) if view.seat is None else ():
        RENDERER.closeup.draw(GAME, view, word, names)
