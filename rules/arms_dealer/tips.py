"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

from collections.abc import Sequence

from rules.arms_dealer.actions import Raise, Ready
from rules.arms_dealer.cards import UNIT
from rules.arms_dealer.view import ArmsDealerView
from rules.core.notation import Action

_SHARE = 4
"""A beginner raises by at most one coin in this many."""


def tip(view: ArmsDealerView) -> str:
    """Return a sentence about the first battle, up to its first skirmish; "" later."""
    if view.turn > 1 or view.fought:
        return ""
    match view.phase:
        case "Formation":
            return (
                "Ships fight one against one in this order, and three wins take the pot. For now, any order is a guess."
            )
        case "Shopping" if not view.hand:
            return "A look costs 1,000 and keeping an item 2,000. Leave at least 3,000 for your bet."
        case "Answering":
            return "No ship is seen yet: a raise may be a bluff. Forfeiting costs a ship; matching may cost the coins."
        case "Opening" if not view.raised:
            return "You have seen no ship of the other player: ready up unless you want to bluff."
        case "Equipping":
            return "The higher power wins. An item is spent for this fight alone, and what you keep stays for later."
    return ""


def advised(view: ArmsDealerView) -> Sequence[Action]:
    """Return the options that follow the tip; all options if there is none."""
    if not tip(view) or view.phase != "Opening":
        return view.options
    return [action for action in view.options if isinstance(action, Ready)] or view.options


def plain(view: ArmsDealerView) -> Sequence[Action]:
    """Return the options that a beginner thinks of (`Game.plain`): no raise that asks for more than a quarter of what
    either player has left, except for the lowest one.
    """
    most = max(min(side.coins for side in view.sides) // _SHARE, UNIT)
    return [action for action in view.options if not isinstance(action, Raise) or action.coins <= most] or view.options
