"""Evaluating unfinished matches for computer players."""

from collections.abc import Collection, Sequence
from math import exp

from rules.core.events import Seat


def share_of(merits: Sequence[float], teams: Sequence[Collection[Seat]], seat: Seat) -> float:
    """Return the seat's expected share of the win, where each point of merit multiplies a team's odds of winning by e.

    merits: the strength of each seat's position; the merits of team-mates are added.
    """
    seat_share, total_odds = 0.0, 0.0
    best = max(merits)
    for team in teams:
        odds = exp(min(sum([merits[mate] - best for mate in team]), 50))
        if seat in team:
            seat_share = odds / len(team)
        total_odds += odds
    return seat_share / total_odds
