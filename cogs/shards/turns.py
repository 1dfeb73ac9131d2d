"""Make several processes with one token take turns to log in: one at a time for each rate limit key."""

import asyncio
from typing import Final

from bot.application.match.leases import Leases, Taken, Work
from bot.store.errors import StoreError

LOOK: Final = 0.5
"""Seconds between two attempts to take a turn that another process has."""


class LoginTurns:
    """Takes turns by leases, so that a turn passes on when its process dies."""

    def __init__(self, leases: Leases, *, look: float = LOOK) -> None:
        """look: as `LOOK`."""
        self._leases = leases
        self._look = look
        self._ends: dict[int, asyncio.TimerHandle] = {}
        self._ending: dict[int, asyncio.Task[None]] = {}

    async def take(self, key: int) -> None:
        """Wait until no other process has the turn of a key, and take it."""
        if (end := self._ends.pop(key, None)) is not None:
            end.cancel()
        if (ending := self._ending.get(key)) is not None:
            await asyncio.wait([ending])
        while not await self._is_ours(key):  # noqa: ASYNC110 # no other process tells when it leaves
            await asyncio.sleep(self._look)

    def leave(self, key: int, *, after: float) -> None:
        """Allow another process to take the turn of a key after this many seconds."""
        self._ends[key] = asyncio.get_running_loop().call_later(after, self._end, key)

    async def _is_ours(self, key: int) -> bool:
        try:
            return await self._leases.take(Work.LOGINS, key) is not Taken.OTHERS
        except StoreError:  # the store logs outages; while it fails, other processes may log in at the same time
            return False

    def _end(self, key: int) -> None:
        del self._ends[key]
        self._ending[key] = task = asyncio.create_task(self._leases.release(Work.LOGINS, key), name="end of a login")
        task.add_done_callback(lambda _: self._ending.pop(key, None))
