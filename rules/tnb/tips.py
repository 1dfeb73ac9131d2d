"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

from collections.abc import Sequence

from rules.core.notation import Action
from rules.tnb.actions import Attack, Play
from rules.tnb.view import TnbView


def tip(view: TnbView) -> str:
    """Return a sentence about the first round; "" later."""
    if view.turn > 1 or view.seat is None:
        return ""
    match view.phase:
        case "Tactics" if not view.sides[view.seat].board:
            return "First play a card: drawing costs the same TP, and only cards on your board attack and block."
        case "CardActions" if not view.sides[view.seat].attacks:
            return "Aim at tiles without a card or a block: what gets through costs Life Points."
    return ""


def advised(view: TnbView) -> Sequence[Action]:
    """Return the options that follow the tip; all options if there is none."""
    if not tip(view):
        return view.options
    kinds = Play if view.phase == "Tactics" else Attack
    return [action for action in view.options if isinstance(action, kinds)] or view.options
