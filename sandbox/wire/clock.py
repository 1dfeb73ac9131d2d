"""Discord's own time, and ids made of it."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

DISCORD_EPOCH: Final = 1_420_070_400_000
"""The first millisecond of 2015 ("API Reference", Snowflakes)."""


class Clock:
    """The machine's time, which tests may move on: it never goes back."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._alarms: dict[int, Alarm] = {}

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Let this time pass at once; what falls due by then happens before it returns."""
        assert seconds >= 0, "time does not go back"
        self._ahead += seconds
        for alarm in sorted(self._alarms.values(), key=lambda alarm: alarm.due):
            alarm.look()

    def alarm(self, due: float, ring: Callable[[], None]) -> "Alarm":
        """Call back once when this time has come."""
        alarm = Alarm(self, due, ring)
        self._alarms[id(alarm)] = alarm
        alarm.look()
        return alarm

    def forget(self, alarm: "Alarm") -> None:
        """This alarm has rung, or need not ring any more."""
        self._alarms.pop(id(alarm), None)

    def stop(self) -> None:
        """No alarm rings any more."""
        for alarm in tuple(self._alarms.values()):
            alarm.cancel()


class Alarm:
    """One thing that happens at one time."""

    def __init__(self, clock: Clock, due: float, ring: Callable[[], None]) -> None:
        self.due = due
        self._clock = clock
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Ring if it is time, or else look again when it should be."""
        left = self.due - self._clock.now()
        if self._handle is not None:
            self._handle.cancel()
        if left > 0:
            self._handle = asyncio.get_running_loop().call_later(left, self.look)
            return
        self.cancel()
        self._ring()

    def cancel(self) -> None:
        """Do not ring."""
        if self._handle is not None:
            self._handle.cancel()
        self._clock.forget(self)


class Snowflakes:
    """Ids that carry the time at which they were made, each greater than the one before."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def make(self) -> int:
        """An id of now."""
        milliseconds = int(self._clock.now() * 1000) - DISCORD_EPOCH
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last


def snowflake_time(snowflake: int) -> float:
    """When an id was made, in seconds since 1970."""
    return ((snowflake >> 22) + DISCORD_EPOCH) / 1000


def iso(moment: float) -> str:
    """A time as Discord writes it ("API Reference", ISO8601 Date/Time)."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
