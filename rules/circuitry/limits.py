"""The numbers of Circuitry's rulebook that its rules and its pictures are held to."""

from typing import Final

HAND: Final = 3
"""3.3 Circuit cards dealt to each player beside the charge-point card."""
GOLD_AT_START: Final = {2: (3, 3), 3: (1, 2, 1), 4: (0, 2, 2, 3), 5: (0, 2, 2, 2, 2), 6: (1, 2, 2, 2, 2, 2)}
"""3.5 Gold cards that each seat begins with, by the number of players."""
TAKEN: Final = 2
"""4.2 Mini cards taken in a turn."""
INHIBITED: Final = 3
"""9.5 Turns that an Inhibit lasts."""
PLAYED: Final = 6
"""11.11 Mini cards that may be played in a turn."""
HELD: Final = 8
"""11.12 Mini cards and charges that may be held."""
GIFTS: Final = 8
"""11.7 Cards that team-mates may give each other in a turn."""
LAST_ROUND: Final = 30
"""10.3"""
QUIET_ROUNDS: Final = 6
"""10.4"""
TURNED_OVER: Final = 6
"""6.5 The round with which card 1 is turned over, if it was not before."""
SPARE: Final = 1
"""7.2 Charges of one's own that may be carried beyond those that are needed to win."""
