"""Keep in memory which shards are lost. Matches on the servers of a lost shard cannot be played."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from typing import Protocol, TypeVar

from bot.model.match import MatchId
from bot.model.shards import Shard
from bot.store import clocks
from bot.store import lost_shards as sql
from bot.store.database import Rows
from rules.core.events import Seat

T = TypeVar("T")


class Reading(Protocol):
    """A function that reads from the database."""

    async def __call__(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """Return the result of a read."""
        ...


class LostShards:
    """The lost shards, each with the moment of its loss, in seconds since 1970-01-01 UTC. They are read from the
    database on first use.

    A shard of this process that has not connected since the start counts as lost since the bot was last up.
    """

    def __init__(self, read: Reading) -> None:
        self._read = read
        self._since: dict[Shard, float] = {}
        self._expected: frozenset[Shard] = frozenset()
        self._is_read = False

    @property
    def ours(self) -> Collection[Shard]:
        """The shards that this process is to connect; empty before `expect`."""
        return self._expected

    def expect(self, shards: Iterable[Shard], now: float) -> None:
        """Set the shards that this process is to connect. Each counts as lost since `now` until it connects."""
        self._expected = frozenset(shards)
        self.add(self._expected, now)

    def add(self, shards: Iterable[Shard], now: float) -> None:
        """Count shards as lost since `now`, unless they are lost already."""
        self._since = dict.fromkeys(shards, now) | self._since

    def correct(self, shard: Shard, since: float) -> None:
        """Set the moment of the loss of a shard of this process to `since`: another process served the shard until
        then.
        """
        self._since[shard] = since

    def remove(self, shards: Iterable[Shard]) -> None:
        """Forget shards that are no longer stored as lost."""
        gone = frozenset(shards)
        self._since = {shard: since for shard, since in self._since.items() if shard not in gone}

    async def all(self) -> Mapping[Shard, float]:
        """Return every lost shard with the moment of its loss.

        Raises:
            Unavailable: the database cannot be read.
        """
        if not self._is_read:
            stored, up_until = await self._read(sql.load), await self._read(clocks.up_until)
            if not self._is_read:  # no other task has read the shards meanwhile
                started = {shard: min(since, up_until or since) for shard, since in self._since.items()}
                earlier = {shard: min(since, started.get(shard, since)) for shard, since in stored.items()}
                self._since, self._is_read = started | earlier, True
        return self._since

    async def read_again(self) -> None:
        """Read the lost shards of other processes again if they are in memory.

        Raises:
            Unavailable: the database cannot be read.
        """
        if self._is_read:
            stored = await self._read(sql.load)
            others = {shard: since for shard, since in stored.items() if shard not in self._expected}
            self._since = others | self.of_ours()

    def of_ours(self) -> dict[Shard, float]:
        """Return every lost shard of this process with the moment of its loss. The shards must have been read
        before.
        """
        return {shard: since for shard, since in self._since.items() if shard in self._expected}

    async def since(self, guild: int) -> float | None:
        """Return when the shard of a server was lost, or None if it is connected.

        Raises:
            Unavailable: the database cannot be read.
        """
        await self.all()
        return self.known_since(guild)

    def known_since(self, guild: int) -> float | None:
        """Return the same as `since` from memory. The shards must have been read before."""
        return min((since for shard, since in self._since.items() if shard.has(guild)), default=None)

    async def direct_messages_since(self) -> float | None:
        """Return when direct messages stopped arriving, or None if they arrive.

        Raises:
            Unavailable: the database cannot be read.
        """
        return min((since for shard, since in (await self.all()).items() if shard.has_direct_messages), default=None)

    async def hands(self, match_id: MatchId) -> frozenset[Seat]:
        """Return the seats of a match whose hand is shown in a direct message.

        Raises:
            Unavailable: the database cannot be read.
        """
        return await self._read(lambda db: sql.hands_by_direct_message(db, match_id))
