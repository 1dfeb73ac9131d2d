"""Record outages of single shards, so that nobody loses time while Discord does not pass on their presses.

While a shard is lost, the clocks of the matches on its servers stand still, and no duty is done in these matches
(`WhilePresent`). All direct messages come over shard 0: while it is lost, the clocks of all players whose hand is in a
direct message stand still as well. An outage is handled like an absence: whenever clocks are stored, the outage up to
then is left out of them (`MatchClocks.counted`), for the last time when the shard is back.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final

import structlog

from bot.application.match.announcer import Announcer
from bot.application.match.leases import Leases
from bot.application.match.positions import Positions, available
from bot.application.time.uptime import AT_ONCE
from bot.clock import Clock
from bot.model.match import MatchId
from bot.model.shards import Shard
from bot.store import lost_shards as sql
from bot.store.database import Rows

Returning = Callable[[Rows, Shard, float, float], Awaitable[None]]
"""A function to call in the transaction that stores that a shard is back, with that transaction, the shard and the two
moments between which it was lost.
"""

log = structlog.stdlib.get_logger(__name__)


class ShardOutages:
    """The record of lost shards. Every coroutine may raise `Unavailable`, and can then be called again."""

    def __init__(
        self, positions: Positions, announcer: Announcer, clock: Clock, *, leases: Leases | None = None
    ) -> None:
        """leases: the leases of this process, if it shares the database with others; None: it has the database to
        itself.
        """
        self._leases = leases
        self._unserved: set[Shard] = set()
        """Shards of this process that have not connected since the start."""
        self.returning: Final[list[Returning]] = []
        """The functions to call for each shard that is back."""
        self._positions = positions
        self._lost = positions.clocks.lost
        self._announcer = announcer
        self._clock = clock
        self._connected: set[Shard] = set()
        self._changing = asyncio.Lock()

    @property
    def are_all_lost(self) -> bool:
        """Whether no shard of this process is connected."""
        return not self._connected

    def is_lost(self, shard: Shard) -> bool:
        """Return whether a shard is not connected."""
        return shard not in self._connected

    def expect(self, shards: Collection[Shard]) -> None:
        """Set the shards of this process. Each counts as lost until it is restored. Only the first call has an
        effect.
        """
        if not self._lost.ours:
            self._lost.expect(shards, self._now)
            self._unserved = set(shards)

    def lose(self, shard: Shard) -> None:
        """Count a shard as lost from now on, so that the clocks that depend on it stop. Call `store` afterwards, so
        that the loss survives a restart.
        """
        if shard in self._connected:
            self._connected.discard(shard)
            log.warning("a shard is lost", shard=shard.id, shards=shard.total)
        self._lost.add([shard], self._now)

    async def store(self) -> None:
        """Store which shards of this process are lost, and since when."""
        async with self._changing:
            await self._lost.all()
            lost = self._lost.of_ours()
            await self._positions.write(lambda db: sql.insert(db, lost))

    async def restore(self, shard: Shard) -> None:
        """Count a shard as connected again, so that the clocks that depend on it resume with the time that was left. If
        the shard is lost again meanwhile, it stays lost.

        The outage is left out of the clocks first, match by match, and only then is it stored that the shard is back.
        If anything fails in between, the shard still counts as lost, and the next attempt leaves no time out twice.
        Lost shards of an earlier run with another total number of shards count as back together with the first shard of
        this run.
        """
        self._connected.add(shard)
        async with self._changing:
            lost = await self._lost.all()
            if self._leases is not None and shard in self._unserved:
                await self._take_over(shard, self._leases)
                lost = await self._lost.all()
            back = {each for each in lost if each == shard or each.total != shard.total}
            matches = await self._matches_on(back)
            for place in range(0, len(matches), AT_ONCE):
                await asyncio.gather(*map(self._positions.credit_outage, matches[place : place + AT_ONCE]))
            if self.is_lost(shard):
                back.discard(shard)
            still_lost = {each: since for each, since in self._lost.of_ours().items() if each not in back}

            now = self._now

            async def work(db: Rows) -> None:
                for each in back:
                    for tell in self.returning:
                        await tell(db, each, lost[each], now)
                await sql.delete(db, back)
                await sql.insert(db, still_lost)

            await self._positions.write(work)
            if self.is_lost(shard):
                back.discard(shard)
            self._lost.remove(back)
            log.info("a shard is back", shard=shard.id, shards=shard.total)
            for number in matches:
                self._announcer.due(number, self._now)

    async def _take_over(self, shard: Shard, leases: Leases) -> None:
        """Correct the moment of the loss of a shard that connects for the first time: it was not lost while the process
        that this one replaces still served it. Once all shards of this process have connected, store that.
        """
        with available():
            served_until = (await self._positions.read(sql.load)).get(shard) or await leases.served_until()
            if served_until is not None:
                self._lost.correct(shard, served_until)
            if self._unserved == {shard}:
                await leases.serve()
                log.info("all shards are ready", shards=str(leases.shards))
        self._unserved.discard(shard)

    async def look(self) -> None:
        """Restore the shards that are connected but stored as lost, since another process took this one for dead while
        it stood still.
        """
        stored = await self._positions.read(sql.load)
        for shard in [shard for shard in stored if shard in self._connected]:
            self._lost.add([shard], stored[shard])
            await self.restore(shard)

    async def _matches_on(self, shards: Collection[Shard]) -> list[MatchId]:
        everywhere = any(shard.has_direct_messages for shard in shards)
        matches = await self._positions.read(sql.live_matches)
        return [number for number, guild in matches if everywhere or any(shard.has(guild) for shard in shards)]

    @property
    def _now(self) -> float:
        return self._clock().timestamp()
