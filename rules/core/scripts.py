"""Scripts: simple bots that each follow one strategy. They measure how strong a strategy is, or how much an action is
worth, by never taking it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from rules.core.notation import Action
from rules.core.play import OwnView

OwnGame: TypeAlias = Any
"""The type of a script's own game (`rules.core.game.Game`). Each game's own functions name its class instead."""

Decide: TypeAlias = Callable[[OwnGame, OwnView, int], Action]
"""Chooses one of the view's options for a seat that is asked; draws from the generator state."""
React: TypeAlias = Callable[[OwnGame, OwnView, int], Action | None]
"""Chooses one of the view's options for a seat that is not asked, or returns None to do nothing."""


def greedy_choice(game: OwnGame, view: OwnView, random: int) -> Action:
    """Return the choice of the game's quick player (`Game.greedy`)."""
    action: Action = game.greedy(view, random)
    return action


def greedy_reaction(game: OwnGame, view: OwnView, random: int) -> Action | None:
    """Return the reaction of the game's quick player (`Game.react`)."""
    action: Action | None = game.react(view, random)
    return action


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A bot that follows one strategy, and how well the strategy should do in a good game."""

    summary: str
    """One line that continues a sentence after the script's name: “attacks with everything and never develops”."""
    decide: Decide = greedy_choice
    react: React = greedy_reaction
    least: int = 0
    """The minimum share of wins against one quick player, in per cent. A draw counts as half a win."""
    most: int = 100
    """The maximum share of wins. Against several quick players, `least` and `most` are converted to bounds of the same
    strength.
    """
    stalls: bool = False
    """Whether the bot plays for time, so that it shows how far a match can be dragged out."""


def without(unwanted: Callable[[OwnView, Action], bool]) -> Decide:
    """Return the quick player without its `unwanted` actions. It may choose one only if it has no other options."""

    def decide(game: OwnGame, view: OwnView, random: int) -> Action:
        wanted = tuple(action for action in view.options if not unwanted(view, action))
        return greedy_choice(game, replace(view, options=wanted) if wanted else view, random)

    return decide


def without_verbs(*verbs: str) -> Decide:
    """Return the quick player without actions that have one of these verbs (`without`)."""
    return without(lambda _view, action: action.verb in verbs)
