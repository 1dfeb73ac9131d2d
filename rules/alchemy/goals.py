"""The goals of Alchemy's balance (`Game.goals`)."""

from rules.core.goals import DecidedEarly, PlanWins, decks, two_seats

GOALS = (
    two_seats(),
    DecidedEarly(most=40, matches=5_000),
    PlanWins(plan="no-draw", most=50, matches=10_000),
    *decks(),
)
