"""What happens in matches by itself, at its time."""

import asyncio
from heapq import heappop, heappush
from typing import Final, NamedTuple

import structlog

from bot.application.standing import StandingAnswers
from bot.clock import Clock
from bot.log import origin
from bot.model.match import MatchId
from bot.model.refusals import Refusal, Unavailable

SHORTEST: Final = 5
"""Seconds after which what failed is tried again; each time it fails again, after twice as many."""
LONGEST: Final = 60 * 60

log = structlog.stdlib.get_logger(__name__)


class _Failing(NamedTuple):
    """A match in which what was due failed."""

    pause: int
    again: float
    """When it is tried again."""


class Timers:
    """Sees to it that every standing answer is given when it is due. Before `open` and after `close` nothing happens.

    Moments are stored with the matches: those that pass while nothing runs are made up for by the next `open`. What
    fails, whatever the reason, is tried again after a pause that grows from `SHORTEST` to `LONGEST` seconds.
    """

    def __init__(self, standing: StandingAnswers, clock: Clock) -> None:
        self._standing = standing
        self._clock = clock
        self._due: list[tuple[float, MatchId]] = []
        self._failing: dict[MatchId, _Failing] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._working: asyncio.Task[None] | None = None
        self._is_open = False

    async def open(self) -> None:
        """Begin.

        Raises:
            Unavailable: the database does not say what is due.
        """
        if not self._is_open:
            self._is_open = True
            for due, number in await self._standing.due():
                self.schedule(number, due)

    async def close(self) -> None:
        """Finish what is being done, and begin nothing more."""
        self._is_open = False
        if self._timer is not None:
            self._timer.cancel()
        await self.settled()

    async def settled(self) -> None:
        """Wait until everything that is due now has been done."""
        while self._working is not None:
            await asyncio.shield(self._working)

    def schedule(self, number: MatchId, due: float) -> None:
        """Something is due in a match then, in seconds since 1970-01-01 UTC. To be called on the event loop."""
        if self._is_open:
            heappush(self._due, (due, number))
            self._set()

    def _set(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._is_open and self._due and self._working is None:
            delay = max(0.0, self._due[0][0] - self._clock().timestamp())
            self._timer = asyncio.get_running_loop().call_later(delay, self._start)

    def _start(self) -> None:
        self._working = asyncio.create_task(self._work(), name="what is due")

    async def _work(self) -> None:
        try:
            while self._is_open and self._due and self._due[0][0] <= self._clock().timestamp():
                await self._do(heappop(self._due)[1])
        finally:
            self._working = None
            self._set()

    async def _do(self, number: MatchId) -> None:
        try:
            await self._standing.give(number)
        except Unavailable:  # it has been logged
            self._put_off(number)
            return
        except Refusal as refusal:  # its text may speak of a hand
            log.info("what was due is not any more", match=number, cause=type(refusal).__name__)
        except Exception as error:  # noqa: BLE001 # whatever it is
            log.error("what was due failed", match=number, cause=origin(error))  # noqa: TRY400 # without its text
            self._put_off(number)
            return
        self._failing.pop(number, None)

    def _put_off(self, number: MatchId) -> None:
        """Try again later; if that is to come yet, the match has only moved on meanwhile, and it stays so."""
        now, failing = self._clock().timestamp(), self._failing.get(number)
        if failing is None or failing.again <= now:
            pause = SHORTEST if failing is None else min(LONGEST, 2 * failing.pause)
            self._failing[number] = _Failing(pause, now + pause)
            heappush(self._due, (now + pause, number))
