"""Keep a connection to a cluster, and open another one in the background when it is lost."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import structlog

from bot.application.thinking.priorities import Turns
from bot.computing.cluster import Cluster, ClusterError

PAUSE: Final = 10.0
"""Seconds between two checks of the workers, or between two attempts to connect."""
_GLANCE: Final = 0.25
"""Seconds between two checks of whether the connection still exists."""

log = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class Opened:
    """An open connection to a cluster, with the turns that limit the work on its workers."""

    cluster: Cluster
    turns: Turns
    lost: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the connection is given up. Callers must watch this event, since Dask never ends calls whose results
    were being sent.
    """


class ClusterLink:
    """The connection to a cluster, while it is open. Its opening and its loss are logged."""

    def __init__(self, connect: Callable[[], Cluster], pause: float = PAUSE) -> None:
        """connect: connects, which may block, or raises ClusterError. pause: as `PAUSE`."""
        self._connect = connect
        self._pause = pause
        self._opened: Opened | None = None
        self._reported: str | None = None
        """The last logged reason why there is no connection."""
        self._is_closed = False
        self._woken = asyncio.Event()
        self._changed = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None

    @property
    def opened(self) -> Opened | None:
        """The connection, or None if it is not open. The first access begins to open it."""
        if self._keeping is None and not self._is_closed:
            self._keeping = asyncio.create_task(self._keep(), name="connection to the cluster")
        self._notice()
        return self._opened

    async def until(self, *, is_open: bool) -> None:
        """Wait until the connection is open; with `is_open=False`, until it is not."""
        while (self.opened is not None) is not is_open:
            self._changed.clear()
            await self._changed.wait()

    def lose(self, opened: Opened, cause: str) -> None:
        """Give up a connection that has failed, and open another one in the background. cause: the reason to log."""
        if self._opened is opened:
            opened.lost.set()
            self._set(None, f"the cluster is lost, and computers think in processes of this machine ({cause})")
            asyncio.get_running_loop().run_in_executor(None, opened.cluster.close)
            self._woken.set()

    def look(self) -> None:
        """Have the connection checked soon, because some work was not done in time."""
        self._woken.set()

    async def close(self) -> None:
        """Close the connection for good."""
        self._is_closed = True
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        if self._opened is not None:
            await asyncio.to_thread(self._opened.cluster.close)
            self._opened = None

    async def _keep(self) -> None:
        """Open a connection whenever there is none, and check the number of its workers every `pause` seconds."""
        while True:
            opened = self._opened
            try:
                if opened is None:
                    await self._open()
                else:
                    opened.turns.resize(await asyncio.to_thread(opened.cluster.workers))
            except ClusterError as error:
                if opened is None:
                    self._report(f"there is no cluster, and computers think in processes of this machine: {error}")
                else:
                    self.lose(opened, str(error))
            self._woken.clear()
            await self._rest()

    async def _rest(self) -> None:
        """Wait for `pause` seconds, or until the connection is lost or must be checked."""
        now = asyncio.get_running_loop().time
        end = now() + self._pause
        while not self._woken.is_set() and (left := end - now()) > 0:
            self._notice()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), min(_GLANCE, left))

    def _notice(self) -> None:
        """Give up the connection if it has ended."""
        if self._opened is not None and not self._opened.cluster.is_reachable:
            self.lose(self._opened, "the connection has ended")

    async def _open(self) -> None:
        connecting = asyncio.create_task(asyncio.to_thread(self._connect))
        try:
            cluster = await asyncio.shield(connecting)
        except asyncio.CancelledError:
            with suppress(ClusterError):
                (await connecting).close()
            raise
        workers = await asyncio.to_thread(cluster.workers)
        self._set(Opened(cluster, Turns(workers)), None)
        log.info("computers think on the cluster", address=cluster.place.address, workers=workers)

    def _set(self, opened: Opened | None, why_not: str | None) -> None:
        self._opened = opened
        self._report(why_not)
        self._changed.set()

    def _report(self, why_not: str | None) -> None:
        if why_not is not None and why_not != self._reported:
            log.warning(why_not)
        self._reported = why_not
