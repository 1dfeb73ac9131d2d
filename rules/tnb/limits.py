"""Numbers of T&B's rulebook that its rules and its pictures share."""

from typing import Final

LIFE: Final = 6
"""1.1 The number of Life Points at the start."""
FIRST_HAND: Final = 2
"""3.2 The number of cards drawn at the start."""
HAND_LIMIT: Final = 4
"""3.3 The maximum number of cards in a hand."""
BOARD_LIMIT: Final = 4
"""2.1 The maximum number of cards on a board."""
QUIET_ROUNDS: Final = 4
"""4.4 After this many rounds in a row in which nobody lost Life Points, the lead no longer decides who goes first."""
ROUND_LIMIT: Final = 60
"""8.5 The number of the last round of a match."""
