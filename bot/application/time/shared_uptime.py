"""Leave outages of this process out of the clocks, if it shares the database with others.

The uptime of a single process is not recorded. While a process is dead or stands still, its shards are lost, and that
time is left out of the clocks that depend on them (`ShardOutages`). So a process that starts or stands still has no
effect on clocks on the servers of other processes.
"""

from bot.application.match.leases import Leases
from bot.application.time.shard_outages import ShardOutages
from bot.store.availability import available


class SharedUptime:
    """The `Uptime` of a process that shares the database: after it has stood still, adjust clocks before any duty."""

    def __init__(self, leases: Leases, shard_outages: ShardOutages) -> None:
        self._leases = leases
        self._shard_outages = shard_outages
        self._revivals = 0
        """The number of revivals (`Leases.revivals`) that the clocks already account for."""

    async def open(self) -> None:
        """Do nothing: the shards are recorded as lost for the time before the start."""

    async def close(self) -> None:
        """Do nothing: `Leases.live` records the end."""

    def pause(self) -> None:
        """Do nothing: each lost shard is recorded separately."""

    async def go_on(self) -> None:
        """Do nothing: each shard that is back is recorded separately."""

    def watch(self) -> None:
        """Do nothing: this process gives signs of life whether a clock runs or not."""

    async def catch_up(self) -> None:
        """If this process stood still, leave that time out of the clocks on its servers.

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
