"""Derive the facts that Allocator's pictures and texts share from a view."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from render import wording
from rules.allocator.actions import Boost, Play
from rules.allocator.cards import AllocatorCard, System
from rules.allocator.view import AllocatorView, SideView

STEPS: Final = ("Develop", "Draw", "Manage", "Attack")
"""Steps of a turn, in order."""
_STEP_OF: Final = {"Develop": 0, "Manage": 2, "Duel": 3}
SHORT: Final = {System.ATTACK: "ATK", System.DEFENSE: "DEF", System.DEVELOPMENT: "DEV"}
"""Abbreviations of the systems, as printed on cards."""


class Stack(NamedTuple):
    """A card and its number of copies."""

    card: AllocatorCard
    copies: int


def stacks(cards: Iterable[AllocatorCard]) -> list[Stack]:
    """Group equal cards, in the order of the card list."""
    return sorted((Stack(card, count) for card, count in Counter(cards).items()), key=lambda stack: stack.card.order)


def step(view: AllocatorView) -> int | None:
    """Return the index of the present step in `STEPS`; None if the match is over."""
    return _STEP_OF.get(view.phase)


def checked(view: AllocatorView, side: SideView) -> System | None:
    """Return the system of this player whose power is being checked; None if there is none. Only this system can be
    boosted.
    """
    if view.duel is not None:
        return System.ATTACK if side.seat == view.duel.attacker else System.DEFENSE
    return System.DEVELOPMENT if view.phase == "Develop" and side.seat == view.active else None


def playable(view: AllocatorView) -> frozenset[AllocatorCard]:
    """Return the cards in this seat's hand that it can play into a system now."""
    ids = {action.card for action in view.options if isinstance(action, Play)}
    return frozenset(card for card in view.hand or () if card.id in ids)


def hand_remark(view: AllocatorView) -> str:
    """Return the remark above a hand, which explains its frames; "" if there is none."""
    if boosters(view):
        return "Framed: can boost."
    if playable(view):
        return "Framed: playable."
    return "" if view.hand else "No cards in hand."


def boosters(view: AllocatorView) -> frozenset[AllocatorCard]:
    """Return the cards in this seat's hand that it can boost with now."""
    ids = {action.card for action in view.options if isinstance(action, Boost)}
    return frozenset(card for card in view.hand or () if card.id in ids)


def own_power(view: AllocatorView) -> tuple[str, int]:
    """Return a label and a number for a hand: the Maximum Power that the seat has left, or the power in use while the
    seat has nothing to decide.
    """
    assert view.seat is not None
    power = view.sides[view.seat].power
    return ("Power", power) if wording.at_rest(view) else ("Power left", view.maximum_power - power)


def clash(view: AllocatorView) -> tuple[int, int]:
    """Return the active player's Attack, with the siege, and the other player's Defense, both with boosts."""
    attack = view.sides[view.active].system(System.ATTACK)
    defense = view.sides[1 - view.active].system(System.DEFENSE)
    return attack.boosted + view.siege(), defense.boosted


def clash_stands(view: AllocatorView) -> str:
    """Return in a few words whether the Attack of `clash` hits."""
    attack, defense = clash(view)
    if view.duel is None:
        return "would hit" if attack >= defense else "would be blocked"
    return "hits so far" if attack >= defense else "blocked so far"
