"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

from rules.circuitry.view import CircuitryView


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
