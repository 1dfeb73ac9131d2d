"""Trying again, in the background, what must work in the end."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from bot.log import origin
from bot.model.refusals import Unavailable
from bot.store.errors import StoreError

SHORTEST: Final = 1.0
"""Seconds before the second attempt; each later one waits twice as long."""
LONGEST: Final = 60.0
"""Seconds between two attempts at most."""

log = structlog.stdlib.get_logger(__name__)


class Retries:
    """Runs each piece of work until it succeeds once. Pieces are named, and none holds up another."""

    def __init__(self, *, shortest: float = SHORTEST) -> None:
        """shortest: as `SHORTEST`, in seconds."""
        self._shortest = shortest
        self._running: dict[str, asyncio.Task[None]] = {}

    async def run(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Try a piece of work now; if it fails, whatever the reason, go on trying in the background.

        An earlier piece of the same name that is still being tried is given up.
        """
        await self.stop(name)
        if not await self._try(name, work):
            self._running[name] = asyncio.create_task(self._again(name, work), name=f"try again: {name}")

    async def stop(self, name: str) -> None:
        """Give up a piece of work that is being tried again."""
        task = self._running.pop(name, None)
        if task is not None:
            task.cancel()
            await asyncio.wait([task])

    async def close(self) -> None:
        """Give up everything."""
        for name in list(self._running):
            await self.stop(name)

    async def _again(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        pause = self._shortest
        while True:
            await asyncio.sleep(pause)
            pause = min(LONGEST, 2 * pause)
            if await self._try(name, work):
                log.info("works again", part=name)
                self._running.pop(name, None)
                return

    async def _try(self, name: str, work: Callable[[], Awaitable[None]]) -> bool:
        try:
            await work()
        except (StoreError, Unavailable) as error:
            log.warning("not possible yet, and tried again", part=name, cause=str(error))
        except Exception as error:  # noqa: BLE001 # whatever it is
            log.error("failed, and is tried again", part=name, cause=origin(error))  # noqa: TRY400 # without its text
        else:
            return True
        return False
