"""How long users take to answer, and how long a ping therefore waits."""

from typing import Final

LONGEST: Final = 5 * 60
"""The maximum of a delay that is learned, in seconds."""

AWAY: Final = 10 * 60
"""Seconds. A user who takes longer was away, which tells nothing about the time that they think."""

WEIGHT: Final = 0.2
"""The weight of the latest answer in the mean."""
