"""Scripts: simple players that follow one plan, to measure what a plan, or doing without something, is worth."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from rules.core.notation import Action
from rules.core.play import OwnView

OwnGame: TypeAlias = Any
"""The game whose scripts they are (`rules.core.game.Game`): each game's own functions name its class."""

Decide: TypeAlias = Callable[[OwnGame, OwnView, int], Action]
"""One of the view's options, by a seat that is asked, with the state of a generator to draw from."""
Interrupt: TypeAlias = Callable[[OwnGame, OwnView, int], Action | None]
"""One of the view's options, by a seat that is not asked; None: it lets the chance pass."""


def greedy_choice(game: OwnGame, view: OwnView, random: int) -> Action:
    """What the game's quick player would do (`Game.greedy`)."""
    action: Action = game.greedy(view, random)
    return action


def greedy_interrupt(game: OwnGame, view: OwnView, random: int) -> Action | None:
    """What the game's quick player would interrupt with (`Game.interrupt`)."""
    action: Action | None = game.interrupt(view, random)
    return action


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A player that follows one plan, and what a good game makes of it."""

    summary: str
    """The plan, in one line that goes on after the script's name: "attacks with everything and never develops"."""
    decide: Decide = greedy_choice
    interrupt: Interrupt = greedy_interrupt
    least: int = 0
    """Per cent of its matches against one quick player that it should win at least, draws counted as half a win..."""
    most: int = 100
    """... and at most. Against several, bounds of the same strength follow from these."""


def without(unwanted: Callable[[OwnView, Action], bool]) -> Decide:
    """The quick player without some of its actions: it sees them only where there is nothing else to do."""

    def decide(game: OwnGame, view: OwnView, random: int) -> Action:
        rest = tuple(action for action in view.options if not unwanted(view, action))
        return greedy_choice(game, replace(view, options=rest) if rest else view, random)

    return decide


def without_verbs(*verbs: str) -> Decide:
    """The quick player without the actions of these verbs (`without`)."""
    return without(lambda _view, action: action.verb in verbs)
