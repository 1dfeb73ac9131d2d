"""What happens in matches by itself, at its time."""

import asyncio
from heapq import heappop, heappush
from typing import Final

import structlog

from bot.application.standing import StandingAnswers
from bot.clock import Clock
from bot.model.match import MatchId
from bot.model.refusals import Refusal, Unavailable

_AGAIN: Final = 5.0
"""Seconds after which what the database did not take is tried again."""

log = structlog.stdlib.get_logger(__name__)


class Timers:
    """Sees to it that every standing answer is given when it is due. Before `open` and after `close` nothing happens.

    Moments are stored with the matches: those that pass while nothing runs are made up for by the next `open`.
    """

    def __init__(self, standing: StandingAnswers, clock: Clock) -> None:
        self._standing = standing
        self._clock = clock
        self._due: list[tuple[float, MatchId]] = []
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
                due, number = heappop(self._due)
                try:
                    await self._standing.give(number)
                except Unavailable:  # it has been logged
                    heappush(self._due, (max(due, self._clock().timestamp()) + _AGAIN, number))
                except Refusal as refusal:  # its text may speak of a hand
                    log.info("what was due is not any more", match=number, cause=type(refusal).__name__)
        finally:
            self._working = None
            self._set()
