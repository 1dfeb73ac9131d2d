"""The clock, passed in as a function so that tests can set it."""

import sys
import time
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


def uninterrupted() -> float:
    """Return the seconds of a clock that is never set and that goes on while the machine is suspended."""
    if sys.platform == "win32":
        return time.monotonic()  # it goes on there
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))  # macOS has the second alone


class SteadyClock:
    """A clock that starts by the system's clock and then goes on by the monotonic one, so that time is measured evenly
    however the system's clock is set. Suspensions of the machine do not count.
    """

    def __init__(self, wall: Clock = system_clock, monotonic: Callable[[], float] = time.monotonic) -> None:
        """wall: the system's clock. monotonic: returns the seconds of a clock that is never set."""
        self._wall = wall
        self._monotonic = monotonic
        self._offset = 0.0
        """The seconds by which the monotonic clock is behind this one."""
        self.follow()

    def __call__(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.fromtimestamp(self._offset + self._monotonic(), UTC)

    @property
    def behind(self) -> float:
        """The seconds by which the system's clock is ahead of this one, since it was set or the machine was suspended;
        below 0: by how much the system's clock was set back.
        """
        return self._wall().timestamp() - self._offset - self._monotonic()

    def follow(self) -> None:
        """Set this clock by the system's."""
        self._offset = self._wall().timestamp() - self._monotonic()
