"""What a match is worth that nobody has won yet, as computer players reckon it."""

from collections.abc import Collection, Sequence
from math import exp

from rules.core.events import Seat


def share_of(merits: Sequence[float], teams: Sequence[Collection[Seat]], seat: Seat) -> float:
    """The share of the win that the seat can expect, if each point of merit makes its team e times likelier to win.

    merits: how well each seat stands; those of a team count together.
    """
    own, other = 0.0, 0.0
    best = max(merits)
    for team in teams:
        odds = exp(min(sum([merits[mate] - best for mate in team]), 50))
        if seat in team:
            own = odds / len(team)
        other += odds
    return own / other
