"""Drop from memory what other processes have changed in the database that they share with this one."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from bot.application.match.announcer import Announcer
from bot.application.match.leases import Leases
from bot.application.match.outbox import Outbox
from bot.application.match.positions import Positions, readable
from bot.application.people.names import Names
from bot.application.people.preferences import PreferenceBook
from bot.application.time.shard_outages import ShardOutages
from bot.model.match import MatchId
from bot.model.refusals import Unavailable
from bot.store.database import Database
from bot.store.errors import is_outage
from bot.store.notices import Notice, Subject

LOOK: Final = 30.0
"""Seconds between two looks for changes of which the notice was lost."""
_PAUSE: Final = 1.0
"""Seconds after which something is read again if a lost server did not return it."""


class Neighbours:
    """Follow the notices of other processes. A database that only one process can use sends none.

    A notice that is late or lost can make this process show something outdated, but loses no change: every write first
    checks that the stored value is still the one that was read. Hints, analyses and chances need no notices, since they
    concern one ply or a finished match.
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
        """Until cancelled, drop what notices say is outdated, and check everything every `LOOK` seconds.

        Each check also makes this process look for work left by processes that have died.
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
        """Drop what a notice names. None: check everything, since notices may have been lost."""
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
            case Notice(Subject.PLACES):
                self._read(self._positions.clocks.absent.read_again)
            case Notice(Subject.SHARDS):
                self._read(self._positions.clocks.lost.read_again)
            case _:
                self._read(self._look)

    async def look(self) -> None:
        """Drop everything that may be outdated. If the database cannot be read now, the next check does the rest."""
        with suppress(Unavailable):
            await self._look()

    async def settled(self) -> None:
        """Wait until every reading that a notice has caused is done."""
        while self._reading:
            await asyncio.gather(*self._reading)

    async def _look(self) -> None:
        self._preferences.forget_all()
        self._names.forget_all()
        await self._positions.look()
        await self._positions.clocks.absent.read_again()
        await self._positions.clocks.lost.read_again()
        await self._shard_outages.look()
        await self._read_closed()

    async def _read_closed(self) -> None:
        with readable():
            await self._outbox.read_closed()

    async def _count(self) -> None:
        with readable():
            await self._leases.count()

    def _read(self, work: Callable[[], Awaitable[None]]) -> None:
        """Read something in the background. If the server is lost, read it once the server is back, since nothing
        announces it again.
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
