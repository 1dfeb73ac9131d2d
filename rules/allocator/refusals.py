"""Refusals of illegal actions: sentences to the player who tried one. They may speak of that player's own hand."""

from rules.allocator.actions import Boost, Discard, EndManaging, Move, Play
from rules.allocator.cards import System
from rules.allocator.state import Side
from rules.core.cards import printed_name
from rules.core.notation import Action
from rules.core.words import counted


def of_boosting(side: Side, system: System, action: Action, clause: str) -> str:
    """Return why a player who may boost this system cannot take this action. clause: the clause on this chance to
    boost.
    """
    if not isinstance(action, Boost):
        return f"You're asked whether to boost your {system.label}: boost with a card or decline (rule {clause})."
    card = side.in_hand(action.card)
    if card is None:
        return f"{printed_name(side.cards, action.card)} isn't in your hand (rule 6.1)."
    count = sum(lying.faction is card.faction for lying in side.systems[system])
    needed = counted(card.function_match, f"{card.faction.label} card")
    return f"{card.name} needs {needed} in your {system.label} system, and you have {count} (rule 6.2)."


def of_managing(side: Side, maximum_power: int, moved: bool, action: Action) -> str:
    """Return why a player in the Manage step cannot take this action."""
    match action:
        case Play(card):
            return f"{printed_name(side.cards, card)} isn't in your hand (rule 4.2)."
        case Discard(card, system) if side.in_system(card, system) is None:
            return f"{printed_name(side.cards, card)} isn't in your {system.label} system (rule 4.3)."
        case Move() if moved:
            return "You have already moved a card: you can move one a turn (rule 4.4)."
        case Move(card, source, target) if source is target:
            name = printed_name(side.cards, card)
            return f"{name} is already in {source.label}: move it to another system (rule 4.4)."
        case Move(card, source) if side.in_system(card, source) is None:
            return f"{printed_name(side.cards, card)} isn't in your {source.label} system (rule 4.4)."
        case EndManaging():
            return (
                f"Your systems have {side.power} power and the Maximum Power is {maximum_power}: "
                f"take out or move cards until it is {side.power - maximum_power} less (rule 4.5)."
            )
        case _:
            return "You're managing your systems now: play, move, discard, or end (rule 4.1)."
