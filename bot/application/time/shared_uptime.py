"""Keep outages of this process out of the clocks, if it shares the database with others.

The uptime of a single process is not recorded: while a process is dead or stands still, its shards are lost, and that
time is left out of the clocks that depend on them (`ShardOutages`). So a process that starts or stands still does not
affect the clocks on other processes' servers.
"""

from bot.application.match.leases import Leases
from bot.application.match.positions import available
from bot.application.time.shard_outages import ShardOutages


class SharedUptime:
    """After this process has stood still, adjust the clocks before any duty is done."""

    def __init__(self, leases: Leases, shard_outages: ShardOutages) -> None:
        self._leases = leases
        self._shard_outages = shard_outages
        self._revivals = 0
        """The number of revivals (`Leases.revivals`) that the clocks already account for."""

    async def open(self) -> None:
        """Do nothing: for the time before the start, the shards were recorded as lost."""

    async def close(self) -> None:
        """Do nothing: `Leases.live` records the end."""

    def pause(self) -> None:
        """Do nothing: each lost shard is recorded separately."""

    async def go_on(self) -> None:
        """Do nothing: each shard that is back is recorded separately."""

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
