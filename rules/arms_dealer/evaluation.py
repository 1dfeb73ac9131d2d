"""The value of an unfinished state of Arms Dealer to each player."""

from collections.abc import Sequence
from typing import Final

from rules.arms_dealer.state import ArmsDealerState, Side
from rules.arms_dealer.worths import left, worth_of_ship
from rules.core.evaluation import share_of
from rules.core.events import Seat

# These weights were fitted to matches that the quick player finished from states of poor play.
_COIN: Final = 0.00015
_POT: Final = 0.00002
"""For each skirmish won, as a share of the pot."""
_ITEM: Final = 0.35
_ITEM_POWER: Final = 0.0015


def evaluate(g: ArmsDealerState, seat: Seat) -> float:
    """Return the share of the win that a player can expect."""
    together = left(*g.sides)
    merits = [_merit(side, together, g.pot) for side in g.sides]
    return share_of(merits, ((0,), (1,)), seat)


def _merit(side: Side, together: Sequence[int], pot: int) -> float:
    """Return how well a player stands; `together` lists the powers of both players' remaining ships."""
    ships = sum([worth_of_ship(power, together) for power in left(side)])
    items = _ITEM * len(side.hand) + _ITEM_POWER * sum([item.power for item in side.hand])
    return _COIN * (side.coins + ships) + _POT * side.wins * pot + items
