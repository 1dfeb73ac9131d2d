"""Record the uptime of the bot, so that no player loses time while it is down.

While anything runs by the clock, the present moment is checked every `LOOK` seconds and stored every `BEAT` seconds. No
clock counts the time between the last stored moment and the next start, however short, nor any time in which Discord
was out of reach or the process was suspended together with its machine.

Time is measured by the monotonic clock while the process runs. So nobody gains or loses anything when the system's
clock is set back. When it is set forward, or the machine was suspended, that is noticed before the next change of a
match, and left out of all clocks to the second. A process that was stopped alone is noticed after `STOOD_STILL`. Over a
restart the stored moment is the bound: if the system's clock is before it, all clocks are set back as well, so that
nobody gains more than `BEAT`.
"""

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from bot.application.match.positions import Positions
from bot.clock import Clock, SteadyClock
from bot.model.clocks import Outage
from bot.model.pauses import DOWN
from bot.model.refusals import Unavailable
from bot.store import clocks
from bot.store import pauses as sql

BEAT: Final = 30.0
"""Seconds between two times at which the present moment is stored."""

LOOK: Final = 15.0
"""Seconds between two checks of the present moment."""

STOOD_STILL: Final = LOOK + 5.0
"""Seconds without a check after which the process must have been suspended."""

SET_FORWARD: Final = 1.0
"""The minimum number of seconds by which the system's clock must have been set forward to be followed."""

log = structlog.stdlib.get_logger(__name__)


class Uptime:
    """The record of the bot's uptime. The bot counts as down before `open` and after `close`."""

    def __init__(self, positions: Positions, clock: Clock) -> None:
        """clock: a `SteadyClock` is set by the system's clock once that has been set forward."""
        self._positions = positions
        self._clock = clock
        self._steady = clock if isinstance(clock, SteadyClock) else None
        self._last = 0.0
        """The moment of the last check. All time since then may turn out to be an outage."""
        self._written = 0.0
        """The moment that was stored last."""
        self._counting = asyncio.Lock()
        """The lock that is held while an outage is left out of the clocks, since only one may be at a time."""
        self._is_open = False
        self._timer: asyncio.TimerHandle | None = None
        self._beating: asyncio.Task[None] | None = None
        self._is_wanted = False
        self._is_paused = False

    async def open(self) -> None:
        """Start recording, and leave the time since the last stored moment out of all clocks.

        Raises:
            Unavailable: the database could not be read or written.
        """
        now = self._now
        up_until = await self._positions.read(sql.up_until)
        self._last = min(up_until, now)
        if up_until > now:
            log.warning("the system's clock was set back since the bot was last up", seconds=round(up_until - now))
            await self._positions.write(lambda db: sql.set_back(db, up_until - now))
            await self._positions.clocks.pauses.read_again()
        self._is_open, self._is_paused = True, False
        if await self._live_again():
            self.watch()

    async def close(self) -> None:
        """Stop recording, and store that the bot was up until now, or until `pause` if it is paused."""
        if self._is_open:
            self._is_open = False
            if self._timer is not None:
                self._timer.cancel()
            if self._beating is not None:
                await asyncio.wait([self._beating])
            with suppress(Unavailable):  # the failure was logged before
                await self._write()

    def pause(self) -> None:
        """Count the bot as down until `go_on`, since Discord is out of reach."""
        if self._is_open and not self._is_paused:
            self._is_paused, self._last = True, self._now

    async def go_on(self) -> None:
        """Count the bot as up again after `pause`, and leave the pause out of all clocks, however short it was.

        Raises:
            Unavailable: the clocks could not be changed.
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
        """Check and store the present moment for as long as anything runs by the clock. Call this on the event loop."""
        self._is_wanted = True
        if self._is_open and self._timer is None and self._beating is None:
            self._last = self._written = self._now
            self._set()

    async def catch_up(self) -> None:
        """If the process stood still, or the system's clock was set forward, leave that time out of all clocks.

        Raises:
            Unavailable: the clocks could not be changed.
        """
        if not self._is_open or self._is_paused:
            return
        if self._has_jumped:
            await self._live_again(only_if_jumped=True)
        else:
            self._last = self._now

    async def _live_again(self, *, only_if_jumped: bool = False) -> bool:
        """Leave the time since the last check out of all clocks, and return whether anything runs by the clock."""
        async with self._counting:
            if only_if_jumped and not self._has_jumped:
                return True  # another task has left it out meanwhile
            if only_if_jumped and self._now - self._last < STOOD_STILL:
                self._last = self._now  # until now the process has run
            ended = self._last
            if self._steady is not None and self._steady.behind >= SET_FORWARD:
                self._steady.follow()
            self._last = self._now
            if only_if_jumped:
                log.warning("the process stood still, or the clock was set", seconds=round(self._last - ended))
            try:
                outage = Outage(ended, self._last)
                self._positions.resume_clocks(outage)
                await self._positions.credit_outages([number for _, number in await self._positions.read(clocks.due)])
                await self._positions.write(lambda db: self._positions.clocks.pauses.tell(db, {DOWN: outage}))
                return await self._write()
            except BaseException:
                self._last = ended  # some clocks still count the outage: the next attempt starts from here
                raise

    @property
    def _has_jumped(self) -> bool:
        """Whether time has passed that no clock may count."""
        is_set = self._steady is not None and self._steady.behind >= SET_FORWARD
        return is_set or (self._looks and self._now - self._last >= STOOD_STILL)

    @property
    def _looks(self) -> bool:
        return self._timer is not None or self._beating is not None

    def _set(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        has_jumped, now = self._has_jumped, self._now
        self._timer = None
        if not has_jumped and 0 <= now - self._written < BEAT:
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
            pass  # the failure was logged before, and the next beat tries again
        finally:
            self._beating = None
            if self._is_open and (running or self._is_wanted):
                self._set()

    async def _write(self) -> bool:
        """Store the present moment if anything runs by the clock, and return whether anything does."""
        lived = self._last if self._is_paused else self._now
        running = await self._positions.write(lambda db: sql.record_up(db, lived))
        if not self._is_paused:
            self._last = self._written = lived
        return running

    @property
    def _now(self) -> float:
        return self._clock().timestamp()
