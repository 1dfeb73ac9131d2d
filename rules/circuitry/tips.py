"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

from collections.abc import Sequence

from rules.circuitry.actions import Place, Take
from rules.circuitry.legal import TWO_GOLD
from rules.circuitry.view import CircuitryView
from rules.core.notation import Action


def tip(view: CircuitryView) -> str:
    """Return a sentence about the first round; "" later."""
    if view.turn > 1 or view.seat is None:
        return ""
    match view.phase:
        case "Taking" if view.left > 1:
            return "Take two gold: each step costs a gold card. Green cards change the board, and can wait."
        case "Turn" if not view.laid and not view.played and view.variant.passed:
            return "The charge point that you lay is another player's: lay it where many steps lead to it."
        case "Turn" if not view.laid and not view.played:
            return "Lay the card with your charge point where few steps lead to it, then walk there."
    return ""


def advised(view: CircuitryView) -> Sequence[Action]:
    """Return the options that follow the tip; all options if there is none."""
    if not tip(view):
        return view.options
    if view.phase == "Taking":
        return [action for action in view.options if action == Take(TWO_GOLD)] or view.options
    return [action for action in view.options if isinstance(action, Place)] or view.options
