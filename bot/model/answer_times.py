"""The numbers by which ping delays are learned from the times that users take to answer."""

from typing import Final

LONGEST_DELAY: Final = 5 * 60
"""The maximum learned delay, in seconds."""

AWAY: Final = 10 * 60
"""A user who takes longer than this, in seconds, was away: the time says nothing about how long they think."""

WEIGHT: Final = 0.2
"""The weight of the latest answer in the mean."""
