"""Elect a leader among the processes that share a database. The leader does the work that only one of them may do."""

import asyncio
from typing import Final

import structlog

from bot.store.database import Database

log = structlog.stdlib.get_logger(__name__)


class Leader:
    """The result of the election for this process. A process that has the database to itself always leads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._decided: Final = asyncio.Event()
        self._changed = asyncio.Event()
        self._term = 0
        self.is_leading = False
        """Whether this process leads now."""
        if not database.is_shared:
            self._tell(True)

    async def stand(self) -> None:
        """Stand for election until cancelled. Return at once if no other process can use the database."""
        await self._database.lead(self._tell)

    async def decided(self) -> None:
        """Wait until it is known whether this process leads."""
        await self._decided.wait()

    async def elected(self, after: int = 0) -> int:
        """Wait until this process leads in a term later than `after`, and return the number of that term, from 1."""
        while not self.is_leading or self._term <= after:
            await self._changed.wait()
        return self._term

    def _tell(self, is_leading: bool) -> None:
        self._decided.set()
        if is_leading is self.is_leading:
            return
        self.is_leading = is_leading
        self._term += is_leading
        if self._database.is_shared:
            log.info("this process leads" if is_leading else "this process no longer leads")
        self._changed.set()
        self._changed = asyncio.Event()
