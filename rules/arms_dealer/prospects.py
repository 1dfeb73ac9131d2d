"""What the table of Arms Dealer is worth to its players, before one of them has won."""

from typing import Final

from rules.arms_dealer.state import ArmsDealerState
from rules.core.events import Seat
from rules.core.prospects import share_of

# Fitted to matches of the quick player.
_SHIP: Final = -0.2
_POWER: Final = 0.0018
"""Of a ship that is not destroyed."""
_COIN: Final = 0.00009
_POT: Final = 0.00003
"""For each skirmish won, of what lies in the pot."""
_ITEM: Final = 0.25


def prospects(g: ArmsDealerState, seat: Seat) -> float:
    """Which share of the win a player can expect."""
    return share_of([_merit(g, other) for other in range(len(g.sides))], ((0,), (1,)), seat)


def _merit(g: ArmsDealerState, seat: Seat) -> float:
    """How well a player stands."""
    side = g.sides[seat]
    power = 0
    for ship in side.fleet:
        power += ship.power
    for ship in side.scrapyard:
        power -= ship.power
    return _SHIP * side.ships + _POWER * power + _COIN * side.coins + _POT * side.wins * g.pot + _ITEM * len(side.hand)
