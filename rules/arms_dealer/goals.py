"""The goals of Arms Dealer's balance (`Game.goals`)."""

from rules.core.goals import GiftWorth, PlanWins, StallsEnd, decks, two_seats

GOALS = (
    two_seats(),
    PlanWins(plan="thrift-7", most=55, matches=5_000),
    PlanWins(plan="thrift-6", most=55, matches=5_000),
    GiftWorth(gift="hand=redraw", instead="coins=3000", least=0, matches=10_000),
    StallsEnd(most=12, last=1, matches=1_000),
    *decks(),
)
