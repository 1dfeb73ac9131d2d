"""Numbers of Alchemy's rulebook that its rules and its pictures share."""

from typing import Final

HAND: Final = 6
"""1.5, 3.1"""
STORE: Final = 3
"""3.4"""
POINTS_A_TURN: Final = 2
"""2.1"""
MOST_POINTS: Final = 6
"""2.2"""
IDLE_TURNS: Final = 3
"""2.6"""
REST: Final = 2
"""3.7 The number of turns, of both players, that a refreshed hand has to rest."""
DAMAGE_A_POINT: Final = 6
"""8.2"""
LAST_TURN: Final = 160
QUIET_TURNS: Final = 20
"""8.4"""
