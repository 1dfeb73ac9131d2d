"""The clock, passed in as a function so that tests can set it."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""A function that returns the present moment, with a time zone."""


def system_clock() -> datetime:
    """Return the present moment in UTC by the system's clock."""
    return datetime.now(UTC)


def seconds(clock: Clock) -> int:
    """Return the present moment in whole seconds since 1970-01-01 UTC, as the store keeps it."""
    return int(clock().timestamp())
