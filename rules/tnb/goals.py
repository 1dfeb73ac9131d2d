"""The goals of T&B's balance (`Game.goals`)."""

from rules.core.goals import LeadChanges, PlanWins, decks, two_seats

GOALS = (
    two_seats(),
    PlanWins(plan="no-move", most=46, matches=5_000),
    PlanWins(plan="without withdraw", most=50, matches=10_000),
    PlanWins(plan="no-haste", most=50, matches=10_000),
    LeadChanges(least=50, matches=5_000),
    *decks(),
)
