"""What the pictures and the texts of Allocator both say, taken from the view once."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from rules.allocator.actions import Boost
from rules.allocator.cards import AllocatorCard, System
from rules.allocator.view import AllocatorView, SideView
from rules.core.game import LAST_RESORT, Game

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
    counts: dict[AllocatorCard, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return sorted((Stack(card, count) for card, count in counts.items()), key=lambda stack: stack.card.order)


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


def headline(game: Game[Any, Any], view: AllocatorView, names: Sequence[str]) -> str:
    """What is to be decided, or how the match ended."""
    if view.outcome is None:
        return game.prompt(view, names)
    winners = [names[seat] for seat in view.outcome.winners]
    how = " at the last turn" if view.outcome.ending == LAST_RESORT else ""
    return f"{winners[0]} wins{how}." if winners else f"A draw{how}."


def news(game: Game[Any, Any], view: AllocatorView, names: Sequence[str]) -> list[str]:
    """What just happened, a sentence each."""
    return [sentence for sentence in (game.tell(event, names) for event in view.news) if sentence]


def clash(view: AllocatorView) -> tuple[int, int]:
    """The active player's Attack against the other one's Defense, as it stands."""
    attack = view.sides[view.active].system(System.ATTACK)
    defense = view.sides[1 - view.active].system(System.DEFENSE)
    return attack.boosted, defense.boosted


def clash_stands(view: AllocatorView) -> str:
    """What that comes to, in a few words."""
    attack, defense = clash(view)
    if view.duel is None:
        return "would hit" if attack >= defense else "would be blocked"
    return "hits so far" if attack >= defense else "blocked so far"


def standing(view: AllocatorView, side: SideView) -> str:
    """What is said beside a player's name: that they decide, or that they won."""
    if view.outcome is not None:
        return "winner" if side.seat in view.outcome.winners else ""
    return "decides" if side.seat in view.waiting else ""


def learned(game: Game[Any, Any], view: AllocatorView, names: Sequence[str]) -> str:
    """What the view's seat just heard that not everybody did."""
    return " ".join(game.tell(event, names) for event in view.news if event.seats is not None)
