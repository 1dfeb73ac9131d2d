"""Grant a limited number of turns at once, the most urgent first."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count


class Priority(IntEnum):
    """Rank work by how long it can wait; the lowest rank comes first."""

    PLAY = 0
    """A table waits for this work."""
    ASKED = 1
    """One person waits for the answer."""
    LEISURE = 2
    """No table or person is held up by this work."""


class Turns:
    """Grant up to `free` turns at once, to waiters by urgency and then by order of arrival."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._order = count()

    @property
    def waiting(self) -> Counter[Priority]:
        """How many wait for a turn, by priority."""
        return Counter(priority for priority, _, turn in self._waiting if not turn.done())

    @asynccontextmanager
    async def turn(self, priority: Priority) -> AsyncIterator[None]:
        """Wait for a turn, and have it for as long as the context lasts."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(priority)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, priority: Priority) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (priority, next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()  # the turn was granted just before the cancellation
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
