"""A simple player of Arms Dealer: looks one step ahead, and knows no more than its view."""

from collections.abc import Iterable
from typing import Final

from rules.arms_dealer.cards import ItemCard, ItemKind, ShipCard
from rules.arms_dealer.first_greedy import FirstPlayer, own_deck, score
from rules.arms_dealer.view import ArmsDealerView

_SHIP: Final = 500
_PER_POWER: Final = 4
_DOUBT: Final = 2_000
_HELD_BACK: Final = 0.9
_SPENT: Final = {ItemKind.REDRAW: 500, ItemKind.REINFORCEMENTS: 1_200}


class QuickPlayer(FirstPlayer):
    """What it does otherwise than at first."""

    def worth_of_ship(self, power: int) -> float:
        return _SHIP + _PER_POWER * power

    def gain(self, view: ArmsDealerView, item: ItemCard, swing: float) -> float:
        assert view.seat is not None
        own, other = view.sides[view.seat], view.sides[1 - view.seat]
        if item.kind is not ItemKind.REDRAW:
            return super().gain(view, item, swing)
        at_stake = self.worths(own.fighting)
        rest = own.power - own.fighting[0].power
        now = self.fought(own.power, other.power, swing - at_stake, at_stake)
        after = [
            self.fought(
                rest + ship.power,
                other.power,
                swing - at_stake,
                self.worths((ship, *own.fighting[1:])),
            )
            for ship in (*(own_deck(view) or view.bay), own.fighting[0])
        ]
        return (sum(after) / len(after) - now) * _HELD_BACK**other.hand - _SPENT[ItemKind.REDRAW]

    def fought(self, power: int, against: int, prize: float, at_stake: float) -> float:
        """What a skirmish brings as it stands: the prize, or the loss of what is at stake."""
        won = score(power, against)
        return won * prize - (1 - won) * at_stake

    def worths(self, ships: Iterable[ShipCard]) -> float:
        return sum(self.worth_of_ship(ship.power) for ship in ships)

    def doubt(self, view: ArmsDealerView) -> float:
        """Who raises has reasons."""
        return _DOUBT
