"""Numbers of Allocator that pictures need too."""

from typing import Final

BEFORE_SIEGE: Final = 24
"""5.7 The last turn whose attack no siege adds to."""


def siege_of(turn: int) -> int:
    """5.7 What the siege adds to the attack of a turn."""
    return max(turn - BEFORE_SIEGE, 0)
