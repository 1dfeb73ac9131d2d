"""What things are worth to the quick player of Alchemy, in points of the score."""

from typing import Final

POINT: Final = (0.0, 0.34, 0.32, 0.26, 0.2, 0.08, 0.0)
"""An AP, by how many one has: the first ones are for answers, and beyond six they are lost."""
CARD: Final = 0.16
KEPT: Final = 0.7
"""A card of the deck, as a part of what one of the hand is worth."""
SAVED: Final = 0.9
"""A point that the other player does not score."""
TALLY: Final = 0.8
"""The points that damage comes to in the end, as a part of those that are scored at once."""
LANDS: Final = 0.75
"""How much of an attack that wins is damage in the end: the rest is blocked."""
WORN: Final = 0.25
"""That the other player has used up cards for a defence: the next attack meets fewer."""
BOLD: Final = 0.05
"""Attacking, on top, for each turn without an attack: two full hands would wait for the last resort."""
DUE: Final = (0.0, 0.1, 0.8)
"""Attacking, on top, by one's own turns without an attack: the next idle turn may cost a point."""
PROCESS: Final = 0.05
"""Playing a process: one that waits may be thrown away."""

# What things cost.
PLAYED: Final = 0.08
"""Each card of an element that is played..."""
MAGNITUDE: Final = 0.035
"""... their magnitude..."""
JOINED: Final = 0.14
"""... and a complex element on top: what is exhausted does not come back."""
FRESH: Final = (0.7, 0.9, 1.2)
"""By how much more or less elements cost: while the hand can be refreshed next, in the turn after that, and later."""
PARRIED: Final = 0.25
"""An attack back."""
