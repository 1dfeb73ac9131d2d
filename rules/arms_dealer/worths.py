"""The value of a ship to a computer player, in coins."""

from collections.abc import Sequence
from typing import Final

from rules.arms_dealer.odds import score
from rules.arms_dealer.state import Side
from rules.arms_dealer.view import SideView

_STRONGEST: Final = 4_000
"""A ship of the highest power left: only items can destroy it."""
_WEAKEST: Final = -800
_BEATING: Final = 1_800
"""For other ships: the value of one that beats none, as it is drawn in place of a better one, and the bonus for beating
all."""


def left(*sides: Side | SideView) -> list[int]:
    """Return the powers of these sides' ships that are not destroyed."""
    remaining: list[int] = []
    for side in sides:
        powers = [ship.power for ship in side.fleet]
        for ship in side.scrapyard:
            powers.remove(ship.power)
        remaining += powers
    return remaining


def worth_of_ship(power: int, left: Sequence[int]) -> float:
    """Return the value of a ship of this power, by how it would do against all ships that are left."""
    if power >= max(left, default=0):
        return _STRONGEST
    return _WEAKEST + _BEATING * sum([score(power, against) for against in left]) / len(left)
