"""Numbers of Allocator that pictures need too."""

from typing import Final

BEFORE_SIEGE: Final = 24
"""5.7 The last turn whose attack no siege adds to."""


def siege_of(turn: int) -> int:
    """5.7 What the siege adds to the attack of a turn: 2 more in every round, the same for both players."""
    return (max(turn - BEFORE_SIEGE, 0) + 1) // 2 * 2
