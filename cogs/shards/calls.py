"""Discord's limit on calls, shared out among the living processes ("Rate Limits", Global Rate Limit)."""

import asyncio
from asyncio import sleep
from collections import deque
from collections.abc import Callable
from time import monotonic
from types import SimpleNamespace
from typing import Final

import aiohttp
from discord.http import Route

A_SECOND: Final = 50
"""Calls that Discord allows a bot in a second, all processes together."""

_LOOK: Final = 1.0
"""Seconds until a share is computed again at the latest: it changes as processes start and stop."""

_FREE: Final = ("/interactions/",)
"""First answers to interactions do not count."""


class SharedCalls:
    """Makes calls to Discord wait until they fit into the share of this process, and lets them through in the order in
    which they came.
    """

    def __init__(self, processes: Callable[[], int], *, clock: Callable[[], float] = monotonic) -> None:
        """Prepare to let calls wait. processes: returns how many share the limit now; with 0, no call has to wait.
        clock: returns seconds.
        """
        self._processes = processes
        self._clock = clock
        self._turn = asyncio.Lock()
        self._recent: deque[float] = deque()

    @property
    def trace(self) -> aiohttp.TraceConfig:
        """Return the trace that makes every call of a client wait for its turn."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._wait)
        return trace

    async def _wait(self, _: aiohttp.ClientSession, __: SimpleNamespace, call: aiohttp.TraceRequestStartParams) -> None:
        path = str(call.url).removeprefix(Route.BASE)
        if path.startswith("/") and not path.startswith(_FREE) and self._processes():
            await self.take()

    async def take(self) -> None:
        """Wait until one more call fits into the share."""
        async with self._turn:
            while (pause := self._pause(self._clock())) > 0:  # noqa: ASYNC110 # only time lets it go on
                await sleep(pause)
            self._recent.append(self._clock())

    def _pause(self, now: float) -> float:
        """Return the seconds to wait before the share is looked at again; it may grow or shrink meanwhile."""
        share = A_SECOND / max(1, self._processes())
        calls, window = max(1, int(share)), max(1.0, 1.0 / share)
        while self._recent and self._recent[0] <= now - window:
            self._recent.popleft()
        if len(self._recent) < calls:
            return 0.0
        return min(self._recent[-calls] + window - now, _LOOK)
