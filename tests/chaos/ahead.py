"""Time that a trial can move forward, for the simulated Discord and for the bot in its own process."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sandbox.wire.server import Wire

LOOK: Final = 0.05
"""Seconds between two checks by the bot whether the time was moved."""

_FILE: Final = "ahead"


class Ahead:
    """The trial's control of the time."""

    def __init__(self, wire: Wire, folder: Path) -> None:
        """folder: the one in which the bot works."""
        self._wire = wire
        self._file = folder / _FILE
        self._seconds = 0.0

    def now(self) -> float:
        """Return the present time in seconds since 1970-01-01 UTC."""
        return self._wire.clock.now()

    def go_on(self, seconds: float) -> None:
        """Move the time forward immediately."""
        self._seconds += seconds
        self._wire.clock.advance(seconds)
        following = self._file.with_suffix(".new")
        following.write_text(str(self._seconds))
        following.replace(self._file)


class AheadClock:
    """The bot's clock: the machine's time plus the offset in a file."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / _FILE
        self._ahead = self._read()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self._ahead)

    async def follow(self, moved: Callable[[], Awaitable[None]]) -> None:
        """Watch the file without end, and call `moved` whenever the offset changes."""
        while True:
            await asyncio.sleep(LOOK)
            ahead = self._read()
            if ahead != self._ahead:
                self._ahead = ahead
                await moved()

    def _read(self) -> float:
        return float(self._file.read_text()) if self._file.exists() else 0.0
