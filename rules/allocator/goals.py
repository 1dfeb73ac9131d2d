"""The goals of Allocator's balance (`Game.goals`)."""

from rules.core.goals import decks, two_seats

GOALS = (two_seats(), *decks())
