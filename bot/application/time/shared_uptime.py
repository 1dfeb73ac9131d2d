"""The uptime of a process that shares the database with others.

It needs no account of its own: while a process is dead or stands still, its shards are lost, and the clocks that depend
on them get that time back (`ShardOutages`). So one process that starts or stands still moves no clock of another's
servers.
"""

from bot.application.match.leases import Leases
from bot.application.match.positions import available
from bot.application.time.shard_outages import ShardOutages


class SharedUptime:
    """Sees to it that no duty is done by a process that has stood still before its clocks were given that time back."""

    def __init__(self, leases: Leases, shard_outages: ShardOutages) -> None:
        self._leases = leases
        self._shard_outages = shard_outages
        self._revivals = 0
        """The revivals of this process that its clocks allow for."""

    async def open(self) -> None:
        """Do nothing: the time before the start is that of shards that were lost."""

    async def close(self) -> None:
        """Do nothing: `Leases.live` records the end."""

    def pause(self) -> None:
        """Do nothing: each lost shard is recorded by itself."""

    async def go_on(self) -> None:
        """Do nothing: each shard that is back is recorded by itself."""

    def watch(self) -> None:
        """Do nothing: signs of life are given whether a clock runs or not."""

    async def catch_up(self) -> None:
        """Leave the time in which this process stood still out of the clocks of its servers.

        Raises:
            Unavailable: the clocks could not be changed.
        """
        if not self._leases.is_alive:
            with available():
                await self._leases.beat()
        revivals = self._leases.revivals
        if revivals != self._revivals:
            await self._shard_outages.look()
            self._revivals = revivals
