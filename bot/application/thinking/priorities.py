"""Limit how much work runs at once, and run the most urgent work first."""

import asyncio
from collections import Counter
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count


class Priority(IntEnum):
    """A priority of work. Work of the lowest number runs first."""

    PLAY = 0
    """A match waits for the work."""
    ASKED = 1
    """One user waits for the result."""
    LEISURE = 2
    """No match and no user is held up by the work."""


class Turns:
    """Turns for work, of which up to `total` are taken at once. They are granted by priority, and in the order of the
    requests within a priority.
    """

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
        """Wait for a turn and take it. Call `give_back` when the work is done."""
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
        """Give back a turn that was taken, so that the next one is granted."""
        self._taken -= 1
        self._grant()

    def resize(self, total: int) -> None:
        """Change how many turns can be taken at once. Turns that are taken already do not end."""
        self.total = total
        self._grant()

    def _grant(self) -> None:
        while self._waiting and self._taken < self.total:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                self._taken += 1
                turn.set_result(None)
