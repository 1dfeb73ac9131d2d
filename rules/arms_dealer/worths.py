"""What a ship is worth to a computer player, in coins."""

from collections.abc import Sequence
from typing import Final

from rules.arms_dealer.odds import score
from rules.arms_dealer.state import Side
from rules.arms_dealer.view import SideView

_STRONGEST: Final = 4_000
"""A ship that none is stronger than: nothing but items destroys it."""
_WEAKEST: Final = -800
_BEATING: Final = 1_800
"""Another one that beats no ship, since it is drawn instead of a better one; and what is added if it beat them all."""


def left(*sides: Side | SideView) -> list[int]:
    """The powers of the ships of these sides that are not destroyed."""
    found: list[int] = []
    for side in sides:
        powers = [ship.power for ship in side.fleet]
        for ship in side.scrapyard:
            powers.remove(ship.power)
        found += powers
    return found


def worth_of_ship(power: int, left: Sequence[int]) -> float:
    """A ship of this power, by how it would do against the powers of all ships of both sides that are left."""
    if power >= max(left, default=0):
        return _STRONGEST
    return _WEAKEST + _BEATING * sum([score(power, against) for against in left]) / len(left)
