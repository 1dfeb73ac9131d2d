"""Take and release leases, which keep two processes from doing the same work at the same time.

Several processes can share a PostgreSQL database, each with a part of the shards. Direct messages all reach shard 0,
so a match is changed by several of them all the time, and whoever changed it delivers it. They agree by rows alone:

- Each does only what it holds the lease of: the kinds of `Work`. A lease is held while its process gives signs of
  life; who inherits one from a dead process counts its messages as perhaps sent.
- The stored duties of a match are done by the process of its server's shard (`time.own_matches`).
- A process that is dead, or stands still, has lost its shards since its last sign of life, so that clocks have one
  account (`time.shared_uptime`). A new process of the same part takes over while the old one runs.
- One leader registers commands and uploads emojis (`bot.application.leader`, an advisory lock of its session).
- Discord's limit on calls is shared by the number of living processes (`cogs.shards.calls`), or counted by a proxy.
- A server that Discord does not tell this process about is asked for (`cogs.delivery.guilds`); nothing follows from
  not knowing it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from os import getpid
from secrets import token_hex
from socket import gethostname
from typing import Final

import structlog

from bot.clock import Clock
from bot.model.shards import ShardRange
from bot.store import leases as sql
from bot.store.database import Database, Rows
from bot.store.errors import StoreError
from bot.store.leases import Rival, Taken, Work

__all__ = ["ALIVE", "Leases", "Taken", "Work"]

ALIVE: Final = 20.0
"""A process counts as alive for this many seconds after its latest sign of life."""
BEAT: Final = ALIVE / 4
"""Seconds between two signs of life."""

_log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class _TwoOthersError(StoreError):
    """Two other processes that count as alive have the same range of shards."""

    def __init__(self, shards: ShardRange, others: Sequence[Rival]) -> None:
        names = " and ".join(each.name for each in others)
        super().__init__(f"Shards {shards} are being handed over already, between {names}. Wait for that.")
        self.until = min(each.alive_until for each in others)
        """The moment from which the first of them no longer counts as alive, unless it gives another sign of life."""


class Leases:
    """Take and release the leases of this process. Every coroutine may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._process: Final = token_hex(8)
        self._name: Final = f"{gethostname()}:{getpid()}"
        self._shards: ShardRange | None = None
        self._alive_until = 0.0
        self.living = 0
        """The number of living processes that share the shards, including this one, by the latest count; 0 if this
        process has not claimed shards.
        """
        self.revivals = 0
        """The number of times that this process came back to life after it had counted as dead."""
        self._held: set[tuple[Work, int]] = set()
        self._unreleased: set[tuple[Work, int]] = set()
        """The leases whose release is still to be stored."""

    @property
    def process(self) -> str:
        """The id of this process."""
        return self._process

    @property
    def name(self) -> str:
        """The name of this process as its operator reads it: host:process id."""
        return self._name

    async def take(self, work: Work, key: int, inherit: Callable[[Rows], Awaitable[None]] | None = None) -> Taken:
        """Take a lease unless another living process holds it, and return the result of the attempt. Nothing is written
        if this process has taken the lease already and has lately given a sign of life.

        inherit: called in the same transaction if the lease is inherited from a dead process, to store the consequences
        of its death.
        """
        now = self._clock().timestamp()
        is_known_alive = self._alive_until >= now + ALIVE / 2
        if (work, key) in self._held and is_known_alive:
            return Taken.FREE

        async def write(db: Rows) -> Taken:
            if not is_known_alive:  # otherwise this write would needlessly conflict with reads by other processes
                await sql.beat(db, self._process, self._name, now + ALIVE)
            taken = await sql.take(db, work, key, self._process, now)
            if taken is Taken.INHERITED and inherit is not None:
                await inherit(db)
            return taken

        taken = await self._database.write(write)
        if not is_known_alive:
            self._alive_until = now + ALIVE
        if taken is Taken.OTHERS:
            self._held.discard((work, key))
        else:
            self._held.add((work, key))
            self._unreleased.discard((work, key))
        return taken

    def lost(self, work: Work, key: int) -> None:
        """Record in memory that this process has lost a lease, because it stood still until another process took it."""
        self._held.discard((work, key))

    async def release(self, work: Work, key: int) -> None:
        """Release a lease, so that another process can take it. If no other process can use the database, keep it."""
        if self._database.is_shared and (work, key) in self._held:
            self._held.discard((work, key))
            self._unreleased.add((work, key))
            with suppress(StoreError):  # the next beat tries again
                await self._store_releases()

    @asynccontextmanager
    async def held(self, work: Work, key: int) -> AsyncIterator[Taken]:
        """Try to take a lease, yield the result of the attempt, and release the lease on exit.

        If no other process can use the database, yield `Taken.FREE` without a write.
        """
        if not self._database.is_shared:
            yield Taken.FREE
            return
        taken = await self.take(work, key)
        try:
            yield taken
        finally:
            await self.release(work, key)

    async def live(self) -> None:
        """Give signs of life until cancelled, then record a proper end. Return at once if no other process can use the
        database.
        """
        if not self._database.is_shared:
            return
        try:
            while True:
                with suppress(StoreError):  # the store logs outages
                    await self.beat()
                await asyncio.sleep(BEAT)
        finally:
            with suppress(StoreError):
                await self.end()

    async def end(self) -> None:
        """Record that this process has shut down properly."""
        now = self._clock().timestamp()
        await self._database.write(lambda db: sql.end(db, self._process, now))

    async def claim(self, shards: ShardRange, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Claim a range of shards for this process. If one living process has the same range, this process replaces it.
        If two have it, wait until the first of them no longer counts as alive, since it may have been killed.

        sleep: waits for a number of seconds.

        Raises:
            StoreError: another living process has an overlapping range or another total number of shards, or two others
                have the same range and both give signs of life.
        """
        now = self._clock().timestamp()
        try:
            await self._claim(shards, now)
        except _TwoOthersError as error:
            _log.info("waiting for the end of an earlier process", shards=str(shards), cause=str(error))
            await sleep(error.until - now + 1)  # the clocks of machines differ a little
            now = self._clock().timestamp()
            await self._claim(shards, now)
        self._alive_until, self._shards = now + ALIVE, shards
        await self.count()

    async def _claim(self, shards: ShardRange, now: float) -> None:
        async def write(db: Rows) -> None:
            await sql.beat(db, self._process, self._name, now + ALIVE)
            await sql.forget_dead(db, now, ALIVE)
            rivals = await sql.rivals(db, self._process, now)
            for rival in rivals:
                if rival.shards.total != shards.total:
                    raise StoreError(
                        f"{rival.name} connects with {rival.shards.total} shards in all ({rival.shards}), and this "
                        f"process with {shards.total}. Stop all of them before the number changes."
                    )
                if rival.shards != shards and rival.shards.shards & shards.shards:
                    raise StoreError(
                        f"Shards {shards} overlap with {rival.shards} of {rival.name}. Stop that one, or take others."
                    )
            others = [rival for rival in rivals if rival.shards == shards]
            if len(others) > 1:
                raise _TwoOthersError(shards, others)
            await sql.claim(db, self._process, shards)
            await sql.lose_unclaimed(db, self._process, shards, now)

        await self._database.write(write)

    async def count(self) -> None:
        """Count the living processes that share the shards again."""
        if self._shards is not None:
            now = self._clock().timestamp()
            self.living = await self._database.read(lambda db: sql.living(db, now))

    @property
    def shards(self) -> ShardRange | None:
        """The shards of this process; None if it has not claimed a range, and so has all shards."""
        return self._shards

    @property
    def is_alive(self) -> bool:
        """Whether other processes count this one as alive."""
        return self._alive_until >= self._clock().timestamp()

    async def serve(self) -> None:
        """Record that all shards of this process have connected, so that the process that it replaces can stop."""
        await self._database.write(lambda db: sql.serve(db, self._process))

    async def served_until(self) -> float | None:
        """Return the moment of the latest sign of life of the process that this one replaces; None if there is no such
        process, or if it never served its shards.
        """
        if self._shards is None:
            return None
        now = self._clock().timestamp()
        rivals = await self._database.read(lambda db: sql.rivals(db, self._process, now))
        moments = [rival.alive_until - ALIVE for rival in rivals if rival.shards == self._shards and rival.serves]
        return max(moments, default=None)

    async def beat(self) -> None:
        """Give one sign of life. If this process had counted as dead, since it stood still or could not reach the
        database, also store its shards as lost since its previous sign of life.
        """
        now, before, shards = self._clock().timestamp(), self._alive_until, self._shards

        async def write(db: Rows) -> None:
            await sql.beat(db, self._process, self._name, now + ALIVE)
            if shards is not None:
                await sql.claim(db, self._process, shards)
                if before < now:
                    await sql.lose(db, self._process, shards, since=before - ALIVE, now=now)
            await sql.forget_dead(db, now, ALIVE)

        await self._database.write(write)
        self._alive_until = now + ALIVE
        if before < now:
            self.revivals += 1
        await self.count()
        await self._store_releases()

    async def _store_releases(self) -> None:
        releasing = tuple(self._unreleased)

        async def write(db: Rows) -> None:
            for work, key in releasing:
                if (work, key) not in self._held:
                    await sql.release(db, work, key, self._process)

        if releasing:
            await self._database.write(write)
            self._unreleased.difference_update(releasing)
