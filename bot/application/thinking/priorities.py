"""Who does something first, where no more than so many can at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count


class Urgency(IntEnum):
    """How long something can wait: the lowest comes first."""

    PLAY = 0
    """People wait at a table."""
    ASKED = 1
    """Somebody waits for an answer."""
    LEISURE = 2
    """Nobody waits for it at a table."""


class Turns:
    """So many turns at once; of those who wait for one, whoever is more urgent comes first, then whoever came first."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []
        self._order = count()

    @asynccontextmanager
    async def turn(self, urgency: Urgency) -> AsyncIterator[None]:
        """Wait for a turn, and have it for as long as the context lasts."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(urgency)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, urgency: Urgency) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (urgency, next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()  # it was given the turn a moment ago
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
