"""How long users take to answer, and how long a ping therefore waits."""

from typing import Final

LONGEST: Final = 5 * 60
"""The maximum of a delay that is learned, in seconds."""

AWAY: Final = 10 * 60
"""A user who takes longer than this, in seconds, was away: the time says nothing about how long they think."""

WEIGHT: Final = 0.2
"""The weight of the latest answer in the mean."""
