"""Work that is done in rounds: whenever something has changed, and when something is due."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from bot.log import origin
from bot.model.refusals import Unavailable

log = structlog.stdlib.get_logger(__name__)

_SOONEST: Final = 1.0
"""The minimum number of seconds until a round that the clock starts."""


class Rounds:
    """Runs rounds of work, one at a time: whenever it is woken, and at the moment that the latest round asked for. A
    round that fails is repeated after a pause. No round runs before `open` or after `close`.
    """

    def __init__(  # noqa: PLR0913 # what is done, and when
        self,
        do: Callable[[], Awaitable[float | None]],
        *,
        begin: Callable[[], Awaitable[object]],
        now: Callable[[], float],
        pause: Callable[[], float],
        name: str,
        failure: str,
        may_work: Callable[[], bool] = lambda: True,
    ) -> None:
        """Prepare rounds. do: runs one round and returns the moment of the next; None: not before it is woken.

        begin: is awaited before the first round. now: returns the present moment. pause: returns the seconds to wait
        after a failure. name: of the task. failure: the line to log for an unforeseen error. may_work: returns whether
        rounds can run at present.
        """
        self._do, self._begin, self._now, self._pause, self._may_work = do, begin, now, pause, may_work
        self.name, self._failure = name, failure
        self._is_wanted = False
        self._working: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.is_open = False

    async def open(self) -> None:
        """Start with a first round. Do nothing if rounds run already.

        Raises:
            Unavailable: the database cannot be read.
        """
        if not self.is_open:
            await self._begin()
            self.is_open = True
            self.wake()

    async def close(self) -> None:
        """Finish the present round, and start no more."""
        self.is_open = False
        if self._timer is not None:
            self._timer.cancel()
        await self.settled()

    def wake(self) -> None:
        """Do a round now, or another one after the present one."""
        self._is_wanted = True
        if self.is_open and self._working is None:
            self._working = asyncio.create_task(self._work(), name=self.name)

    async def settled(self) -> None:
        """Wait until no round is running."""
        while self._working is not None:
            await asyncio.shield(self._working)

    async def _work(self) -> None:
        following: float | None = self._now() + self._pause()
        try:
            while self._is_wanted and self._may_work():
                self._is_wanted = False
                following = self._now() + self._pause()
                following = await self._do()
        except Unavailable:  # logged already
            pass
        except Exception as error:  # noqa: BLE001 # whatever it is: the rows stay, and are tried again
            log.error(self._failure, cause=origin(error))  # noqa: TRY400 # without its text
        finally:
            self._working = None
            self._come_back(following)

    def _come_back(self, due: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self.is_open and due is not None:
            self._timer = asyncio.get_running_loop().call_later(max(_SOONEST, due - self._now()), self.wake)
