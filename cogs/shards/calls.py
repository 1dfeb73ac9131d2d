"""Divide Discord's limit on calls among the running processes ("Rate Limits", Global Rate Limit)."""

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
"""The number of calls in a second that Discord allows a bot, over all its processes."""

_LOOK: Final = 1.0
"""Seconds after which this process's part of the limit is computed again, at the latest. It changes as processes start
and stop.
"""

_FREE: Final = ("/interactions/",)
"""The paths of calls that do not count towards the limit: first answers to interactions."""


def api_path(url: object) -> str | None:
    """Return the path of a call to Discord's interface; None for another address, such as that of a gateway."""
    path = str(url).removeprefix(Route.BASE)
    return path if path.startswith("/") else None


class SharedCalls:
    """Delays calls to Discord until they fit into this process's part of the limit. Calls go out in the order in which
    they were made.
    """

    def __init__(self, processes: Callable[[], int], *, clock: Callable[[], float] = monotonic) -> None:
        """Prepare to delay calls. processes: returns how many processes share the limit now; 0: no call is delayed.
        clock: returns seconds.
        """
        self._processes = processes
        self._clock = clock
        self._turn = asyncio.Lock()
        self._recent: deque[float] = deque()

    @property
    def trace(self) -> aiohttp.TraceConfig:
        """An aiohttp trace that delays every call of the client that uses it."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._wait)
        return trace

    async def _wait(self, _: aiohttp.ClientSession, __: SimpleNamespace, call: aiohttp.TraceRequestStartParams) -> None:
        path = api_path(call.url)
        if path is not None and not path.startswith(_FREE) and self._processes():
            await self.take()

    async def take(self) -> None:
        """Wait until one more call fits into this process's part of the limit."""
        async with self._turn:
            while (pause := self._pause(self._clock())) > 0:  # noqa: ASYNC110 # only time lets it go on
                await sleep(pause)
            self._recent.append(self._clock())

    def _pause(self, now: float) -> float:
        """Return the seconds until the next check, since this process's part of the limit may change meanwhile; 0 if a
        call may go out now.
        """
        share = A_SECOND / max(1, self._processes())
        calls, window = max(1, int(share)), max(1.0, 1.0 / share)
        while self._recent and self._recent[0] <= now - window:
            self._recent.popleft()
        if len(self._recent) < calls:
            return 0.0
        return min(self._recent[-calls] + window - now, _LOOK)
