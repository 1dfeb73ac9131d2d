"""Discord's clock, and ids that contain the time."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import repeat
from typing import Final

DISCORD_EPOCH: Final = 1_420_070_400_000
"""The first millisecond of 2015 ("API Reference", Snowflakes)."""


class Clock:
    """The machine's time, plus the seconds by which tests have moved it forward."""

    def __init__(self, *, stands_still: bool = False) -> None:
        """stands_still: whether only `advance` moves this clock."""
        self._machine = repeat(time.time()).__next__ if stands_still else time.time
        self._ahead = 0.0
        self._alarms: dict[int, Alarm] = {}

    def now(self) -> float:
        """Return the seconds since 1970."""
        return self._machine() + self._ahead

    def advance(self, seconds: float) -> None:
        """Move the clock forward, and ring every alarm that is due by then before returning."""
        assert seconds >= 0, "time does not go back"
        self._ahead += seconds
        for alarm in sorted(self._alarms.values(), key=lambda alarm: alarm.due):
            alarm.check()

    def alarm(self, due: float, ring: Callable[[], None]) -> "Alarm":
        """Call `ring` once, when the clock reaches `due` (seconds since 1970)."""
        alarm = Alarm(self, due, ring)
        self._alarms[id(alarm)] = alarm
        alarm.check()
        return alarm

    def forget(self, alarm: "Alarm") -> None:
        """Drop an alarm that has rung or been cancelled."""
        self._alarms.pop(id(alarm), None)

    def stop(self) -> None:
        """Cancel all alarms."""
        for alarm in tuple(self._alarms.values()):
            alarm.cancel()


class Alarm:
    """A call that is due at a certain time."""

    def __init__(self, clock: Clock, due: float, ring: Callable[[], None]) -> None:
        self.due = due
        self._clock = clock
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def check(self) -> None:
        """Ring if the alarm is due; otherwise check again when it should be."""
        remaining = self.due - self._clock.now()
        if self._handle is not None:
            self._handle.cancel()
        if remaining > 0:
            self._handle = asyncio.get_running_loop().call_later(remaining, self.check)
            return
        self.cancel()
        self._ring()

    def cancel(self) -> None:
        """Prevent the alarm from ringing."""
        if self._handle is not None:
            self._handle.cancel()
        self._clock.forget(self)


class Snowflakes:
    """Makes ids that contain the time at which they were made. Each is greater than the one before."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def make(self) -> int:
        """Return a new id."""
        milliseconds = int(self._clock.now() * 1000) - DISCORD_EPOCH
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last


def snowflake_time(snowflake: int) -> float:
    """Return when an id was made, in seconds since 1970."""
    return ((snowflake >> 22) + DISCORD_EPOCH) / 1000


def iso(moment: float) -> str:
    """Return a time as Discord writes it ("API Reference", ISO8601 Date/Time)."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
