"""The values with which the quick player of Alchemy reckons, in points of the score."""

from typing import Final

POINT: Final = (0.0, 0.34, 0.32, 0.26, 0.2, 0.08, 0.0)
"""The value of one more AP, by the number of AP that a player has. The first ones pay for answers.

More than six are lost.
"""
CARD: Final = 0.16
DRAWN_CARD: Final = 0.7
"""The value of a card drawn by a refresh or after a block, as a share of the value of a card in hand."""
SAVED: Final = 0.9
"""The value of each point that the other player is kept from scoring."""
TALLY: Final = 0.8
"""The value of a point for all damage so far, as a share of the value of a point that is scored at once."""
WON: Final = 1.0
"""The bonus of an attack that wins the match if it hits unblocked."""
LANDS: Final = 0.75
"""The average share of a winning attack that becomes damage. The rest is blocked."""
WORN: Final = 0.25
"""The value of making the other player use up cards for a defence, so that the next attack meets fewer cards."""
BOLD: Final = 0.05
"""The bonus of an attack for each turn that has passed without one. Without this bonus, two players with full hands
would only wait.
"""
DUE: Final = (0.0, 0.1, 0.8)
"""The bonus of an attack, by the number of turns that the player has ended without one; the third costs a point."""
PROCESS: Final = 0.05
"""The bonus of playing a process, because a process that stays in hand may be lost to a refresh."""

# Costs.
PLAYED: Final = 0.08
"""The cost of each element card that is played."""
MAGNITUDE: Final = 0.035
"""The cost of each point of magnitude that is played."""
JOINED: Final = 0.14
"""The extra cost of a complex element, because its cards are exhausted and do not come back."""
FRESH: Final = (0.7, 0.9, 1.2)
"""Factors on the cost of elements, by the number of turns before the hand can be refreshed: none, one or two."""
PARRIED: Final = 0.25
"""The cost of being attacked back after a parry."""
