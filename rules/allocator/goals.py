"""The goals of Allocator's balance (`Game.goals`)."""

from rules.core.goals import StallsEnd, decks, two_seats

GOALS = (two_seats(), StallsEnd(most=45, last=1, matches=1_000), *decks())
