"""Chapter 8: what battles score."""

from enum import StrEnum
from typing import NamedTuple

from rules.alchemy.attacks import Guard, Preparation
from rules.alchemy.limits import DAMAGE_A_POINT


class Scoring(StrEnum):
    """8.2 What damage is worth: the values of the option `damage_scoring`."""

    TALLY = "tally"
    OFF = "off"
    ON = "on"


class Points(NamedTuple):
    """What an attack scores that deals damage."""

    battle: int
    """5.10, 8.3 For the battle, with what cards add: 0 if the damage is warded off."""
    tally: int = 0
    """8.2 For all the damage that its player has dealt, whether it was warded off or not."""


def points_of(scoring: Scoring, damage: int, dealt: int, preparation: Preparation, guard: Guard) -> Points:
    """What so much damage scores, in halves, for a player who has dealt so much before, in halves too."""
    battle = 0
    if damage > 2 * guard.ward:
        battle = (max(damage // 2, 1) if scoring is Scoring.ON else 1) + preparation.prize
    if scoring is not Scoring.TALLY:
        return Points(battle)
    full = 2 * DAMAGE_A_POINT
    return Points(battle, (dealt + damage) // full - dealt // full)
