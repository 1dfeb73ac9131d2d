"""Computer players by how well they play: what one of them does in a seat."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from time import monotonic
from typing import Final

from bot.computer.quick import forgetting
from bot.computer.search import Effort, Search, Trial
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View
from rules.core.rng import below, split


class Level(StrEnum):
    """How well a computer player plays."""

    NOVICE = "novice"
    """The quick player with blunders: it forgets what it could do."""
    REGULAR = "regular"
    """The game's quick player."""
    EXPERT = "expert"
    """Thinks ahead."""


EFFORT: Final = Effort(playouts=192, candidates=8)
"""Of the expert, at most."""
PATIENCE: Final = 5.0
"""Seconds after which the expert is to be stopped at a table where people wait."""
_FORGOTTEN: Final = 3
"""A novice does not think of one thing in so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a computer player does, and why."""

    action: Action | None
    """None: a seat that is not asked lets its chance to interrupt pass."""
    trials: tuple[Trial, ...] = ()
    """What the expert tried, its choice first, and what came of it; () if there was nothing to think about."""
    playouts: int = 0
    aborted: bool = False
    """Whether time ran out, so that the same seed may give another choice: whoever asks should log it."""


def choose(game: Game, view: View, seed: int, level: Level, patience: float = inf) -> Choice:
    """What a computer player does in the seat of this view, which is asked or may interrupt.

    The same view and seed give the same choice on any machine, unless the patience, in seconds, is at an end before.
    """
    assert view.seat is not None
    if view.seat not in view.waiting:
        unseen = level is Level.NOVICE and below(split(seed, 1), 2)[1]
        return Choice(action=None if unseen else game.interrupt(view, seed))
    if len(view.options) == 1:
        return Choice(action=view.options[0])
    match level:
        case Level.NOVICE:
            return Choice(action=forgetting(game, view, _FORGOTTEN, seed))
        case Level.REGULAR:
            return Choice(action=game.greedy(view, seed))
        case Level.EXPERT:
            found = Search(game, view, seed, _until(patience)).best(effort(game))
            return Choice(action=found.action, trials=found.trials, playouts=found.playouts, aborted=found.aborted)


def effort(game: Game) -> Effort:
    """How much the expert looks at: half as much where it thinks several actions of a turn through in a row, since that
    takes as long as many playouts.
    """
    return replace(EFFORT, playouts=EFFORT.playouts // 2) if game.plan else EFFORT


def _until(patience: float) -> Callable[[], bool]:
    end = monotonic() + patience
    return lambda: monotonic() > end
