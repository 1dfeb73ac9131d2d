"""Until when the bot lived: nobody loses time while it was down.

While a clock runs, the present moment is looked at every few seconds, and written down now and then. What lies between
what was written last and the next start is counted for nobody, however short; nor is any time in which Discord was out
of reach, or in which the process stood still, with the machine that it runs on.
"""

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model.clocks import Life
from bot.model.refusals import Unavailable
from bot.store import clocks as sql

BEAT: Final = 30.0
"""Seconds after which the present moment is written down again."""

LOOK: Final = 15.0
"""Seconds after which it is looked at again."""

STOOD_STILL: Final = LOOK + 5.0
"""Seconds without a look after which the process did not live meanwhile."""

AT_ONCE: Final = 64
"""Matches whose clocks are changed in one transaction after an outage."""

log = structlog.stdlib.get_logger(__name__)


class Uptime:
    """Before `open` and after `close` the bot is taken to be down."""

    def __init__(self, positions: Positions, clock: Clock) -> None:
        self._positions = positions
        self._clock = clock
        self._last = 0.0
        """When the moment was looked at last: what lies after it may have to be counted..."""
        self._written = 0.0
        """... and when it was written down."""
        self._counting = asyncio.Lock()
        """Held while an outage is counted: the next one is counted after it."""
        self._is_open = False
        self._timer: asyncio.TimerHandle | None = None
        self._beating: asyncio.Task[None] | None = None
        self._is_wanted = False
        self._is_paused = False

    async def open(self) -> None:
        """Begin: the time until now is counted for nobody.

        Raises:
            Unavailable: the database does not say until when the bot lived, or cannot be written to.
        """
        now = self._now
        self._last = min(await self._positions.read(sql.up_until), now)
        self._is_open, self._is_paused = True, False
        if await self._live_again():
            self.watch()

    async def close(self) -> None:
        """Write down that the bot lived until now, or until it was out of reach."""
        if self._is_open:
            self._is_open = False
            if self._timer is not None:
                self._timer.cancel()
            if self._beating is not None:
                await asyncio.wait([self._beating])
            with suppress(Unavailable):  # it has been logged
                await self._write()

    def pause(self) -> None:
        """Nobody reaches the bot from now on: until `go_on` it is as good as down."""
        if self._is_open and not self._is_paused:
            self._is_paused, self._last = True, self._now

    async def go_on(self) -> None:
        """It is reached again. A break, however short, costs nobody anything.

        Raises:
            Unavailable: clocks could not be changed.
        """
        if self._is_paused:
            self._is_paused = False
            try:
                if self._looks:
                    await self._live_again()
            except BaseException:
                self._is_paused = True
                raise
            self.watch()

    def watch(self) -> None:
        """A clock runs: look and beat from now on, as long as one does. To be called on the event loop."""
        self._is_wanted = True
        if self._is_open and self._timer is None and self._beating is None:
            self._last = self._written = self._now
            self._set()

    async def catch_up(self) -> None:
        """If the process stood still since the last look, clocks run out later than they would have.

        Raises:
            Unavailable: they could not be changed.
        """
        if self._is_open and not self._is_paused and self._looks and self._now - self._last >= STOOD_STILL:
            log.warning("the process stood still", seconds=round(self._now - self._last))
            await self._live_again()

    async def _live_again(self) -> bool:
        """Count the time since the last look for nobody; whether a clock runs."""
        async with self._counting:
            ended, self._last = self._last, self._now
            try:
                self._positions.live_again(Life(ended, self._last))
                numbers = [number for _, number in await self._positions.read(sql.due)]
                for place in range(0, len(numbers), AT_ONCE):
                    await asyncio.gather(*map(self._positions.count_outage, numbers[place : place + AT_ONCE]))
                return await self._write()
            except BaseException:
                self._last = ended  # it has not been counted everywhere: the next look does
                raise

    @property
    def _looks(self) -> bool:
        return self._timer is not None or self._beating is not None

    def _set(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        self._timer, now = None, self._now
        if now - self._last < STOOD_STILL and 0 <= now - self._written < BEAT:
            if not self._is_paused:
                self._last = now
            self._set()
            return
        self._beating = asyncio.create_task(self._beat(), name="the bot lives")

    async def _beat(self) -> None:
        running, self._is_wanted = True, False
        try:
            await self.catch_up()
            if not self._is_paused:
                running = await self._write()
        except Unavailable:
            pass  # it has been logged, and the next beat tries again
        finally:
            self._beating = None
            if self._is_open and (running or self._is_wanted):
                self._set()

    async def _write(self) -> bool:
        """Whether a clock runs, so that it was written that the bot lives."""
        lived = self._last if self._is_paused else self._now
        running = await self._positions.write(lambda db: sql.record_up(db, lived))
        if not self._is_paused:
            self._last = self._written = lived
        return running

    @property
    def _now(self) -> float:
        return self._clock().timestamp()
