"""The levels of computer players, and their choices."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from time import monotonic
from typing import Final

from bot.computer.quick_player import forgetful_choice
from bot.computer.search import Effort, Search, Trial
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View
from rules.core.rng import below, split
from rules.core.scripts import Script


class Level(StrEnum):
    """A computer player's strength."""

    NOVICE = "novice"
    """The quick player, except that it keeps to a beginner's options (`Game.plain`), and overlooks some of them."""
    REGULAR = "regular"
    """The game's quick player."""
    EXPERT = "expert"
    """A player that searches ahead."""


SCRIPT: Final = "script:"
"""Begins the level of a computer that follows a script of its game (`Game.scripts`): “script:no-attack”."""


def script_of(game: Game, level: str) -> Script | None:
    """Return the script of a scripted level; None for a level of strength, and for a script that the game lacks."""
    return game.scripts.get(level.removeprefix(SCRIPT)) if level.startswith(SCRIPT) else None


EFFORT: Final = Effort(rollouts=192, candidates=8)
"""The expert's maximum effort."""
DECISION_TIMEOUT: Final = 5.0
"""Seconds after which the expert has to decide in a match with people."""
_FORGOTTEN: Final = 3
"""A novice overlooks each option with a chance of 1 in this many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A computer player's choice, and the reasons for it."""

    action: Action | None
    """The action; None if the seat has nothing to decide and does not react."""
    trials: tuple[Trial, ...] = ()
    """The expert's trials with their results, beginning with that of its choice; () if there was nothing to search."""
    rollouts: int = 0
    aborted: bool = False
    """Whether time ran out, so that the same seed may give another choice. Callers should log that."""


def choose(game: Game, view: View, seed: int, level: str, patience: float = inf) -> Choice:
    """Return the choice of a computer player for the seat of this view, which has to decide or may react.

    The same view and seed give the same choice on any machine, unless time runs out. level: a `Level`, or that of a
    script; a script that the game has no more plays like the quick player. patience: the seconds for a search.
    """
    assert view.seat is not None
    script = script_of(game, level)
    if view.seat not in view.waiting:
        if script is not None:
            return Choice(action=script.react(game, view, seed))
        reaction = game.react(view, seed)
        unseen = level == Level.NOVICE and (reaction not in game.plain(view) or below(split(seed, 1), 2)[1])
        return Choice(action=None if unseen else reaction)
    if len(view.options) == 1:
        return Choice(action=view.options[0])
    if script is not None:
        return Choice(action=script.decide(game, view, seed))
    match level:
        case Level.NOVICE:
            return Choice(action=forgetful_choice(game, view, _FORGOTTEN, seed))
        case Level.EXPERT:
            result = Search(game, view, seed, _until(patience)).best(effort(game))
            return Choice(action=result.action, trials=result.trials, rollouts=result.rollouts, aborted=result.aborted)
        case _:
            return Choice(action=game.greedy(view, seed))


def is_quick(view: View, level: str) -> bool:
    """Return whether `choose` takes only milliseconds, since it need not search."""
    return level != Level.EXPERT or view.seat not in view.waiting or len(view.options) == 1


def effort(game: Game) -> Effort:
    """Return the expert's effort. It is halved if the game searches sequences of actions (`Game.plan`), since that
    takes as long as many rollouts.
    """
    return replace(EFFORT, rollouts=EFFORT.rollouts // 2) if game.plan else EFFORT


def _until(patience: float) -> Callable[[], bool]:
    end = monotonic() + patience
    return lambda: monotonic() > end
