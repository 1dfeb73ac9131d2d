"""The effects of the items (chapter 7)."""

from rules.arms_dealer.cards import ItemCard, ItemKind, ShipCard, ShipClass
from rules.arms_dealer.state import ArmsDealerState, Side
from rules.core.events import Seat


def usable(g: ArmsDealerState, side: Side, item: ItemCard) -> bool:
    """7.7 Return whether a player can use an item of the hand now, while equipping. An option of the match allows every
    Redraw (7.8).
    """
    match item.kind:
        case ItemKind.REPAIR:
            return wreck(side, item.repairs) is not None
        case ItemKind.REINFORCEMENTS:
            return bool(side.deck or side.bay)
        case ItemKind.RAPID_REPAIR:
            return bool(side.bay)
        case ItemKind.REDRAW:
            return g.idle_redraw or bool(side.deck or side.bay)
        case ItemKind.POWER:
            return True


def wreck(side: Side, ship_class: ShipClass | None) -> ShipCard | None:
    """Return a destroyed ship of this class; None if there is none."""
    for ship in side.scrapyard:
        if ship.ship_class is ship_class:
            return ship
    return None


def use(g: ArmsDealerState, seat: Seat, item: ItemCard) -> ShipCard | None:
    """7.1 to 7.5 Apply a usable item. Return the ship that was repaired, joined in or now fights instead, if any."""
    side = g.sides[seat]
    match item.kind:
        case ItemKind.REPAIR:  # 7.2
            return _repair(g, side, item.repairs)
        case ItemKind.REINFORCEMENTS:  # 7.3
            side.fighting.append(g.next_ship(seat))
            return side.fighting[-1]
        case ItemKind.REDRAW:  # 7.4
            return _redraw(g, seat)
        case ItemKind.RAPID_REPAIR:  # 7.5
            g.empty_bay(seat)
        case ItemKind.POWER:  # 7.1 `Side.power` adds it.
            pass
    return None


def _repair(g: ArmsDealerState, side: Side, ship_class: ShipClass | None) -> ShipCard:
    """7.2 Return a ship of this class from the scrapyard to the fleet deck, and shuffle the deck (7.6)."""
    ship = wreck(side, ship_class)
    assert ship is not None, "it is usable"
    side.scrapyard.remove(ship)
    side.deck.append(ship)
    g.shuffle(side.deck)
    return ship


def _redraw(g: ArmsDealerState, seat: Seat) -> ShipCard:
    """7.4 Shuffle the ship into the fleet deck and fight with the top one; fill an empty deck before that (7.6)."""
    side = g.sides[seat]
    if side.bay and not side.deck:
        g.empty_bay(seat)
    side.deck.append(side.fighting[0])
    g.shuffle(side.deck)
    side.fighting[0] = side.deck.pop()
    return side.fighting[0]
