"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

from collections.abc import Sequence

from rules.circuitry.actions import (
    JOIN,
    Charge,
    Choose,
    Deliver,
    Discard,
    Done,
    Free,
    LetBe,
    Move,
    Place,
    Take,
    TurnOver,
)
from rules.circuitry.legal import GOLD, TWO_GOLD
from rules.circuitry.view import CircuitryView
from rules.core.notation import Action

_FIRST_ROUNDS = 5
"""The number of rounds in which a beginner keeps to simple plans."""
_STEPS = 2
"""The number of cards that a beginner plays in a turn of these rounds, such as for two steps."""
_FIRST_CHARGE = 4
"""The round from which a beginner thinks of a charge."""
_SIMPLE = (Choose, Deliver, Discard, Done, Free, LetBe, Place, TurnOver)
"""The actions of simple plans, beside taking gold, steps and charges: lay cards, deliver, end one's own Inhibit."""


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


def plain(view: CircuitryView) -> Sequence[Action]:
    """Return the options that a beginner thinks of (`Game.plain`): in the first rounds a few steps in a turn, and no
    card that changes the board or affects other pawns. A beginner who is not asked then thinks of nothing.
    """
    if view.turn > _FIRST_ROUNDS:
        return view.options

    def is_plain(action: Action) -> bool:
        match action:
            case Take(pile):
                return pile in {GOLD, TWO_GOLD}
            case Move():
                return view.played + 1 + action.cards.count(JOIN) <= _STEPS
            case Charge():
                return view.turn >= _FIRST_CHARGE
            case _:
                return isinstance(action, _SIMPLE)

    options = [action for action in view.options if is_plain(action)]
    return options if options or view.seat not in view.waiting else view.options
