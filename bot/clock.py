"""The clock, passed in as a function so that tests can set it."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Return the present moment, with its time zone."""


def system_clock() -> datetime:
    """Return the present moment in UTC by the system's clock."""
    return datetime.now(UTC)


def seconds(clock: Clock) -> int:
    """Return the present moment as the store keeps it: whole seconds since 1970-01-01 UTC."""
    return int(clock().timestamp())
