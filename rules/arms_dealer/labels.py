"""The labels of Arms Dealer's choices in players' words (`Game.label`).

Labels of actions that everyone sees offered (`Action.open`) say only what everyone knows.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.arms_dealer.cards import UNIT, ItemCard, ItemKind, ShipCard, ShipClass
from rules.arms_dealer.limits import KEEPING, LOOKING, NEEDED
from rules.arms_dealer.view import ArmsDealerView, SideView
from rules.core.cards import Card, CardId
from rules.core.game import Label, general_labels

VERBS: Final = general_labels(
    {
        "lay": Label(
            text="Lay your formation",
            short="Lay",
            detail="Your ships face down on the spaces, in the order that you choose",
        ),
        "look": Label(text="Look at an item", short="Look", detail=f"{LOOKING:,} coins; only you see what it is"),
        "keep": Label(text="Keep it", detail=f"{KEEPING:,} coins more; it goes into your hand"),
        "put-back": Label(text="Put it back", detail="Face down, where it lay"),
        "leave": Label(text="Leave the Arms Dealer", detail="You can't come back in this battle"),
        "equip": Label(text="Equip an item", short="Equip", detail="Use an item from your hand in this skirmish"),
        "pass": Label(text="Pass", detail="Equip nothing now"),
        "ready": Label(text="Ready up", detail="Change nothing before the next skirmish"),
        "reorder": Label(
            text="Reorder", detail="Swap two of your face-down ships; others see the spaces, but not the ships"
        ),
        "raise": Label(
            text="Raise the bet", short="Raise", detail="Your opponent matches it, or forfeits the next skirmish"
        ),
        "match": Label(text="Match the raise", detail="Pay as much as your opponent raised"),
        "forfeit": Label(text="Forfeit the skirmish", detail="You lose it, and the ship that would have fought it"),
        "harvest": Label(text="Harvest an asteroid", short="Harvest", detail="You get its coins"),
    }
)


def label(cards: Mapping[CardId, Card], view: ArmsDealerView, words: tuple[str, ...]) -> Label:
    """Return the label of the choice that the last of these words stands for (`Game.label`)."""
    match words:
        case ("keep",) if view.item is not None and view.seat in view.waiting:
            return _keeping(view)
        case ("pass",) if view.phase == "Equipping":
            return _passing(view)
        case ("match",) if view.raised:
            kept = view.sides[view.waiting[0]].coins - view.raised
            detail = f"The pot would be {view.pot + view.raised:,}, and you would keep {kept:,} coins"
            return Label(text=f"Match {view.raised:,}", detail=detail)
        case ("forfeit",) if view.raised:
            return _forfeiting(view)
        case (verb,):
            return VERBS[verb]
        case ("lay", *ships):
            return _laying(view, ships)
        case ("look", place):
            return _looking(view, int(place))
        case ("equip", item):
            item_card = cards[CardId(item)]
            assert isinstance(item_card, ItemCard)
            return _equipping(view, item_card)
        case ("raise", coins):
            return _raising(view, int(coins))
        case ("harvest", place):
            return Label(text=f"Asteroid {place}")
        case ("reorder", *spaces):
            return _space(view, spaces)
        case _:
            raise ValueError(f"not the words of an action: {words}")


def standing(view: ArmsDealerView, names: Sequence[str]) -> str:
    """Return the powers of both sides in the present skirmish, in words."""
    one, two = view.sides
    return f"{names[0]} {one.power}, {names[1]} {two.power}"


def does(item: ItemCard) -> str:
    """Return the effect of an item in a few words."""
    match item.kind:
        case ItemKind.POWER:
            return f"{item.power} more power in this skirmish"
        case ItemKind.REPAIR:
            assert item.repairs is not None
            return f"A {item.repairs.label} goes from your scrapyard into your fleet deck"
        case ItemKind.REINFORCEMENTS:
            return "Your next ship adds its power, and shares the fate of the one that it helps"
        case ItemKind.REDRAW:
            return "Your ship goes back into your fleet deck; the new top one fights"
        case ItemKind.RAPID_REPAIR:
            return "Your repair bay is shuffled into your fleet deck"


def _forfeiting(view: ArmsDealerView) -> Label:
    cost = cost_of_forfeiting(view)
    warning = f"{cost}!" if view.sides[view.waiting[0]].ships == 1 else ""
    return Label(text=f"Forfeit skirmish {view.skirmish + 1}", detail=cost, warning=warning)


def cost_of_forfeiting(view: ArmsDealerView) -> str:
    """Return the cost of a forfeit in words, as far as everyone knows it."""
    loser = view.sides[view.waiting[0]]
    wins = view.sides[1 - loser.seat].wins + 1
    if loser.ships == 1:
        return "Forfeiting costs your last ship, and so the match"
    space = next((space.space for space in loser.formation if space.laid), None)
    ship = f"the ship on space {space}" if space else "the deck's top ship"
    costs_asteroid = view.risks_asteroid(loser.seat)
    if wins >= NEEDED and loser.wins < wins:
        cost = f"{ship}, an asteroid" if costs_asteroid else ship
        return f"Forfeiting costs {cost} and the battle: the pot of {view.pot:,} is lost"
    cost = f"{ship}, and an asteroid if the battle is lost" if costs_asteroid else ship
    return f"Forfeiting costs {cost}; it would stand {loser.wins} to {wins}"


def _own_side(view: ArmsDealerView) -> SideView:
    assert view.seat is not None
    return view.sides[view.seat]


def _ship(view: ArmsDealerView, ship_class: str) -> ShipCard:
    return next(ship for ship in _own_side(view).fleet if ship.ship_class is ShipClass(ship_class))


def _laying(view: ArmsDealerView, ships: Sequence[str]) -> Label:
    ship = _ship(view, ships[-1])
    laid = ", ".join(ShipClass(each).label for each in ships)
    is_last = len(ships) == len(view.drawn)
    first = ", fights first" if len(ships) == 1 else ""
    detail = f"Space {len(ships)}{first}{f': {laid}' if is_last else ''}"
    return Label(text=f"{ship.name} · {ship.power}", detail=detail, short=ship.ship_class.label, general=True)


def _looking(view: ArmsDealerView, place: int) -> Label:
    again = ", which you have looked at" if view.seat in view.shop[place - 1].looked else ""
    return Label(text=f"Item {place}{again}", detail=spending(view, LOOKING), warning=overspending(view, LOOKING))


def spending(view: ArmsDealerView, coins: int) -> str:
    """Return a sentence on the coins that a payment to the Arms Dealer would leave."""
    side = _own_side(view)
    return overspending(view, coins) or f"Leaves you {side.coins - coins:,} coins; your bet is {side.initial_bet:,}"


def overspending(view: ArmsDealerView, coins: int) -> str:
    """4.7 Return a warning if a payment to the Arms Dealer would leave too little for the bet; "" if not."""
    side = _own_side(view)
    left = side.coins - coins
    if left >= side.initial_bet:
        return ""
    return f"Leaves {left:,}: you could not pay your bet of {side.initial_bet:,}, and would lose the match!"


def _keeping(view: ArmsDealerView) -> Label:
    assert view.item is not None
    item = view.shop[view.item - 1].item
    assert item is not None
    return Label(
        text=f"Keep {item.name} for {KEEPING:,}",
        detail=spending(view, KEEPING),
        warning=overspending(view, KEEPING),
    )


def _equipping(view: ArmsDealerView, item: ItemCard) -> Label:
    side = _own_side(view)
    against = view.sides[1 - side.seat].power
    detail = does(item)
    if item.kind is ItemKind.POWER:
        detail = f"Your power {side.power} → {side.power + item.power}, against {against}"
    return Label(text=item.name, detail=detail)


def _passing(view: ArmsDealerView) -> Label:
    asked = view.sides[view.waiting[0]]
    stand = f"{asked.power} against {view.sides[1 - asked.seat].power}"
    return Label(
        text="Pass", detail=f"{stand}; {'decides the skirmish' if view.passed is not None else 'as it stands'}"
    )


def _raising(view: ArmsDealerView, coins: int) -> Label:
    side = _own_side(view)
    detail = f"Leaves you {side.coins - coins:,} coins; the pot would be {view.pot + coins:,}"
    most = min(player.coins for player in view.sides) // UNIT * UNIT
    text = f"+{coins:,}: the most you can both pay" if coins == most else f"+{coins:,}"
    return Label(text=text, detail=detail, quick=coins in {UNIT, 5 * UNIT, most})


def _space(view: ArmsDealerView, spaces: Sequence[str]) -> Label:
    ships = {space.space: space.ship for space in _own_side(view).formation if space.ship}
    space = int(spaces[-1])
    ship = ships[space]
    detail = ""
    if len(spaces) == 2:
        other = ships[int(spaces[0])]
        detail = f"Space {spaces[0]}: {other.name} → {ship.name}"
    return Label(text=f"Space {space}: {ship.name} · {ship.power}", detail=detail, short=f"{ship.name} ({space})")
