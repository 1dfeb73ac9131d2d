"""Tips: what matters at a newcomer's first decisions (`Game.tip`)."""

from collections.abc import Sequence

from rules.allocator.actions import Boost, Decline, EndManaging, Play
from rules.allocator.cards import System
from rules.allocator.phases import POINTS_PER_CARD
from rules.allocator.view import AllocatorView
from rules.core.notation import Action

_FIRST_ROUND = 2
"""Number of turns in the first round: one for each player."""
_FIRST_TURNS = 6
"""The number of turns in which a beginner keeps to simple plans."""


def tip(view: AllocatorView) -> str:
    """Return a sentence about the first turn of each player; "" later."""
    if view.turn > _FIRST_ROUND or view.seat is None:
        return ""
    match view.phase:
        case "Develop" if _most_drawn(view) <= 1:
            return "Here a boost spends a card and draws at most one for it: keep your cards and draw."
        case "Manage" if not any(system.cards for system in view.sides[view.seat].systems):
            return (
                "Build in all three systems: Attack hits, Defense protects, and Development draws cards. "
                f"Together they may reach {view.maximum_power}, no more."
            )
        case "Duel" if view.duel is not None and not view.duel.attack and not view.duel.defense:
            if view.duel.defender == view.seat:
                return "Even an Attack of 0 hits a Defense of 0. You can take five hits: decline, and save your cards."
            return "Your Attack of 0 already hits a Defense of 0: decline, and save your cards."
    return ""


def advised(view: AllocatorView) -> Sequence[Action]:
    """Return the options that follow the tip; all options if there is none."""
    if not tip(view):
        return view.options
    if view.phase != "Manage":
        return [action for action in view.options if isinstance(action, Decline)] or view.options
    held = {card.id: card for card in view.hand or ()}
    plays = [action for action in view.options if isinstance(action, Play)]
    return [play for play in plays if held[play.card].power_in(play.system) > 0] or plays or view.options


def plain(view: AllocatorView) -> Sequence[Action]:
    """Return the options that a beginner thinks of (`Game.plain`).

    In the first turns a beginner fills the systems up to the Maximum Power with cards that add to them, leaves them
    there, and boosts only to defend, with one card. So no turn becomes a puzzle of moves and discards, and no hand is
    spent on one hit.
    """
    if view.turn > _FIRST_TURNS or view.seat is None:
        return view.options
    if view.phase == "Manage":
        room = view.maximum_power - view.sides[view.seat].power
        held = {card.id: card for card in view.hand or ()}
        fitting = [
            action
            for action in view.options
            if isinstance(action, EndManaging)
            or (isinstance(action, Play) and 0 < held[action.card].power_in(action.system) <= room)
        ]
        return fitting or view.options
    attacks = view.duel is not None and view.duel.attacker == view.seat
    if attacks or any(system.boosts for system in view.sides[view.seat].systems):
        return [action for action in view.options if isinstance(action, Decline)] or view.options
    return view.options


def _most_drawn(view: AllocatorView) -> int:
    """3.2 Return how many more cards than without a boost the best boost draws."""
    side = view.sides[view.active]
    points = side.development_points + side.system(System.DEVELOPMENT).boosted
    best = max((card.boost for card in view.hand or () if Boost(card.id) in view.options), default=0)
    return (points + best) // POINTS_PER_CARD - points // POINTS_PER_CARD
