"""Shards log in one after another, as often as Discord allows ("Gateway", Rate Limiting and Max Concurrency)."""

import asyncio
from asyncio import sleep
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

import structlog
from discord import SessionStartLimits

from cogs.shards.turns import LoginTurns

INTERVAL: Final = 5.5
"""Seconds between two logins with one rate limit key: five by Discord's clock."""

log = structlog.stdlib.get_logger(__name__)


class Identifies:
    """The queue of all logins. Discord takes the bot's token away if it logs in too often on one day."""

    def __init__(
        self,
        limits: Callable[[], Awaitable[SessionStartLimits]],
        *,
        interval: float = INTERVAL,
        turns: LoginTurns | None = None,
    ) -> None:
        """limits: asks Discord for its limits. interval: as `INTERVAL`. turns: are shared by all processes; None: this
        is the only process.
        """
        self._limits = limits
        self._interval = interval
        self._turns = turns
        self._asked = float("-inf")
        self._latest: SessionStartLimits | None = None
        """The latest limits that Discord has sent. `_asked` is the time in seconds, by `monotonic`."""
        self._keys: dict[int, asyncio.Lock] = {}
        self._next: dict[int, float] = {}
        """The time at which the next shard of each rate limit key may log in, by `monotonic`."""

    async def allowed(self, logins: int = 1) -> SessionStartLimits:
        """Wait until this many logins are left today, and return Discord's limits. Raise the errors of `limits`."""
        while (limits := await self._ask()).remaining < logins:
            seconds = limits.reset_after / 1000
            log.warning(
                "Discord allows too few logins for now; the bot waits until it allows more",
                needed=logins,
                left=limits.remaining,
                of=limits.total,
                minutes=round(seconds / 60),
            )
            await sleep(seconds + 1)
        return limits

    @asynccontextmanager
    async def turn(self, shard_id: int) -> AsyncIterator[None]:
        """Wait until a shard may log in. It must do so within this context. Raise the errors of `limits`."""
        limits = self._latest if self._turns and self._latest else await self.allowed()
        key = shard_id % limits.max_concurrency
        async with self._keys.setdefault(key, asyncio.Lock()):
            await sleep(max(0.0, self._next.get(key, 0.0) - monotonic()))
            if self._turns is not None:
                await self._turns.take(key)
                await self._allowed_among_others(limits.max_concurrency)
            try:
                yield
            finally:
                self._next[key] = monotonic() + self._interval
                if self._turns is not None:
                    self._turns.leave(key, after=self._interval)

    async def _allowed_among_others(self, keys: int) -> None:
        """Wait until a login is left today even if other processes log in too. Since the limits were asked for, each
        key may have had one login, and a second one may be under way, so two for each key must be left.
        """
        fresh = self._asked > monotonic() - self._interval
        if not (fresh and self._latest and self._latest.remaining >= 2 * keys):
            await self.allowed(2 * keys)

    async def _ask(self) -> SessionStartLimits:
        self._latest = await self._limits()
        self._asked = monotonic()
        return self._latest
