"""What the pictures and the texts of Allocator both say, taken from the view once."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from render import telling
from rules.allocator.actions import Boost
from rules.allocator.cards import AllocatorCard, System
from rules.allocator.view import AllocatorView, SideView

STEPS: Final = ("Develop", "Draw", "Manage", "Attack")
"""The steps of a turn in their order."""
_STEP_OF: Final = {"Develop": 0, "Manage": 2, "Duel": 3}
SHORT: Final = {System.ATTACK: "ATK", System.DEFENSE: "DEF", System.DEVELOPMENT: "DEV"}
"""What is printed on a card beside the stat of a system."""


class Stack(NamedTuple):
    """Equal cards."""

    card: AllocatorCard
    copies: int


def stacks(cards: Iterable[AllocatorCard]) -> list[Stack]:
    """Equal cards together, in the order of the card list."""
    return sorted((Stack(card, count) for card, count in Counter(cards).items()), key=lambda stack: stack.card.order)


def step(view: AllocatorView) -> int | None:
    """The place of the present step among the steps; None if the match is over."""
    return _STEP_OF.get(view.phase)


def checked(view: AllocatorView, side: SideView) -> System | None:
    """The system of a player whose power is being checked, so that it may be boosted."""
    if view.duel is not None:
        return System.ATTACK if side.seat == view.duel.attacker else System.DEFENSE
    return System.DEVELOPMENT if view.phase == "Develop" and side.seat == view.active else None


def boosters(view: AllocatorView) -> frozenset[AllocatorCard]:
    """The cards of this seat's hand that it may boost with now."""
    ids = {action.card for action in view.options if isinstance(action, Boost)}
    return frozenset(card for card in view.hand or () if card.id in ids)


def own_power(view: AllocatorView) -> tuple[str, int]:
    """What is left of the Maximum Power for the view's seat; while it can do nothing, what it has: the turn goes on."""
    assert view.seat is not None
    power = view.sides[view.seat].power
    return ("Power", power) if telling.at_rest(view) else ("Power left", view.maximum_power - power)


def clash(view: AllocatorView) -> tuple[int, int]:
    """The active player's Attack against the other one's Defense, as it stands."""
    attack = view.sides[view.active].system(System.ATTACK)
    defense = view.sides[1 - view.active].system(System.DEFENSE)
    return attack.boosted + view.siege(), defense.boosted


def clash_stands(view: AllocatorView) -> str:
    """What that comes to, in a few words."""
    attack, defense = clash(view)
    if view.duel is None:
        return "would hit" if attack >= defense else "would be blocked"
    return "hits so far" if attack >= defense else "blocked so far"
