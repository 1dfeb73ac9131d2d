"""Refusals of illegal actions: sentences to the player who tried one. They may speak of that player's own cards."""

from collections import Counter
from collections.abc import Iterable

from rules.arms_dealer.actions import Equip, Harvest, Lay, Look, Raise, Reorder
from rules.arms_dealer.cards import UNIT, ItemCard, ItemKind, ShipClass
from rules.arms_dealer.limits import ASTEROID_ROW, SHOP
from rules.arms_dealer.state import ArmsDealerState, Side
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.words import counted, together


def of_laying(side: Side, action: Action) -> str:
    """Return why a player cannot lay ships like this."""
    drawn = [ship.ship_class for ship in side.drawn]
    if not isinstance(action, Lay):
        return f"Lay your ships first: {fleet_list(drawn)} (rule 3.1)."
    laid, available = Counter(action.ships), Counter(drawn)
    for ship_class, count in laid.items():
        if not available[ship_class]:
            return f"You have drawn no {ship_class.label}; lay {fleet_list(drawn)}, each once (rule 3.1)."
        if count > available[ship_class]:
            return (
                f"You have drawn {counted(available[ship_class], ship_class.label)}, not {count}; "
                f"lay {fleet_list(drawn)}, each once (rule 3.1)."
            )
    return f"Lay all of your ships: {fleet_list(drawn)} (rule 3.1)."


def of_shopping(action: Action) -> str:
    """Return why a player at the Arms Dealer cannot take this action."""
    if not isinstance(action, Look):
        return "You're at the Arms Dealer: look at an item, or leave (rule 4.2)."
    if not 1 <= action.place <= SHOP:
        return f"The shop row has places 1 to {SHOP} (rule 4.2)."
    return f"There is no item on place {action.place}; the row is filled again after the battle (rule 4.4)."


def of_equipping(side: Side, action: Action) -> str:
    """Return why a player who may equip cannot take this action."""
    if not isinstance(action, Equip):
        return "A skirmish is being fought: equip an item, or pass (rule 6.2)."
    for item in side.hand:
        if item.id == action.item:
            return of_item(item)
    return "That item isn't in your hand (rule 6.2)."


def of_item(item: ItemCard) -> str:
    """Return why a player cannot use an item of the hand now."""
    match item.kind:
        case ItemKind.REPAIR:
            assert item.repairs is not None
            return f"There is no {item.repairs.label} in your scrapyard to repair (rule 7.2)."
        case ItemKind.REINFORCEMENTS:
            return "Your fleet deck and your repair bay are empty: no ship can come (rule 7.7)."
        case ItemKind.REDRAW:
            return "Your fleet deck and your repair bay are empty: the same ship would come back (rule 7.8)."
        case _:
            return "Your repair bay is empty (rule 7.5)."


def of_opening(g: ArmsDealerState, seat: Seat, action: Action) -> str:
    """Return why a player cannot take this action before the first skirmish."""
    match action:
        case Raise(coins):
            return of_raising(g, seat, coins)
        case Reorder():
            return "Your formation stands until the first skirmish is over: raise, or ready up (rule 5.5)."
        case _:
            return "The first skirmish is about to begin: raise the bet, or ready up (rule 5.5)."


def of_strategy(g: ArmsDealerState, seat: Seat, action: Action) -> str:
    """Return why the leader cannot take this action before a skirmish."""
    match action:
        case Raise(coins):
            return of_raising(g, seat, coins)
        case Reorder():
            return of_reordering(g.sides[seat], action)
        case _:
            return "Prepare for the next skirmish: ready up, reorder or raise (rule 8.1)."


def of_raising(g: ArmsDealerState, seat: Seat, coins: int) -> str:
    """Return why a player cannot raise the bet by this amount."""
    mine, theirs = g.sides[seat].coins, g.sides[1 - seat].coins
    if coins < UNIT:
        return f"A raise is {UNIT:,} or more (rule 8.6)."
    if coins > mine:
        return f"You have only {mine:,} coins (rule 8.6)."
    if coins > theirs:
        return f"Your opponent has {theirs:,} coins: raise by no more than both of you can pay (rule 8.6)."
    return f"A raise is in steps of {UNIT:,} (rule 8.6)."


def of_following(side: Side, action: Action) -> str:
    """Return why the second player cannot take this action before a skirmish."""
    match action:
        case Raise():
            return "Only the player who goes first may raise: ready up or reorder (rule 8.5)."
        case Reorder():
            return of_reordering(side, action)
        case _:
            return "Prepare for the next skirmish: ready up or reorder (rule 8.5)."


def of_reordering(side: Side, action: Reorder) -> str:
    """Return why a player cannot swap these two ships."""
    if action.first == action.second:
        return "Choose two different ships to swap (rule 8.3)."
    for space in (action.first, action.second):
        if space not in side.face_down:
            return f"You have no face-down ship on space {space} (rule 8.3)."
    return f"Name the lower space first: {Reorder(action.second, action.first)} (rule 8.3)."


def of_harvesting(action: Action) -> str:
    """Return why the loser of a battle cannot take this action."""
    if not isinstance(action, Harvest):
        return "Pick an asteroid to harvest (rule 9.3)."
    if not 1 <= action.place <= ASTEROID_ROW:
        return f"The asteroid row has places 1 to {ASTEROID_ROW} (rule 9.3)."
    return f"The asteroid on place {action.place} has already been harvested: pick another one (rule 9.3)."


def fleet_list(ships: Iterable[ShipClass]) -> str:
    """Return these ships by class, in words."""
    return together([counted(count, ship_class.label) for ship_class, count in Counter(ships).items()])
