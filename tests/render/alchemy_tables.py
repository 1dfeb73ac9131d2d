"""Positions of Alchemy, and everything that can be drawn of them."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.lab.autoplay import Setup
from render.alchemy import RENDERER
from render.picture import (
    WHOLE,
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
"""The players, and the option damage_scoring."""
DRAWN: Final = frozenset({"attack", "defend", "choose"})
"""The verbs whose choices are drawn."""


def tables(seed: int, stride: int = 1, player: str = "greedy", scoring: str = "tally") -> Iterator[AlchemyState]:
    """Yield a match after every `stride` decisions and at its end."""
    setup = Setup(game=GAME, players=(player,) * 2, options={"damage_scoring": scoring}, decks=())
    for g in walk(setup, seed, stride):
        assert isinstance(g, AlchemyState)
        yield g


def views(seed: int, stride: int = 1, player: str = "greedy", scoring: str = "tally") -> Iterator[AlchemyView]:
    """Yield the views of a spectator and both players."""
    for g in tables(seed, stride, player, scoring):
        for seat in (None, 0, 1):
            yield GAME.view(g, seat)


def prefixes(view: AlchemyView) -> list[tuple[str, ...]]:
    """Return the verbs that begin the view's options and offer a choice."""
    return sorted({prefix[:1] for prefix in map(words, view.options) if len(prefix) > 1})


def parts(view: AlchemyView) -> list[str]:
    """Return the parts with a close-up, except the whole table, and the table of the elements, which never changes."""
    return [word for word, _ in closeups(GAME, view) if word not in {WHOLE, "elements"}]


def pictures(view: AlchemyView, names: Sequence[str] = PLAYERS) -> list[Picture]:
    """Draw every picture that this viewer can see."""
    so_far = [table_picture(GAME, view, names)]
    if view.seat is not None:
        so_far.append(hand_picture(GAME, view, names))
    so_far += [closeup_picture(GAME, view, word, names) for word in parts(view)]
    return [*so_far, *filter(None, (choice_picture(GAME, view, prefix, names) for prefix in prefixes(view)))]


def texts(view: AlchemyView, names: Sequence[str] = PLAYERS) -> list[str]:
    """Return every text that this viewer can read."""
    texts_so_far = [table_text(GAME, view, names)]
    if view.seat is not None:
        texts_so_far.append(hand_text(GAME, view, names))
    texts_so_far += [closeup_text(GAME, view, word, names) for word in parts(view)]
    return [*texts_so_far, *(choice_text(GAME, view, prefix, names) for prefix in prefixes(view))]


def draw(view: AlchemyView, names: Sequence[str] = PLAYERS) -> None:
    """Draw everything for this viewer without encoding it; public pictures for the spectator alone."""
    (RENDERER.table if view.seat is None else RENDERER.hand)(GAME, view, names)
    for prefix in prefixes(view):
        assert (choice_canvas(GAME, view, prefix, names) is not None) == (prefix[0] in DRAWN)
    assert RENDERER.closeup is not None
    for word in parts(view) if view.seat is None else ():
        RENDERER.closeup.draw(GAME, view, word, names)
