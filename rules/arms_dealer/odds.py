"""The chances of skirmishes and battles, from 0 to 1."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rules.arms_dealer.cards import ItemCard, ItemKind, ShipCard
from rules.arms_dealer.limits import NEEDED

Classes = tuple[tuple[int, int], ...]
"""Powers of ships, each with the number of ships that have it."""
_HUNDRED: Final = 100
_REINFORCED: Final = 3
"""The power that Reinforcements add on average, in hundreds; `_ITEM` is that of an item that is not known."""
_ITEM: Final = 1.2
_MOST: Final = 9
"""The greatest lead in the power of items that counts, in hundreds."""
TIE: Final = 0.35
"""The value of a tie if a win has the value 1: both players win the skirmish, and both lose a ship."""


def score(power: int, against: int) -> float:
    """Return the value of a skirmish with this power against another."""
    return 1.0 if power > against else TIE if power == against else 0.0


def classes(ships: Iterable[ShipCard]) -> Classes:
    """Return the powers of these ships, each with their number."""
    return tuple(Counter([ship.power for ship in ships]).items())


def reserve_of(hand: Iterable[ItemCard], against: int) -> int:
    """Return the power that these items can add to ships, less what this number of unknown items of the other player
    can, in hundreds.
    """
    items = [_REINFORCED if item.kind is ItemKind.REINFORCEMENTS else item.power // _HUNDRED for item in hand]
    return max(-_MOST, min(round(sum(items) - _ITEM * against), _MOST))


@lru_cache(maxsize=1 << 16)
def battle(powers: tuple[int, ...], against: Classes, wins: int, lost: int, reserve: int) -> float:
    """Return the chance to win the battle with ships of these powers against random ones of another fleet.

    against: the other fleet (`classes`). wins, lost: the skirmishes won so far by this player and by the other.
    reserve: the lead in the power of items (`reserve_of`). The player who has it uses it where it is worth most.
    """
    if wins >= NEEDED or lost >= NEEDED:
        return 0.5 if wins == lost else float(wins > lost)
    if not powers:
        return 0.5
    power, later = powers[0], powers[1:]

    def after(lead: int, left: int) -> float:
        """Return the chance after a skirmish with this lead; at 0, both have won."""
        return battle(later, against, wins + (lead >= 0), lost + (lead <= 0), left)

    chances = ships = 0.0
    for other, count in against:
        lead = (power - other) // _HUNDRED
        ways = [after(lead, reserve)]
        if lead <= 0 < reserve:
            ways += [after(turned, reserve - turned + lead) for turned in (0, 1) if 0 < turned - lead <= reserve]
        elif lead >= 0 > reserve:
            ways += [after(turned, reserve + lead - turned) for turned in (0, -1) if 0 < lead - turned <= -reserve]
        chances += count * (max(ways) if reserve > 0 else min(ways))
        ships += count
    return chances / ships if ships else 0.5
