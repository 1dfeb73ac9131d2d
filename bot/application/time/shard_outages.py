"""Record outages of single shards, so that nobody loses time while Discord does not pass on their presses.

While a shard is lost, the clocks of the matches on its servers stand still, and no duty is done in these matches
(`WhilePresent`). All direct messages come over shard 0: while it is lost, the clocks of all players whose hand is in a
direct message stand still as well. An outage is handled like an absence: whenever clocks are stored, the outage up to
then is left out of them (`MatchClocks.counted`), for the last time when the shard is back.
"""

import asyncio
from collections.abc import Collection
from typing import Final

import structlog

from bot.application.match.leases import Leases
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model.match import MatchId
from bot.model.pauses import Pause, Reason
from bot.model.shards import Shard
from bot.store import pauses as sql
from bot.store.availability import available

log = structlog.stdlib.get_logger(__name__)


class ShardOutages:
    """The record of lost shards. Every coroutine may raise `Unavailable`, and can then be called again."""

    def __init__(self, positions: Positions, clock: Clock, *, leases: Leases | None = None) -> None:
        """leases: the leases of this process, if it shares the database with others; None: it has the database to
        itself.
        """
        self._leases = leases
        self._unserved: set[Shard] = set()
        """Shards of this process that have not connected since the start."""
        self._positions = positions
        self._pauses: Final = positions.clocks.pauses
        self._clock = clock
        self._expected: frozenset[Shard] = frozenset()
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
        if not self._expected:
            self._expected = frozenset(shards)
            self._unserved = set(shards)
            self._pauses.expect(shards, self._now)

    def lose(self, shard: Shard) -> None:
        """Count a shard as lost from now on, so that the clocks that depend on it stop. Call `store` afterwards, so
        that the loss survives a restart.
        """
        if shard in self._connected:
            self._connected.discard(shard)
            log.warning("a shard is lost", shard=shard.id, shards=shard.total)
        self._pauses.add({Pause.lost(shard): self._now})

    async def store(self) -> None:
        """Store which shards of this process are lost, and since when."""
        async with self._changing:
            await self._pauses.all()
            await self._pauses.begin(self._pauses.of_ours())

    async def restore(self, shard: Shard) -> None:
        """Count a shard as connected again, so that the clocks that depend on it resume with the time that was left. If
        the shard is lost again meanwhile, it stays lost.

        Lost shards of an earlier run with another total number of shards count as back together with the first shard of
        this run.
        """
        self._connected.add(shard)
        async with self._changing:
            if self._leases is not None and shard in self._unserved:
                await self._take_over(shard, self._leases)
            lost = [pause for pause in await self._pauses.all() if pause.reason is Reason.LOST]
            back = [pause for pause in lost if pause.shard == shard or pause.shard.total != shard.total]
            ours = self._pauses.of_ours()
            await self._pauses.begin({pause: since for pause, since in ours.items() if pause not in back})
            matches = await self._matches_on([pause.shard for pause in back])
            await self._positions.resume(matches, back, lambda pause: pause.shard != shard or not self.is_lost(shard))
            log.info("a shard is back", shard=shard.id, shards=shard.total)

    async def _take_over(self, shard: Shard, leases: Leases) -> None:
        """Correct the moment of the loss of a shard that connects for the first time: it was not lost while the process
        that this one replaces still served it. Once all shards of this process have connected, store that.
        """
        with available():
            await self._pauses.all()
            pause = Pause.lost(shard)
            served_until = (await self._positions.read(sql.load)).get(pause) or await leases.served_until()
            if served_until is not None:
                self._pauses.correct(pause, served_until)
            if self._unserved == {shard}:
                await leases.serve()
                log.info("all shards are ready", shards=str(leases.shards))
        self._unserved.discard(shard)

    async def look(self) -> None:
        """Restore the shards that are connected but stored as lost, since another process took this one for dead while
        it stood still.
        """
        stored = await self._positions.read(sql.load)
        for pause in [pause for pause in stored if pause.reason is Reason.LOST and pause.shard in self._connected]:
            self._pauses.add({pause: stored[pause]})
            await self.restore(pause.shard)

    async def _matches_on(self, shards: Collection[Shard]) -> list[MatchId]:
        everywhere = any(shard.has_direct_messages for shard in shards)
        matches = await self._positions.read(sql.live_matches)
        lost = (number for number, guild in matches if everywhere or any(shard.has(guild) for shard in shards))
        return list(dict.fromkeys(lost))

    @property
    def _now(self) -> float:
        return self._clock().timestamp()
