"""A visit to the Arms Dealer (chapter 4)."""

from rules.arms_dealer.cards import ItemCard
from rules.arms_dealer.events import item_drawn, item_kept, item_looked_at, item_seen
from rules.arms_dealer.limits import KEEPING, LOOKING
from rules.arms_dealer.state import ArmsDealerState
from rules.core.events import Seat


def look_at(g: ArmsDealerState, seat: Seat, place: int) -> None:
    """4.2 Pay 1,000 to look at an item. Everyone sees its place, but only the payer sees the item (4.5)."""
    g.pay(seat, LOOKING)
    g.sides[seat].looked.add(place)
    g.events.append(item_looked_at(seat, place))
    g.events.append(item_seen(seat, place, item_at(g, place).id))


def keep(g: ArmsDealerState, seat: Seat, place: int) -> None:
    """4.3 Pay 2,000 more to take the item into hand. Its place stays empty (4.4)."""
    item = item_at(g, place)
    g.pay(seat, KEEPING)
    g.shop[place - 1] = None
    for side in g.sides:
        side.looked.discard(place)
    g.sides[seat].receive(item)
    g.events.append(item_kept(seat, place))
    g.events.append(item_drawn(seat, (item.id,)))


def item_at(g: ArmsDealerState, place: int) -> ItemCard:
    """Return the item at a place in the shop row."""
    item = g.shop[place - 1]
    assert item is not None
    return item
