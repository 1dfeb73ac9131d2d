"""How long users take to answer, and how long a ping therefore waits."""

from typing import Final

LONGEST: Final = 5 * 60
"""The maximum of a delay that is learned, in seconds."""

_AWAY: Final = 10 * 60
"""Seconds. A user who takes longer was away, which tells nothing about the time that they think."""

_WEIGHT: Final = 0.2
"""The weight of the latest answer in the mean."""


def learned(mean: float | None, seconds: float) -> float | None:
    """Return the mean time of a user's answers after another one; None: nothing is known yet."""
    if seconds > _AWAY:
        return mean
    return seconds if mean is None else mean + _WEIGHT * (seconds - mean)


def ping_delay(chosen: int | None, mean: float | None) -> int | None:
    """Return the seconds before a user is pinged; None: never.

    The delay is twice the time that they usually take, up to `LONGEST`, and never shorter than they chose. A choice of
    0 is kept.
    """
    if not chosen or mean is None:
        return chosen
    return max(chosen, min(LONGEST, round(2 * mean)))
