"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

from collections.abc import Mapping, Sequence

from rules.alchemy.actions import Attack, Defend, UseOpus
from rules.alchemy.attacks import Preparation
from rules.alchemy.cards import AlchemyCard, ElementCard
from rules.alchemy.view import AlchemyView
from rules.core.cards import CardId
from rules.core.notation import Action

_FIRST_ROUND = 2
"""The number of turns in the first round: one for each player."""
_FIRST_TURNS = 6
"""The number of turns in which a beginner keeps to simple plans."""


def tip(view: AlchemyView) -> str:
    """Return a sentence about the first turn of each player; "" later."""
    if view.turn > _FIRST_ROUND:
        return ""
    match view.phase:
        case "Turn" if view.battle is None:
            return "Keep 1 AP to attack with your strongest single element: each battle that you win scores a point."
        case "Defending" if view.battle is not None:
            return _counted(view.battle.preparation)
        case "AttackingBack":
            return "An attack back is free: use it unless you need the card to defend."
    return ""


def _counted(attack: Preparation) -> str:
    """Return how a defence counts against an attack that was prepared like this."""
    if attack.complex_only:
        return "This attack yields only to two elements that you combine."
    if attack.undoubled:
        return "An element that loses to the attack counts half."
    return "An element that beats the attack counts double, and one that loses to it half."


def advised(cards: Mapping[CardId, AlchemyCard], view: AlchemyView) -> Sequence[Action]:
    """Return the options that follow the tip; all options if there is none, but never the Magnum Opus: it can be used
    once in a match.
    """
    kept = [action for action in view.options if not isinstance(action, UseOpus)] or view.options
    if not tip(view):
        return kept
    if view.phase == "Turn":
        strengths = {action: _strength(cards, action) for action in kept if isinstance(action, Attack)}
        best = max(strengths.values(), default=0)
        return [action for action, strength in strengths.items() if 0 < strength == best] or kept
    answers = Defend if view.phase == "Defending" else Attack
    return [action for action in kept if isinstance(action, answers)] or kept


def _strength(cards: Mapping[CardId, AlchemyCard], attack: Attack) -> int:
    """Return the printed magnitude of an attack with a single element; 0 for a complex one."""
    card = cards.get(CardId(attack.element))
    return card.magnitude if isinstance(card, ElementCard) else 0


def plain(view: AlchemyView) -> Sequence[Action]:
    """Return the options that a beginner thinks of (`Game.plain`). In the first turns these are simple elements and
    simple plans: no complex attack and no Magnum Opus.
    """
    if view.turn > _FIRST_TURNS:
        return view.options
    options = [action for action in view.options if not (isinstance(action, UseOpus) or _is_complex(action))]
    return options or view.options


def _is_complex(action: Action) -> bool:
    return isinstance(action, Attack) and "+" in action.element
