"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

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
