"""Numbers of T&B's rulebook that its rules and its pictures share."""

from typing import Final

LIFE: Final = 6
"""1.1"""
FIRST_HAND: Final = 2
"""3.2"""
HAND_LIMIT: Final = 4
"""3.3"""
BOARD_LIMIT: Final = 4
"""2.1"""
QUIET_ROUNDS: Final = 4
"""4.4"""
ROUND_LIMIT: Final = 60
"""8.5"""
