"""Numbers of T&B's rulebook that its rules and its pictures share."""

from typing import Final

LIFE: Final = 6
"""1.1 Life Points at the start."""
FIRST_HAND: Final = 2
"""3.2 Cards drawn at the start."""
HAND_LIMIT: Final = 4
"""3.3 Cards that a hand can hold."""
BOARD_LIMIT: Final = 4
"""2.1 Cards that a board can hold."""
QUIET_ROUNDS: Final = 4
"""4.4 After this many rounds in a row in which nobody lost Life Points, the lead no longer decides who goes first."""
ROUND_LIMIT: Final = 60
"""8.5 The last round of a match."""
