"""How much a match counts for a player's rating, so that nobody rises by beating accounts of their own.

A match moves a rating by the change that openskill computes, times the weight of the match for this player: the mean,
over the opponents, of

    0.7 ** matches * min(1, met / known) ** 3

`matches` counts the rated matches that the two have finished before in this season, or in the latest 90 days on a
server without seasons. `met` counts the players whom the opponent has met in this rating list, with this one. `known`
is half of the players of the list, and 20 at most. So the same pair counts less and less, and an opponent who has met
few players counts little. docs/fairness.md shows what that does to farms.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

REPEATED: Final = 0.7
"""The factor by which each further match of a pair counts less."""
KNOWN: Final = 20
"""The most players that an opponent must have met to count fully."""
WINDOW: Final = 90 * 86_400
"""Seconds for which earlier matches of a pair count on a server without seasons."""
_STEEPNESS: Final = 3


class Opponent(NamedTuple):
    """One opponent in a match."""

    matches: int
    """The rated matches of the two in this season before this one."""
    met: int
    """The number of players whom the opponent has met in the rating list, in this match as well."""


def weight(opponents: Sequence[Opponent], players: int) -> float:
    """Return the weight of a match for one of its players, from 0 to 1. players: how many the rating list has."""
    known = max(1.0, min(KNOWN, players / 2))
    weights = [REPEATED**each.matches * min(1.0, each.met / known) ** _STEEPNESS for each in opponents]
    return sum(weights) / len(weights) if weights else 1.0
