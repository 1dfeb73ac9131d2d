"""The chances of skirmishes and battles, from 0 to 1."""

from collections.abc import Sequence
from typing import Final

from rules.arms_dealer.limits import NEEDED

TIE: Final = 0.35
"""The value of a tie if a win has the value 1: both players win the skirmish, and both lose a ship."""


def score(power: int, against: int) -> float:
    """Return the value of a skirmish with this power against another."""
    return 1.0 if power > against else TIE if power == against else 0.0


def skirmish(power: int, against: Sequence[int]) -> tuple[float, float]:
    """Return the chance that a ship of this power beats a random one of the ships `against`, and the chance of a
    tie.
    """
    return _share(against, 0, power), _share(against, power, power + 1)


def battle(skirmishes: Sequence[tuple[float, float]], wins: int, lost: int) -> float:
    """Return the chance to win the battle, given the chances to win and to tie each further skirmish."""
    if wins >= NEEDED or lost >= NEEDED:
        return 0.5 if wins == lost else float(wins > lost)
    if not skirmishes:
        return 0.5
    win, tie = skirmishes[0]
    later = skirmishes[1:]
    chance = win * battle(later, wins + 1, lost) if win else 0.0
    if tie:
        chance += tie * battle(later, wins + 1, lost + 1)
    if win + tie < 1:
        chance += (1 - win - tie) * battle(later, wins, lost + 1)
    return chance


def _share(powers: Sequence[int], start: int, stop: int) -> float:
    return sum(start <= power < stop for power in powers) / len(powers) if powers else 0.0
