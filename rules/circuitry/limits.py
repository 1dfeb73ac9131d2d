"""The numbers of Circuitry's rulebook that its rules and its pictures are held to."""

from typing import Final

HAND: Final = 3
"""3.3 Circuit cards dealt to each player beside the charge-point card."""
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
