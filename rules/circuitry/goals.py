"""The goals of Circuitry's balance (`Game.goals`)."""

from rules.core.goals import EvenSeats, PlanWins, StallsEnd, TimesDone

GREEN = ("rotate", "swap", "flip", "slide", "force", "portal", "portal-force")
"""The actions that are played with green cards."""
GOALS = (
    *(EvenSeats(seats=seats, within=3, matches=6_000) for seats in range(2, 7)),
    *(PlanWins(plan="wait-on-card-1", seats=seats, most=100 / seats, matches=3_000) for seats in (2, 3, 4, 6)),
    *(PlanWins(plan="gold-only", seats=seats, most=100 / seats - 5, matches=3_000) for seats in (2, 3, 4)),
    StallsEnd(most=20, matches=1_000),
    TimesDone(verbs=GREEN, name="plays of green cards", seats=4, least=6, matches=1_000),
)
