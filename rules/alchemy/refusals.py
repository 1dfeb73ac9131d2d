"""Refusals of illegal actions: sentences to the player who tried one. They may speak of that player's own cards."""

from rules.alchemy.actions import (
    Attack,
    Choose,
    Close,
    Defend,
    Draw,
    LetHit,
    OpenStore,
    Play,
    Put,
    Refresh,
    Take,
    UseOpus,
)
from rules.alchemy.attacks import Guard, Link
from rules.alchemy.cards import EffectCard, EssenceId, ProcessCard
from rules.alchemy.limits import MOST_PUTS, STORE
from rules.alchemy.state import Side
from rules.core.cards import CardId, printed_name
from rules.core.notation import Action

_NO_POINTS = "That costs 1 AP, and you have none left: each of your turns brings 2"


def in_turn(side: Side, action: Action, *, may_refresh: bool, literal: bool) -> str:
    """Return why a player cannot take this action in their own turn. literal: as in `essences_of`."""
    match action:
        case Attack() if not side.points:
            return f"{_NO_POINTS} (rule 5.1)."
        case Attack(element):
            return _no_essence(side, element, "5.1", literal=literal)
        case Play(card):
            held = side.in_hand(card)
            if not isinstance(held, ProcessCard):
                return _no_process(side, card)
            return _unusable(side, held)
        case UseOpus() if side.opus_used:
            return "You have already used your Magnum Opus: it works only once a match (rule 7.2)."
        case UseOpus():
            return _unusable(side, side.opus)
        case Draw() | Refresh() | OpenStore() if not side.points:
            return f"{_NO_POINTS} (rule 2.2)."
        case Refresh() if not may_refresh:
            return "You have refreshed your hand in this turn or in your last one, so you can't do it now (rule 3.7)."
        case Draw() | Refresh():
            return "Your deck is empty: there is nothing to draw until your next turn begins (rule 3.6)."
        case OpenStore():
            return "You have no card in hand to put into your store, and none in it to take (rule 3.3)."
        case Defend() | LetHit():
            return "You aren't being attacked: it's your own turn (rule 5.2)."
        case _:
            return "It's your turn: attack, play a process, draw, refresh, open your store, or end (rule 2.4)."


def of_defending(side: Side, attack: Link, guard: Guard, action: Action, *, literal: bool) -> str:
    """Return why a player who is attacked cannot take this action."""
    match action:
        case Defend(element):
            essence = side.essence(element, literal=literal)
            if essence is None:
                return _no_essence(side, element, "5.2", literal=literal)
            if essence.element is attack.essence.element:
                name, clause = essence.element.label, "6.5" if essence.is_complex else "5.3"
                return f"{name} doesn't defend against {name} (rule {clause})."
            return "Only a complex element, made of two cards, defends against this attack (rule 4.5)."
        case Play(card):
            held = side.in_hand(card)
            if not isinstance(held, ProcessCard):
                return _no_process(side, card)
            return _unusable(side, held, reaction=True)
        case UseOpus() if side.opus_used:
            return "You have already used your Magnum Opus: it works only once a match (rule 7.2)."
        case UseOpus():
            return _unusable(side, side.opus, reaction=True)
        case Draw() | OpenStore():
            return _unanswerable(side, guard, action)
        case _:
            name = attack.essence.name
            return f"You're attacked with {name}: defend, use a reaction, or let it hit (rule 5.2)."


def _unanswerable(side: Side, guard: Guard, action: Draw | OpenStore) -> str:
    """Return why a player who is attacked cannot draw a card, or cannot open the store."""
    if not side.points:
        return f"{_NO_POINTS} (rule 5.11)."
    if isinstance(action, OpenStore):
        if guard.opened:
            return "You have opened your store against this attack already: answer it now (rule 5.11)."
        return "Your store is empty: there is nothing to take out (rule 5.11)."
    if guard.drawn:
        return "You have drawn a card against this attack already: answer it now (rule 5.11)."
    return "Your deck is empty: there is nothing to draw (rule 3.6)."


def of_attacking_back(side: Side, action: Action, *, literal: bool) -> str:
    """Return why a player who has parried cannot take this action."""
    if isinstance(action, Attack):
        return _no_essence(side, action.element, "5.7", literal=literal)
    return "You have parried: attack back for free with an element, or hold back (rule 5.7)."


def of_storing(side: Side, old: int, action: Action, *, literal: bool) -> str:
    """Return why a player with an open store cannot take this action. literal: whether every card can be taken out."""
    match action:
        case Put(card) if side.in_hand(card) is None:
            return f"{printed_name(side.cards, card)} isn't in your hand (rule 3.3)."
        case Put() if literal and len(side.store) < STORE:
            return f"You have put {MOST_PUTS} cards in on this visit: close your store (rule 3.9)."
        case Put() if literal:
            return f"Your store holds {STORE} cards already: take one out first (rule 3.9)."
        case Put():
            return f"You have put {STORE} cards in, and a store holds no more than {STORE} (rule 3.4)."
        case Take(card) if any(stored.card.id == card for stored in side.store[old:]):
            return "You have just put that card in: it comes out when you open your store again (rule 3.9)."
        case Take(card):
            return f"{printed_name(side.cards, card)} isn't in your store (rule 3.3)."
        case Close():
            over = len(side.store) - STORE
            return f"A store holds at most {STORE} cards when it closes: take {over} or more out (rule 3.4)."
        case _:
            return "Your store is open: put cards in, take cards back, or close it (rule 3.3)."


def of_choosing(card: EffectCard, action: Action) -> str:
    """Return why a player who has to choose for a card cannot take this action."""
    if isinstance(action, Choose):
        return f"{card.name} doesn't work on that: choose one of the options (rule 4.7)."
    return f"{card.name} is working: choose what it works on (rule 4.7)."


def _no_essence(side: Side, element: EssenceId, clause: str, *, literal: bool) -> str:
    first, *more = element.split("+")
    if more and side.essence(EssenceId("+".join((*more, first))), literal=literal):
        return f"Name its parts in the order Fire, Water, Air, Earth: {more[0]}+{first} (rule 6.8)."
    if more and literal:
        return f"You don't have two elements that make this (rules {clause} and 6.1)."
    if len(more) == 1 and all(side.in_hand(CardId(card)) is not None for card in (first, more[0])):
        return "A complex element combines two different elements (rule 6.7)."
    if more:
        return f"You don't have two different elements that make this (rules {clause} and 6.7)."
    return f"{printed_name(side.cards, first)} isn't in your hand (rule {clause})."


def _no_process(side: Side, card: CardId) -> str:
    if side.in_hand(card) is not None:
        return "An element isn't played like a process: attack or defend with it (rule 4.1)."
    return f"{printed_name(side.cards, card)} isn't in your hand (rule 4.1)."


def _unusable(side: Side, card: EffectCard, *, reaction: bool = False) -> str:
    if card.reaction and not reaction:
        return f"{card.name} is a reaction: use it when you are attacked (rule 4.3)."
    if reaction and not card.reaction:
        return f"{card.name} isn't a reaction: use it in your own turn (rule 4.3)."
    if card.cost > side.points:
        return f"{card.name} costs {card.cost} AP, and you have {side.points} (rule 4.1)."
    return f"{card.name} would do nothing now: {card.text} (rule 4.4)"
