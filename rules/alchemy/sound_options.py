"""The options of Alchemy that a good player would consider."""

from collections.abc import Sequence
from typing import Final

from rules.alchemy.actions import CLOSE, END_TURN, LET_HIT, REFRESH, Attack, Defend
from rules.alchemy.attacks import NOTHING_PREPARED, defence_of
from rules.alchemy.cards import AlchemyCard, ElementCard, essence_of
from rules.alchemy.events import StoreOpened
from rules.alchemy.limits import MOST_POINTS, POINTS_A_TURN
from rules.alchemy.scoring import points_of
from rules.alchemy.view import AlchemyView, BattleView, OwnView
from rules.core.notation import Action

_FAR_BEHIND: Final = 3
"""A player this many points from winning does not win in the next turn."""


def sound(view: AlchemyView) -> Sequence[Action]:
    """Return the options that a good player would consider (`Game.sound`).

    Nobody ends a turn with an attack prepared and AP for it, since the preparation would be lost. Nor does a player who
    lacks a single point, has AP for a refresh and an attack, and need not defend: the opponent is far behind. Nor does
    one who holds no element: a refresh costs an AP that would be lost anyway, now (2.5) or in the next turn (2.2).
    Nobody opens the store and closes it as it was. Nobody gives an answer that loses the match at once while a
    reaction, a draw or the store may still bring another.
    """
    options = view.options
    if any(isinstance(event, StoreOpened) for event in view.events):
        return [action for action in options if action != CLOSE] or options
    if view.battle is not None and view.battle.target == view.seat and view.own is not None:
        return [action for action in options if not _loses_the_match(view, view.own, view.battle, action)] or options
    if view.phase != "Turn" or view.seat is None:
        return options
    side, other = view.sides[view.seat], view.sides[1 - view.seat]
    attacks = any(isinstance(action, Attack) for action in options)
    is_prepared = attacks and view.preparation != NOTHING_PREPARED
    is_near = side.score >= view.goal - 1 and other.score <= view.goal - _FAR_BEHIND
    loses_points = view.kept < side.points or view.kept > MOST_POINTS - POINTS_A_TURN
    is_idle = loses_points and not attacks and REFRESH in options
    if is_prepared or is_idle or (is_near and side.points > 1 and (attacks or REFRESH in options)):
        return [action for action in options if action != END_TURN]
    return options


def _loses_the_match(view: AlchemyView, own: OwnView, battle: BattleView, action: Action) -> bool:
    """Return whether the attacker reaches the goal if this is the answer to the attack."""
    attack, defence = battle.chain[-1], None
    match action:
        case Defend(element):
            held: dict[str, AlchemyCard] = {card.id: card for card in own.hand}
            cards = [held[name] for name in element.split("+")]
            essence = essence_of(tuple(card for card in cards if isinstance(card, ElementCard)))
            defence = defence_of(1 - attack.seat, essence, attack.essence.element, battle.preparation, battle.guard)
        case _ if action != LET_HIT:
            return False
    damage = attack.counted - (defence.counted if defence else 0)
    attacker = view.sides[attack.seat]
    points = points_of(view.scoring, damage, view.turn, attacker.damage, battle.preparation, battle.guard)
    return damage > 0 and attacker.score + sum(points) >= view.goal
