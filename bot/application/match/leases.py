"""Leases of this process, which keep others from doing the same work at the same time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from os import getpid
from secrets import token_hex
from socket import gethostname
from typing import Final

from bot.clock import Clock
from bot.model.shards import ShardRange
from bot.store import leases as sql
from bot.store.database import Database, Rows
from bot.store.errors import StoreError
from bot.store.leases import Taken, Work

__all__ = ["ALIVE", "Leases", "Taken", "Work"]

ALIVE: Final = 20.0
"""Seconds after its latest sign of life for which a process counts as alive."""
BEAT: Final = ALIVE / 4
"""Seconds between two signs of life."""


class Leases:
    """Leases of this process. Every method that waits may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._process: Final = token_hex(8)
        self._name: Final = f"{gethostname()}:{getpid()}"
        self._shards: ShardRange | None = None
        self._alive_until = 0.0
        self.living = 0
        """How many processes share the shards, this one among them, as far as this one knows; 0: it has them alone."""
        self.revivals = 0
        """How often this process has come back to life after it counted as dead."""
        self._held: set[tuple[Work, int]] = set()
        self._unreleased: set[tuple[Work, int]] = set()
        """Leases whose release could not be stored."""

    @property
    def process(self) -> str:
        """The id of this process."""
        return self._process

    @property
    def name(self) -> str:
        """The name of this process for its operator: its host and its number there."""
        return self._name

    async def take(self, work: Work, key: int, inherit: Callable[[Rows], Awaitable[None]] | None = None) -> Taken:
        """Take a lease, unless another living process holds it. A lease that is known to be ours costs no write while
        this process is known to be alive.

        inherit: stores, with the lease, what follows from the death of the process that held it.
        """
        now = self._clock().timestamp()
        is_known_alive = self._alive_until >= now + ALIVE / 2
        if (work, key) in self._held and is_known_alive:
            return Taken.FREE

        async def write(db: Rows) -> Taken:
            if not is_known_alive:  # else it would only conflict with every process that looks who lives
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
        """Note that a lease is no longer ours: this process stood still for so long that another one took it."""
        self._held.discard((work, key))

    async def release(self, work: Work, key: int) -> None:
        """Let another process take a lease. Where one process alone can use the database, it is kept: nobody waits."""
        if self._database.is_shared and (work, key) in self._held:
            self._held.discard((work, key))
            self._unreleased.add((work, key))
            with suppress(StoreError):  # the next beat tries again
                await self._store_releases()

    @asynccontextmanager
    async def held(self, work: Work, key: int) -> AsyncIterator[Taken]:
        """Hold a lease within this context, and yield the result of the attempt.

        Where one process alone can use the database, it is ours without a write.
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
        """Give signs of life until cancelled, then end in order. Return at once if there can be no other process."""
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

    async def claim(self, shards: ShardRange) -> None:
        """Take a part of the shards for this process. One that has the same part may still live: it is replaced.

        Raises:
            StoreError: another living process has a part of them, or counts another total; or two have the same.
        """
        now = self._clock().timestamp()

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
            if sum(rival.shards == shards for rival in rivals) > 1:
                names = " and ".join(rival.name for rival in rivals if rival.shards == shards)
                raise StoreError(f"Shards {shards} are being handed over already, between {names}. Wait for that.")
            await sql.claim(db, self._process, shards)
            await sql.lose_unclaimed(db, self._process, shards, now)

        await self._database.write(write)
        self._alive_until, self._shards = now + ALIVE, shards
        await self.count()

    async def count(self) -> None:
        """Count the living processes that share the shards anew."""
        if self._shards is not None:
            now = self._clock().timestamp()
            self.living = await self._database.read(lambda db: sql.living(db, now))

    @property
    def shards(self) -> ShardRange | None:
        """The shards of this process; None: it has them all."""
        return self._shards

    @property
    def is_alive(self) -> bool:
        """Whether this process counts as alive: others do not take it for dead."""
        return self._alive_until >= self._clock().timestamp()

    async def serve(self) -> None:
        """Record that all shards of this process have connected: another one with the same shards can be stopped."""
        await self._database.write(lambda db: sql.serve(db, self._process))

    async def served_until(self) -> float | None:
        """Return the latest sign of life of the process that has the same shards and is being replaced by this one;
        None: there is none, or it never served them.
        """
        if self._shards is None:
            return None
        now = self._clock().timestamp()
        rivals = await self._database.read(lambda db: sql.rivals(db, self._process, now))
        moments = [rival.alive_until - ALIVE for rival in rivals if rival.shards == self._shards and rival.serves]
        return max(moments, default=None)

    async def beat(self) -> None:
        """Give one sign of life. If this process stood still for so long that it counted as dead, or did not reach the
        database, its shards are recorded as lost since its sign of life before.
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
