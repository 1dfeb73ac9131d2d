"""The value of an unfinished state of Arms Dealer to each player."""

from collections.abc import Mapping
from math import log1p
from types import MappingProxyType
from typing import Final

from rules.arms_dealer.cards import ItemKind
from rules.arms_dealer.state import ArmsDealerState, Side
from rules.arms_dealer.worths import left
from rules.core.evaluation import share_of
from rules.core.events import Seat

# These weights were fitted to matches that began with some badly played battles and that the quick player then played
# to the end. The matches were evaluated at the starts of battles.
_COIN: Final = 0.00011
_FLEET: Final = 1.43
"""The weight of the logarithm of a fleet's power. The logarithm makes a ship worth more in a small fleet than in a
large one.
"""
_STRONGEST: Final = 0.35
"""The weight of each ship with the highest power left, which only items can destroy."""
_POT: Final = 0.00002
"""The weight of the pot, for each skirmish won."""
_ITEM: Final[Mapping[ItemKind, float]] = MappingProxyType(
    {ItemKind.POWER: 0.15, ItemKind.REPAIR: 0.36, ItemKind.REINFORCEMENTS: 0.72}
)
"""The weight of an item in hand, by its kind. Items of other kinds hardly ever decide a match."""
_ITEM_POWER: Final = 0.0018


def evaluate(g: ArmsDealerState, seat: Seat) -> float:
    """Return a player's chance to win, from 0 to 1."""
    fleets = [left(side) for side in g.sides]
    strongest = max(max(fleet, default=0) for fleet in fleets)
    merits = [_merit(side, fleet, strongest, g.pot) for side, fleet in zip(g.sides, fleets, strict=True)]
    return share_of(merits, ((0,), (1,)), seat)


def _merit(side: Side, fleet: list[int], strongest: int, pot: int) -> float:
    """Return the sum of a player's weighted advantages. `fleet` has the powers of the player's ships."""
    ships = _FLEET * log1p(sum(fleet)) + _STRONGEST * fleet.count(strongest)
    items = sum([_ITEM.get(item.kind, 0) + _ITEM_POWER * item.power for item in side.hand])
    return ships + items + _COIN * side.coins + _POT * side.wins * pot
