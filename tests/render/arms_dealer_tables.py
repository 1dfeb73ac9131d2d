"""Positions of Arms Dealer, and everything that can be drawn of them."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.lab.autoplay import Setup
from render.arms_dealer import RENDERER
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
from rules.arms_dealer.state import ArmsDealerState
from rules.arms_dealer.view import ArmsDealerView
from rules.core.notation import words
from tests.laws.matches import walk
from tests.render.tables import choice_canvas, choice_text
from tests.rules.arms_dealer.tables import GAME

PLAYERS: Final = ("Alice", "Bob the Builder")
KINDS: Final = (("greedy", "25"), ("greedy", "15"), ("random", "25"), ("random", "15"))
"""The players, and the option fleet."""


def tables(seed: int, stride: int = 1, player: str = "greedy", fleet: str = "25") -> Iterator[ArmsDealerState]:
    """Yield a match after every `stride` decisions and at its end."""
    setup = Setup(game=GAME, players=(player,) * 2, options={"fleet": fleet}, decks=())
    for g in walk(setup, seed, stride):
        assert isinstance(g, ArmsDealerState)
        yield g


def views(seed: int, stride: int = 1, player: str = "greedy", fleet: str = "25") -> Iterator[ArmsDealerView]:
    """Yield the views of a spectator and both players."""
    for g in tables(seed, stride, player, fleet):
        for seat in (None, 0, 1):
            yield GAME.view(g, seat)


def prefixes(view: ArmsDealerView) -> list[tuple[str, ...]]:
    """Return all beginnings of the view's options, complete ones included; for formations, of a few options only."""
    spelled = [words(action) for action in view.options]
    some = spelled if view.phase != "Formation" else spelled[:: max(len(spelled) // 3, 1)]
    return sorted({prefix[:count] for prefix in some for count in range(1, len(prefix) + 1)})


def pictures(view: ArmsDealerView, names: Sequence[str] = PLAYERS) -> list[Picture]:
    """Draw every picture that this viewer can see."""
    so_far = [table_picture(GAME, view, names)]
    if view.seat is not None:
        so_far.append(hand_picture(GAME, view, names))
    so_far += [closeup_picture(GAME, view, word, names) for word, _ in closeups(GAME, view)]
    return [*so_far, *filter(None, (choice_picture(GAME, view, prefix, names) for prefix in prefixes(view)))]


def texts(view: ArmsDealerView) -> list[str]:
    """Return every text that this viewer can read."""
    texts_so_far = [table_text(GAME, view, PLAYERS)]
    if view.seat is not None:
        texts_so_far.append(hand_text(GAME, view, PLAYERS))
    texts_so_far += [closeup_text(GAME, view, word, PLAYERS) for word, _ in closeups(GAME, view)]
    return [*texts_so_far, *(choice_text(GAME, view, prefix, PLAYERS) for prefix in prefixes(view))]


def draw(view: ArmsDealerView, names: Sequence[str] = PLAYERS) -> None:
    """Draw everything for this viewer without encoding it; public pictures for the spectator alone."""
    (RENDERER.table if view.seat is None else RENDERER.hand)(GAME, view, names)
    assert RENDERER.closeup is not None
    for word, _ in closeups(GAME, view)[1:] if view.seat is None else ():  # the first is the whole table
        RENDERER.closeup.draw(GAME, view, word, names)
    for prefix in prefixes(view):
        choice_canvas(GAME, view, prefix, names)
