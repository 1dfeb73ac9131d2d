"""A simple player of Arms Dealer: looks one step ahead, and knows no more than its view.

It differs from the first one in the order of its ships, in when it begins to buy, in what it holds ships and items to
be worth, and in asking more of a raise that it matches. Worths are in coins.
"""

from collections.abc import Iterable
from typing import Final

from rules.arms_dealer.actions import LEAVE, MATCH, Lay
from rules.arms_dealer.cards import ItemCard, ItemKind, ShipCard
from rules.arms_dealer.first_greedy import FirstPlayer, average, own_deck, score
from rules.arms_dealer.view import ArmsDealerView, SideView
from rules.arms_dealer.worths import left, worth_of_ship
from rules.core.notation import Action
from rules.core.rng import below

_EARLY: Final = 0.7
"""With more than this part of its fleet it buys nothing yet."""
_WHIMS: Final = 5
"""One chance out of so many to lay another order, so that orders tell nothing for sure."""
_HELD_BACK: Final = 0.9
"""How much of an advantage is left for each item with which the other player may answer."""
_REDRAW: Final = 1_500
"""What a Redraw is worth: less than its price, unless there is little else to spend coins on."""
_RESCUED: Final = 1_500
"""A ship worth less than this is not saved by a Redraw."""
_MATCH: Final = 30_000
"""What a skirmish is worth that a last ship fights."""
_LAST_CHANCE: Final = 12_000
"""What a repair is worth when the last ship is being lost: less than what wins the skirmish, more than what ties it."""
_PER_REPAIR: Final = 50
"""What each point of power is worth that a repair brings back, divided by how many ships are left."""
_PER_REPAIRED: Final = 60
"""What each point is worth by which Rapid Repair makes the ships of the fleet deck better."""
_DECK: Final = 3
"""With fewer ships in the fleet deck, the repair bay becomes the deck soon anyway."""


class QuickPlayer(FirstPlayer):
    """A choice for each phase, as the first player's but for what stands here."""

    def lay(self, view: ArmsDealerView, random: int) -> Action:
        """The weakest ships first: they are what a raise is answered with. Now and then as the first player."""
        random, whim = below(random, _WHIMS)
        if not whim:
            return super().lay(view, random)
        powers = {ship.ship_class: ship.power for ship in view.drawn}
        lays = (action for action in view.options if isinstance(action, Lay))
        return min(lays, key=lambda lay: [powers[ship_class] for ship_class in lay.ships])

    def shop(self, view: ArmsDealerView, random: int) -> Action:
        """Items are not spent on the weakest ships, which fight and fall first."""
        assert view.seat is not None
        own = view.sides[view.seat]
        return LEAVE if own.ships > _EARLY * len(own.fleet) else super().shop(view, random)

    def helpful(self, view: ArmsDealerView) -> int:
        """Those that are kept for a last chance, or for a ship that is to be saved, win no battle."""
        return sum(item.kind in {ItemKind.POWER, ItemKind.REINFORCEMENTS} for item in view.hand)

    def swing(self, view: ArmsDealerView) -> float:
        """Where a last ship fights, the match is at stake."""
        return _MATCH if any(side.ships <= len(side.fighting) for side in view.sides) else super().swing(view)

    def answer(self, view: ArmsDealerView) -> Action:
        """Who forfeits with the last ship has lost the match."""
        assert view.seat is not None
        return MATCH if view.sides[view.seat].ships == 1 else super().answer(view)

    def worth_of_ship(self, view: ArmsDealerView, power: int) -> float:
        """What it is worth to have a ship of this power among those that are left."""
        return worth_of_ship(power, left(*view.sides))

    def worth_of(self, view: ArmsDealerView, item: ItemCard) -> float:
        """What it is worth to hold an item: of those that bring ships, by the ships that would come."""
        assert view.seat is not None
        match item.kind:
            case ItemKind.REPAIR:
                own = view.sides[view.seat]
                return _PER_REPAIR * repaired(own, item) / own.ships
            case ItemKind.REDRAW:
                return _REDRAW
            case ItemKind.RAPID_REPAIR:
                deck = own_deck(view)
                gain = average((*deck, *view.bay)) - average(deck) if len(deck) >= _DECK else 0
                return max(0, _PER_REPAIRED * gain)
            case _:
                return super().worth_of(view, item)

    def gain(self, view: ArmsDealerView, item: ItemCard, swing: float) -> float:
        """What using an item now brings: of a Redraw, by which ship would be at stake then.

        A repair waits until the last ship is being lost: before that, a weak ship is drawn instead of a better one. A
        Redraw saves a good ship, or decides the match: a weak one is better lost.
        """
        assert view.seat is not None
        own, other = view.sides[view.seat], view.sides[1 - view.seat]
        if item.kind is ItemKind.REPAIR:
            lost = own.ships <= len(own.fighting) and own.power <= other.power
            return _LAST_CHANCE + repaired(own, item) if lost else 0
        if item.kind is not ItemKind.REDRAW:
            return super().gain(view, item, swing)
        worth = self.worth_of_ship(view, own.fighting[0].power)
        if swing < _MATCH and (own.power >= other.power or worth < _RESCUED):
            return 0
        ship, helpers = own.fighting[0], own.fighting[1:]
        prize = swing - self.worth_of_ships(view, own.fighting)

        def fought(new: ShipCard) -> float:
            won = score(own.power - ship.power + new.power, other.power)
            return won * prize - (1 - won) * self.worth_of_ships(view, (new, *helpers))

        coming = (*(own_deck(view) or view.bay), ship)
        advantage = sum(map(fought, coming)) / len(coming) - fought(ship)
        return advantage * _HELD_BACK**other.hand - _REDRAW / 2

    def worth_of_ships(self, view: ArmsDealerView, ships: Iterable[ShipCard]) -> float:
        """What some ships are worth together."""
        return sum(self.worth_of_ship(view, ship.power) for ship in ships)

    def doubt(self, view: ArmsDealerView) -> float:
        """Who raises has reasons: the more of them, the more it is, and the less this seat is sure of the battle."""
        assert view.seat is not None
        own, other = view.sides[view.seat], view.sides[1 - view.seat]
        return view.raised * (1 - self.chance(view, own.wins, other.wins))


def repaired(side: SideView, item: ItemCard) -> int:
    """The power of the ships that an item repairs; 0 if the fleet has none of them."""
    return max((ship.power for ship in side.fleet if ship.ship_class is item.repairs), default=0)
