"""The value of a ship to a computer player, in coins."""

from collections.abc import Sequence
from typing import Final

from rules.arms_dealer.odds import score
from rules.arms_dealer.state import Side
from rules.arms_dealer.view import SideView

_STRONGEST: Final = 4_000
"""The value of a ship of the highest power left. Only items can destroy such a ship."""
_WEAKEST: Final = -800
_BEATING: Final = 1_800
"""The value that a ship gains by beating all others. A ship that beats none has the value `_WEAKEST`.

`_WEAKEST` is negative, since such a ship is drawn in place of a better one.
"""


def left(*sides: Side | SideView) -> list[int]:
    """Return the powers of all ships of these sides that are not destroyed."""
    remaining: list[int] = []
    for side in sides:
        powers = [ship.power for ship in side.fleet]
        for ship in side.scrapyard:
            powers.remove(ship.power)
        remaining += powers
    return remaining


def worth_of_ship(power: int, left: Sequence[int]) -> float:
    """Return the value of a ship of this power, judged by its skirmishes against all ships that are left."""
    if power >= max(left, default=0):
        return _STRONGEST
    return _WEAKEST + _BEATING * sum([score(power, against) for against in left]) / len(left)
