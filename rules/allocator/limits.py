"""Numbers that both the rules and the pictures of Allocator need."""

from typing import Final

LIFE: Final = 5
"""1.6 The number of Life cards at the start."""
BEFORE_SIEGE: Final = 24
"""5.7 The last turn without a siege."""


def siege_of(turn: int) -> int:
    """5.7 Return the Attack that the siege adds in a turn: 2 more each round, the same for both players."""
    return (max(turn - BEFORE_SIEGE, 0) + 1) // 2 * 2
