"""Tables of Arms Dealer to draw, and all that can be drawn of them."""

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
"""Who plays, and the option fleet."""


def tables(seed: int, stride: int = 1, player: str = "greedy", fleet: str = "25") -> Iterator[ArmsDealerState]:
    """A match after every so many decisions and at its end."""
    setup = Setup(game=GAME, players=(player,) * 2, options={"fleet": fleet}, decks=())
    for g in walk(setup, seed, stride):
        assert isinstance(g, ArmsDealerState)
        yield g


def views(seed: int, stride: int = 1, player: str = "greedy", fleet: str = "25") -> Iterator[ArmsDealerView]:
    """The same as a spectator and both players see it."""
    for g in tables(seed, stride, player, fleet):
        for seat in (None, 0, 1):
            yield GAME.view(g, seat)


def prefixes(view: ArmsDealerView) -> list[tuple[str, ...]]:
    """All words that begin the view's options, whole ones among them; of formations, those that begin a few."""
    spelled = [words(action) for action in view.options]
    some = spelled if view.phase != "Formation" else spelled[:: max(len(spelled) // 3, 1)]
    return sorted({said[:count] for said in some for count in range(1, len(said) + 1)})


def pictures(view: ArmsDealerView, names: Sequence[str] = PLAYERS) -> list[Picture]:
    """All that this viewer can be shown."""
    drawn = [table_picture(GAME, view, names)]
    if view.seat is not None:
        drawn.append(hand_picture(GAME, view, names))
    drawn += [closeup_picture(GAME, view, word, names) for word, _ in closeups(GAME, view)]
    return [*drawn, *filter(None, (choice_picture(GAME, view, said, names) for said in prefixes(view)))]


def texts(view: ArmsDealerView) -> list[str]:
    """All that this viewer can read."""
    written = [table_text(GAME, view, PLAYERS)]
    if view.seat is not None:
        written.append(hand_text(GAME, view, PLAYERS))
    written += [closeup_text(GAME, view, word, PLAYERS) for word, _ in closeups(GAME, view)]
    return [*written, *(choice_text(GAME, view, said, PLAYERS) for said in prefixes(view))]


def draw(view: ArmsDealerView, names: Sequence[str] = PLAYERS) -> None:
    """What is drawn for this viewer, without packing it: what everybody sees alike for the spectator alone."""
    (RENDERER.table if view.seat is None else RENDERER.hand)(GAME, view, names)
    assert RENDERER.closeup is not None
    for word, _ in closeups(GAME, view) if view.seat is None else ():
        RENDERER.closeup.draw(GAME, view, word, names)
    for said in prefixes(view):
        choice_canvas(GAME, view, said, names)
