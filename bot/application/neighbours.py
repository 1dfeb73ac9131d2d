"""Drop cached data that other processes have changed in the database that they share with this one."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from bot.application.match.announcer import Announcer
from bot.application.match.leases import Leases
from bot.application.match.outbox import Outbox
from bot.application.match.positions import Positions
from bot.application.time.shard_outages import ShardOutages
from bot.model.match import MatchId
from bot.model.refusals import Unavailable
from bot.people.names import Names
from bot.people.preferences import PreferenceBook
from bot.store.availability import readable
from bot.store.database import Database
from bot.store.errors import is_outage
from bot.store.notices import Notice, Subject

LOOK: Final = 30.0
"""Seconds between two checks for changes whose notices were lost."""
_PAUSE: Final = 1.0
"""Seconds after which a read is repeated that failed because the database server was lost."""


class Neighbours:
    """Follow the notices of changes that other processes make. In a database for a single process there are none.

    If a notice is late or lost, this process may show something outdated, but no change is lost: every write first
    checks that the stored value is still the one that was read. Hints, analyses and chances need no notices, since they
    are about a past ply or a finished match.
    """

    def __init__(  # noqa: PLR0913 # everything that keeps data in memory
        self,
        database: Database,
        positions: Positions,
        announcer: Announcer,
        *,
        names: Names,
        preferences: PreferenceBook,
        outbox: Outbox,
        leases: Leases,
        shard_outages: ShardOutages,
    ) -> None:
        self._leases = leases
        self._shard_outages = shard_outages
        self._announcer = announcer
        self._database = database
        self._positions = positions
        self._names = names
        self._preferences = preferences
        self._outbox = outbox
        self._reading: set[asyncio.Task[None]] = set()

    async def follow(self) -> None:
        """Drop the data named by notices, and all outdated data every `LOOK` seconds, until cancelled.

        Every `LOOK` seconds, also look for work that dead processes have left undone.
        """
        listening = asyncio.create_task(self._database.listen(self.hear), name="notices")
        try:
            while not (await asyncio.wait([listening], timeout=LOOK))[0]:
                await self.look()
                self._announcer.look()
            await listening
        finally:
            listening.cancel()
            for reading in self._reading:
                reading.cancel()

    def hear(self, notice: Notice | None) -> None:
        """Drop the data that a notice names. None: drop all outdated data, since notices may have been lost."""
        match notice:
            case None:
                self._read(self._look)
            case Notice(Subject.MATCH, (match_id, revision)):
                self._positions.overtake(MatchId(match_id), revision)
            case Notice(Subject.USER, (user,)):
                self._preferences.forget(user)
                self._names.forget(user)
            case Notice(Subject.SERVER, (guild,)):
                self._preferences.forget_server(guild)
            case Notice(Subject.NAME, (guild, user)):
                self._names.forget_on(guild, user)
            case Notice(Subject.CLOSED):
                self._read(self._read_closed)
            case Notice(Subject.PROCESSES):
                self._read(self._count)
            case Notice(Subject.PAUSES):
                self._read(self._positions.clocks.pauses.read_again)
            case _:
                self._read(self._look)

    async def look(self) -> None:
        """Drop all data that may be outdated. If the database cannot be read now, the next check does the rest."""
        with suppress(Unavailable):
            await self._look()

    async def settled(self) -> None:
        """Wait until all reads that notices have caused are done."""
        while self._reading:
            await asyncio.wait(self._reading)

    async def _look(self) -> None:
        self._preferences.forget_all()
        self._names.forget_all()
        await self._positions.look()
        await self._positions.clocks.pauses.read_again()
        await self._shard_outages.look()
        await self._read_closed()

    async def _read_closed(self) -> None:
        with readable():
            await self._outbox.read_closed()

    async def _count(self) -> None:
        with readable():
            await self._leases.count()

    def _read(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do a read in the background. If the database server is lost, repeat the read once the server is back, since
        no second notice will cause it.
        """

        async def read() -> None:
            while True:
                try:
                    return await work()
                except Unavailable as refusal:
                    if not is_outage(refusal):
                        return None
                await asyncio.sleep(_PAUSE)
                await self._database.usable()

        task = asyncio.create_task(read(), name="what another process has changed")
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)
