"""What the table of Arms Dealer is worth to its players, before one of them has won."""

from typing import Final

from rules.arms_dealer.state import ArmsDealerState
from rules.core.events import Seat
from rules.core.prospects import share_of

# Fitted to matches that the quick player played on from tables where nobody had played well.
_POWER: Final = 0.0007
"""Of a ship that is not destroyed."""
_COIN: Final = 0.00012
_POT: Final = 0.00002
"""For each skirmish won, of what lies in the pot."""
_ITEM: Final = 0.35
_ITEM_POWER: Final = 0.0015


def prospects(g: ArmsDealerState, seat: Seat) -> float:
    """Which share of the win a player can expect."""
    return share_of([_merit(g, other) for other in range(len(g.sides))], ((0,), (1,)), seat)


def _merit(g: ArmsDealerState, seat: Seat) -> float:
    """How well a player stands."""
    side = g.sides[seat]
    power = sum([ship.power for ship in side.fleet]) - sum([ship.power for ship in side.scrapyard])
    items = _ITEM * len(side.hand) + _ITEM_POWER * sum([item.power for item in side.hand])
    return _POWER * power + _COIN * side.coins + _POT * side.wins * g.pot + items
