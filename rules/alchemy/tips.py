"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

from rules.alchemy.view import AlchemyView

_FIRST_ROUND = 2
"""The number of turns in the first round: one for each player."""


def tip(view: AlchemyView) -> str:
    """Return a sentence about the first turn of each player; "" later."""
    if view.turn > _FIRST_ROUND:
        return ""
    match view.phase:
        case "Turn" if view.battle is None:
            return "Keep 1 AP to attack with your strongest single element: each battle that you win scores a point."
        case "Defending":
            return "Defending is free. An element that beats the attack counts double, and one that loses to it half."
        case "AttackingBack":
            return "An attack back is free: use it unless you need the card to defend."
    return ""
