"""What happens in matches by itself, at its time."""

import asyncio
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple, Protocol

import structlog

from bot.application.match.announcer import Announcer
from bot.application.time.uptime import Uptime
from bot.clock import Clock
from bot.log import origin
from bot.model.match import MatchId
from bot.model.position import Position
from bot.model.refusals import Refusal, Unavailable

SHORTEST: Final = 5
"""Seconds after which what failed is tried again; each time it fails again, after twice as many."""
LONGEST: Final = 60 * 60

log = structlog.stdlib.get_logger(__name__)


class Duty(Protocol):
    """One kind of what is due in matches; moments are seconds since 1970-01-01 UTC."""

    async def due(self) -> list[tuple[float, MatchId]]:
        """When something of it is due next in each match, as it is stored."""
        ...

    async def give(self, number: MatchId) -> Position:
        """Do one thing of it that is due in a match now, if there is one."""
        ...

    def next_of(self, position: Position) -> float | None:
        """When something of it is due next in a match; None: nothing is."""
        ...


class _Failing(NamedTuple):
    """A match in which what was due failed."""

    pause: int
    again: float
    """When it is tried again."""


class Timers:
    """Sees to it that every duty is done when it is due. Before `open` and after `close` nothing happens.

    Moments are stored with the matches: those that pass while nothing runs are made up for by the next `open`. What
    fails, whatever the reason, is tried again after a pause that grows from `SHORTEST` to `LONGEST` seconds.
    """

    def __init__(self, duties: Sequence[Duty], uptime: Uptime, clock: Clock, announcer: Announcer) -> None:
        """uptime: is opened and closed with the timers."""
        self._duties = list(duties)
        self._uptime = uptime
        self._clock = clock
        self._due: list[tuple[float, MatchId]] = []
        self._first: dict[MatchId, float] = {}
        """When each match is looked at next; what else is listed of it is not looked at."""
        self._failing: dict[MatchId, _Failing] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._working: asyncio.Task[None] | None = None
        self._is_open = False
        self._is_reached = True
        announcer.on_changed(self.look)
        announcer.on_due(self.schedule)

    async def open(self, *more: Duty) -> None:
        """Begin; more: duties that need Discord. The time in which nothing ran is counted for nobody.

        Raises:
            Unavailable: the database does not say what is due; nothing has begun then.
        """
        if not self._is_open:
            self._is_open = True
            self._duties += [duty for duty in more if duty not in self._duties]
            try:
                await self._uptime.open()
                found = [there for duty in self._duties for there in await duty.due()]
            except BaseException:
                self._is_open = False
                raise
            if not self._is_reached:
                self._uptime.pause()
            for due, number in found:  # all of it is known before any of it is done
                self.schedule(number, due)

    async def close(self) -> None:
        """Finish what is being done, and begin nothing more."""
        if not self._is_open:
            return
        self._is_open = False
        if self._timer is not None:
            self._timer.cancel()
        await self.settled()
        await self._uptime.close()

    def pause(self) -> None:
        """Nobody reaches the bot: nothing is done and no time is counted before `go_on`."""
        self._is_reached = False
        self._uptime.pause()

    async def go_on(self) -> None:
        """It is reached again.

        Raises:
            Unavailable: clocks could not be changed; nothing goes on then.
        """
        if not self._is_reached:
            await self._uptime.go_on()
            self._is_reached = True
            self._set()

    async def settled(self) -> None:
        """Wait until everything that is due now has been done."""
        while self._working is not None:
            await asyncio.shield(self._working)

    def look(self, position: Position) -> None:
        """A match has changed: see to what is due in it next. To be called on the event loop."""
        if self._is_open:
            moments = [due for duty in self._duties if (due := duty.next_of(position)) is not None]
            if moments:
                self.schedule(position.match.id, min(moments))
            if position.clocks:
                self._uptime.watch()

    def schedule(self, number: MatchId, due: float) -> None:
        """Something is due in a match then. To be called on the event loop."""
        if self._is_open and due < self._first.get(number, float("inf")):
            self._first[number] = due
            heappush(self._due, (due, number))
            self._set()

    @property
    def is_running(self) -> bool:
        """Whether duties are done when they are due: between `open` and `close`, but not while paused."""
        return self._is_open and self._is_reached

    def _set(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self.is_running and self._due and self._working is None:
            delay = max(0.0, self._due[0][0] - self._clock().timestamp())
            self._timer = asyncio.get_running_loop().call_later(delay, self._start)

    def _start(self) -> None:
        self._working = asyncio.create_task(self._work(), name="what is due")

    async def _work(self) -> None:
        try:
            while self.is_running and self._due and self._due[0][0] <= self._clock().timestamp():
                due, number = heappop(self._due)
                if self._first.get(number) == due:
                    del self._first[number]
                    await self._do(number)
        finally:
            self._working = None
            self._set()

    async def _do(self, number: MatchId) -> None:
        """Do what is due in a match. A duty that fails holds up no other, and all are tried again later."""
        done = [await self._try(duty, number) for duty in self._duties]
        if all(done):
            self._failing.pop(number, None)
        else:
            self._put_off(number)

    async def _try(self, duty: Duty, number: MatchId) -> bool:
        """Whether nothing failed."""
        try:
            await self._uptime.catch_up()
            due = duty.next_of(await duty.give(number))
        except Unavailable:  # it has been logged
            return False
        except Refusal as refusal:  # its fields may speak of a hand
            log.info("what was due is not any more", match=number, cause=type(refusal).__name__)
        except Exception as error:  # noqa: BLE001 # whatever it is
            log.error("what was due failed", match=number, cause=origin(error))  # noqa: TRY400 # without its text
            return False
        else:
            if due is not None:
                self.schedule(number, due)
        return True

    def _put_off(self, number: MatchId) -> None:
        """Try again later; if that is to come yet, the match has only moved on meanwhile, and it stays so."""
        now, failing = self._clock().timestamp(), self._failing.get(number)
        if failing is None or failing.again <= now:
            pause = SHORTEST if failing is None else min(LONGEST, 2 * failing.pause)
            failing = self._failing[number] = _Failing(pause, now + pause)
        self.schedule(number, failing.again)
