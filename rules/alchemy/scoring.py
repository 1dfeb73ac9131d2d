"""The points that battles score (chapter 8)."""

from enum import StrEnum
from typing import NamedTuple

from rules.alchemy.attacks import Guard, Preparation
from rules.alchemy.limits import DAMAGE_A_POINT, LIGHT_TURNS


class Scoring(StrEnum):
    """The values of the option `damage_scoring`: damage scores by its total (8.2), never, or by battle (8.6)."""

    TALLY = "tally"
    OFF = "off"
    ON = "on"


class Points(NamedTuple):
    """The points of an attack that deals damage."""

    battle: int
    """5.10, 8.3 The points for winning the battle, with those that cards add; 0 if the damage is warded off."""
    tally: int = 0
    """8.2 The points for all damage that the attacker has dealt, warded off or not."""


def weight_of(scoring: Scoring, turn: int) -> int:
    """8.2 Return how many times the damage of a turn is added to the total: once, and after `LIGHT_TURNS` turns once
    more in each turn. By rounds the player who comes first in them would win 56 of 100 matches.
    """
    return 1 + max(turn - LIGHT_TURNS, 0) if scoring is Scoring.TALLY else 1


def points_of(  # noqa: PLR0913, PLR0917 # all that the points depend on
    scoring: Scoring, damage: int, turn: int, dealt: int, preparation: Preparation, guard: Guard
) -> Points:
    """Return the points for an attack's damage in a turn. `dealt` is the total of the attacker's damage before. Both
    are in halves of a point.
    """
    battle = 0
    if damage > 2 * guard.ward:
        battle = (max(damage // 2, 1) if scoring is Scoring.ON else 1) + preparation.prize
    if scoring is not Scoring.TALLY:
        return Points(battle)
    full = 2 * DAMAGE_A_POINT
    return Points(battle, (dealt + damage * weight_of(scoring, turn)) // full - dealt // full)
