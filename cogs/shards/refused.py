"""Count the calls that Discord refuses, and hold calls back long before it bans our address ("Rate Limits", Invalid
Request Limit: 10,000 answers of 401, 403 or 429 in ten minutes).
"""

from collections import deque
from collections.abc import Callable
from time import monotonic
from types import SimpleNamespace
from typing import Any, Final, cast

import aiohttp
import discord

from cogs.shards.calls import api_path

MOST_REFUSED: Final = 1_000
"""The number of refused calls in ten minutes that all processes together may have: a tenth of Discord's limit."""
WINDOW: Final = 600.0
IN_A_ROW: Final = 20
"""The number of refusals in a row after which Discord takes nothing from our address, it seems."""
PROBE: Final = 2.0
"""Seconds between two calls while Discord takes nothing, times the number of processes."""

_ANSWERS: Final = ("/interactions/", "/webhooks/")
"""The beginnings of the paths of answers to interactions ("Receiving and Responding")."""
_STATUSES: Final = frozenset({401, 403, 429})


class HeldBackError(discord.HTTPException):
    """Raised in place of a call that is not made, since Discord would refuse it."""

    def __init__(self) -> None:
        answer = SimpleNamespace(status=429, reason="held back")
        super().__init__(cast("aiohttp.ClientResponse", answer), "Discord takes nothing from us at present")


class RefusedCalls:
    """Counts the refused calls of this process. While Discord refuses everything, only single calls go out, to see
    whether that is over; all others fail with `HeldBackError`. Answers to interactions go out as well, since nobody
    waits longer than three seconds for one, until `MOST_REFUSED` calls were refused.
    """

    def __init__(self, processes: Callable[[], int], *, clock: Callable[[], float] = monotonic) -> None:
        """Begin to count. processes: returns how many processes share the limit. clock: returns seconds."""
        self.on_taken: list[Callable[[], None]] = []
        """Functions to call when Discord takes a call again after it has refused everything."""
        self._processes = processes
        self._clock = clock
        self._refused: deque[float] = deque()
        self._in_a_row = 0
        self._next_probe = 0.0

    @property
    def is_spent(self) -> bool:
        """Whether this process has had its part of the refused calls of ten minutes: nothing should be tried that may
        be refused.
        """
        while self._refused and self._clock() - self._refused[0] >= WINDOW:
            self._refused.popleft()
        return len(self._refused) * max(1, self._processes()) >= MOST_REFUSED

    @property
    def is_blocked(self) -> bool:
        """Whether Discord has refused everything lately."""
        return self._in_a_row >= IN_A_ROW

    def listen(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Let an aiohttp trace tell this object of every call; return the trace."""
        trace.on_request_start.insert(0, self._start)
        trace.on_request_end.append(self._end)
        return trace

    async def _start(self, _: aiohttp.ClientSession, __: Any, call: aiohttp.TraceRequestStartParams) -> None:
        path = api_path(call.url)
        if path is not None:
            self.check(is_answer=path.startswith(_ANSWERS))

    async def _end(self, _: aiohttp.ClientSession, __: Any, call: aiohttp.TraceRequestEndParams) -> None:
        if api_path(call.url) is not None:
            is_shared = call.response.headers.get("X-RateLimit-Scope") == "shared"
            self.count(is_refused=call.response.status in _STATUSES and not is_shared)

    def check(self, *, is_answer: bool = False) -> None:
        """Raise if a call should not be made now. is_answer: whether it answers an interaction.

        Raises:
            HeldBackError: Discord takes nothing at present, and a moment ago a call was made to see whether it does.
        """
        if not self.is_blocked or (is_answer and not self.is_spent):
            return
        now = self._clock()
        if now < self._next_probe:
            raise HeldBackError
        self._next_probe = now + PROBE * max(1, self._processes())

    def count(self, *, is_refused: bool) -> None:
        """Count a call that was answered."""
        if is_refused:
            self._refused.append(self._clock())
            self._in_a_row += 1
            return
        was_blocked, self._in_a_row = self.is_blocked, 0
        if was_blocked:
            for told in self.on_taken:
                told()
