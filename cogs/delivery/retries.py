"""Retry work in the background that must succeed in the end."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import discord
import structlog

from bot.log import origin
from bot.model.refusals import Unavailable
from bot.store.errors import StoreError
from cogs.delivery.error_meanings import is_final
from cogs.shards.waits import Waits

SHORTEST: Final = 1.0
"""Seconds before the second attempt; each later one waits twice as long."""
LONGEST_PAUSE: Final = 60.0
"""The longest pause between two attempts, in seconds."""

log = structlog.stdlib.get_logger(__name__)


class Retries:
    """Runs each piece of work until it succeeds once. Each piece has a name, and no piece delays another."""

    def __init__(self, *, shortest: float = SHORTEST, waits: Waits | None = None) -> None:
        """shortest: as `SHORTEST`, in seconds. waits: are told what waits for Discord."""
        self._shortest = shortest
        self._waits = waits or Waits()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._is_closed = False

    async def run(self, name: str, work: Callable[[], Awaitable[None]], *, longest: float = LONGEST_PAUSE) -> None:
        """Try a piece of work now. If it fails, for whatever reason, keep trying in the background.

        This replaces an earlier piece with the same name that is still being tried. Nothing is tried after `close`.
        longest: the longest pause between two attempts, in seconds.
        """
        await self.stop(name)
        if not self._is_closed:
            tried = asyncio.Event()
            self._running[name] = asyncio.create_task(
                self._keep_trying(name, work, tried, longest), name=f"try: {name}"
            )
            await tried.wait()

    async def stop(self, name: str) -> None:
        """Give up a piece of work that is being tried, once the present attempt has ended."""
        while (task := self._running.pop(name, None)) is not None:
            task.cancel()
            await asyncio.wait([task])
            self._waits.end(name)

    async def close(self) -> None:
        """Give up everything."""
        self._is_closed = True
        for name in list(self._running):
            await self.stop(name)

    async def _keep_trying(
        self, name: str, work: Callable[[], Awaitable[None]], tried: asyncio.Event, longest: float
    ) -> None:
        pause = self._shortest
        try:
            is_done = await _to_its_end(self._try(name, work, pause))
        finally:
            tried.set()
        while not is_done:
            await asyncio.sleep(pause)
            pause = min(longest, 2 * pause)
            is_done = await _to_its_end(self._try(name, work, pause))
            if is_done:
                log.info("works again", part=name)
        if self._running.get(name) is asyncio.current_task():
            del self._running[name]

    async def _try(self, name: str, work: Callable[[], Awaitable[None]], pause: float) -> bool:
        try:
            await work()
        except (StoreError, Unavailable) as error:
            log.warning("not possible yet, and tried again", part=name, cause=str(error))
        except Exception as error:  # noqa: BLE001 # whatever it is
            if isinstance(error, discord.HTTPException) and not is_final(error):
                self._waits.begin(name, error, pause)
                return False
            log.error("failed, and is tried again", part=name, cause=origin(error))  # noqa: TRY400 # without its text
        else:
            self._waits.end(name)
            return True
        return False


async def _to_its_end(attempt: Coroutine[Any, Any, bool]) -> bool:
    """Return the result of an attempt. If this is cancelled, wait until the attempt has ended."""
    trying = asyncio.ensure_future(attempt)
    try:
        return await asyncio.shield(trying)
    except asyncio.CancelledError:
        await asyncio.wait([trying])
        raise
