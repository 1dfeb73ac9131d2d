"""Limit how much work runs at once, and let the most urgent work run first."""

import asyncio
from collections import Counter
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
    """Grant up to `total` turns at once: by priority, and among equals in the order of arrival."""

    def __init__(self, total: int) -> None:
        self.total = total
        self._taken = 0
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._order = count()

    @property
    def waiting(self) -> Counter[Priority]:
        """The number of tasks that wait for a turn, by priority."""
        return Counter(priority for priority, _, turn in self._waiting if not turn.done())

    async def take(self, priority: Priority) -> None:
        """Wait for a turn and take it; `give_back` ends it."""
        if self._taken < self.total:
            self._taken += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (priority, next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()  # the turn was granted just before the cancellation
            raise

    def give_back(self) -> None:
        """End a turn that was taken, and grant the next one."""
        self._taken -= 1
        self._grant()

    def resize(self, total: int) -> None:
        """Change the number of turns granted at once. Turns already taken are not ended."""
        self.total = total
        self._grant()

    def _grant(self) -> None:
        while self._waiting and self._taken < self.total:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                self._taken += 1
                turn.set_result(None)
