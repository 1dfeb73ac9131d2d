"""The goals of Alchemy's balance (`Game.goals`)."""

from rules.core.goals import DecidedEarly, PlanWins, StallsEnd, decks, two_seats

GOALS = (
    two_seats(),
    DecidedEarly(most=40, matches=5_000),
    PlanWins(plan="no-draw", most=50, matches=10_000),
    StallsEnd(most=25, last=1, matches=1_000),
    *decks(),
)
