"""What the table of Arms Dealer is worth to its players, before one of them has won."""

from collections.abc import Sequence
from typing import Final

from rules.arms_dealer.state import ArmsDealerState, Side
from rules.arms_dealer.worths import left, worth_of_ship
from rules.core.events import Seat
from rules.core.prospects import share_of

# Fitted to matches that the quick player played on from tables where nobody had played well.
_COIN: Final = 0.00015
_POT: Final = 0.00002
"""For each skirmish won, of what lies in the pot."""
_ITEM: Final = 0.35
_ITEM_POWER: Final = 0.0015


def prospects(g: ArmsDealerState, seat: Seat) -> float:
    """Which share of the win a player can expect."""
    together = left(*g.sides)
    merits = [_merit(side, together, g.pot) for side in g.sides]
    return share_of(merits, ((0,), (1,)), seat)


def _merit(side: Side, together: Sequence[int], pot: int) -> float:
    """How well a player stands, where the ships of both sides that are left have these powers."""
    ships = sum([worth_of_ship(power, together) for power in left(side)])
    items = _ITEM * len(side.hand) + _ITEM_POWER * sum([item.power for item in side.hand])
    return _COIN * (side.coins + ships) + _POT * side.wins * pot + items
