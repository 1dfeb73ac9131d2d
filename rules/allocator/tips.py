"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

from collections.abc import Sequence

from rules.allocator.actions import Decline, Play
from rules.allocator.view import AllocatorView
from rules.core.notation import Action

_FIRST_ROUND = 2
"""Number of turns in the first round: one for each player."""


def tip(view: AllocatorView) -> str:
    """Return a sentence about the first turn of each player; "" later."""
    if view.turn > _FIRST_ROUND or view.seat is None:
        return ""
    match view.phase:
        case "Develop":
            return "Your Development holds no cards yet, so a boost buys nothing: keep your cards and draw."
        case "Manage" if not any(system.cards for system in view.sides[view.seat].systems):
            return (
                "Build in all three systems: Attack hits, Defense protects, and Development draws cards. "
                f"Together they may reach {view.maximum_power}, no more."
            )
        case "Duel" if view.duel is not None and not view.duel.attack and not view.duel.defense:
            if view.duel.defender == view.seat:
                return "Nobody has built anything, and even 0 hits a Defense of 0. You can take five hits: decline."
            return "Nobody has built anything, and your 0 already hits a Defense of 0: save your cards."
    return ""


def advised(view: AllocatorView) -> Sequence[Action]:
    """Return the options that follow the tip; all options if there is none."""
    if not tip(view):
        return view.options
    kinds = Play if view.phase == "Manage" else Decline
    return [action for action in view.options if isinstance(action, kinds)] or view.options
