"""Do the duties in matches, such as deadlines and reminders, when they are due.

A *duty* is a kind of work that comes due in matches. Its moments are derived from what is stored, so nothing is lost by
a kill: `open` reads them all, a commit schedules the next one (`look`), and doing one returns the match, which tells
the one after it.

- `_due` is a heap of (moment, match), and `_first` the one entry of each match that counts. An entry that is not in
  `_first` is outdated and skipped when its turn comes: a heap cannot take one out.
- When a match's turn comes, *all* duties are tried in it, in the order in which they were given, whichever was due.
  Each looks at the match and does nothing if it is not due. So an entry may be too early, and never has to be taken
  back.
- One task works at a time (`_working`); while it does, no timer is set, and at its end one is set for the next moment.
- Doing a duty twice must be harmless, since a process can die after its commit: each commits with the primary key of a
  ply, or changes what made it due.
- Before each duty, outages that were noticed meanwhile are credited (`Uptime.catch_up`). If this came after it, a clock
  would run out by time in which the bot stood still.

With several processes, a match's stored duties belong to the process of its server's shard (`ours`), and the process
that does them holds the match's lease (`holding`). If another process holds it, the match is looked at again soon, in
case that process has died.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from heapq import heappop, heappush
from typing import Final, NamedTuple, Protocol

import structlog

from bot.application.match.announcer import Announcer
from bot.application.match.leases import Taken
from bot.clock import Clock
from bot.log import origin
from bot.model.match import MatchId
from bot.model.position import Position
from bot.model.refusals import Refusal, Unavailable
from bot.store.errors import StoreError

SHORTEST_PAUSE: Final = 5
"""Seconds after which a failed duty is tried again. The pause doubles with each further failure."""
LONGEST_PAUSE: Final = 60 * 60
"""The maximum number of seconds after which a failed duty is tried again."""

OTHERS: Final = 2.0
"""Seconds after which a match is looked at again if another process is doing its duties."""

log = structlog.stdlib.get_logger(__name__)


class Duty(Protocol):
    """A kind of work that comes due in matches at certain moments, in seconds since 1970-01-01 UTC."""

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return, from the database, the matches in which this duty is due now or later, each with the next moment."""
        ...

    async def carry_out(self, match_id: MatchId) -> Position:
        """Do this duty once in a match, if it is due there, and return the match."""
        ...

    def next_of(self, position: Position) -> float | None:
        """Return the moment at which this duty is next due in a match, or None if it will not be due."""
        ...


class Uptime(Protocol):
    """Credits clocks with the time in which the bot was down. The methods are those of
    `bot.application.time.uptime.Uptime`.
    """

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def pause(self) -> None: ...

    async def go_on(self) -> None: ...

    def watch(self) -> None: ...

    async def catch_up(self) -> None: ...


class _Failing(NamedTuple):
    """The next attempt in a match in which a duty has failed."""

    pause: int
    again: float
    """The moment of the attempt."""


async def _all(numbers: Iterable[MatchId]) -> Collection[MatchId]:
    """Return all of these matches, for a process that has the database to itself."""
    return frozenset(numbers)


@asynccontextmanager
async def _alone(_: MatchId) -> AsyncIterator[Taken]:
    """Stand in for the lease of a match, for a process that has the database to itself."""
    yield Taken.FREE


class Timers:
    """Do every duty when it is due, between `open` and `close`.

    Moments are stored with the matches, so that duties which come due while the bot is down are done after the next
    `open`. A duty that fails is tried again after a pause that grows from `SHORTEST_PAUSE` to `LONGEST_PAUSE` seconds.
    """

    def __init__(  # noqa: PLR0913 # the duties, and how processes share them
        self,
        duties: Sequence[Duty],
        uptime: Uptime,
        clock: Clock,
        announcer: Announcer,
        *,
        holding: Callable[[MatchId], AbstractAsyncContextManager[Taken]] = _alone,
        ours: Callable[[Iterable[MatchId]], Awaitable[Collection[MatchId]]] = _all,
    ) -> None:
        """duties: the duties to do. uptime: is opened and closed with the timers. holding: holds the lease of a match
        while duties are done in it. ours: returns those of some matches whose stored duties this process does.
        """
        self._holding = holding
        self._ours = ours
        self._duties = list(duties)
        self._uptime = uptime
        self._clock = clock
        self._due: list[tuple[float, MatchId]] = []
        self._first: dict[MatchId, float] = {}
        """The next moment of each match. All other entries of a match in `_due` are outdated."""
        self._failing: dict[MatchId, _Failing] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._working: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._is_open = False
        self._is_reached = True
        announcer.on_changed(self.look)
        announcer.on_due(self.schedule)
        announcer.on_look(self._look_again)

    async def open(self, *more: Duty) -> None:
        """Credit all clocks with the time in which the bot was down, then start the timers. more: further duties that
        need Discord.

        Raises:
            Unavailable: the database could not be read or written, and the timers have not started.
        """
        if not self._is_open:
            self._is_open = True
            self._duties += [duty for duty in more if duty not in self._duties]
            try:
                await self._uptime.open()
                moments = await self._stored()
            except BaseException:
                self._is_open = False
                raise
            if not self._is_reached:
                self._uptime.pause()
            for due, number in moments:  # all moments are read before any duty is done
                self.schedule(number, due)

    async def close(self) -> None:
        """Start no more duties, and wait for those that are being done."""
        if not self._is_open:
            return
        self._is_open = False
        if self._timer is not None:
            self._timer.cancel()
        await self.settled()
        await self._uptime.close()

    def pause(self) -> None:
        """Stop doing duties and counting time until `go_on`, since Discord is out of reach."""
        self._is_reached = False
        self._uptime.pause()

    async def go_on(self) -> None:
        """Resume duties and clocks, since Discord is in reach again.

        Raises:
            Unavailable: the clocks could not be changed, and the timers stay paused.
        """
        if not self._is_reached:
            await self._uptime.go_on()
            self._is_reached = True
            self._set()

    async def settled(self) -> None:
        """Wait until every duty that is due now has been done."""
        while self._working is not None:
            await asyncio.shield(self._working)

    def look(self, position: Position) -> None:
        """Schedule the next duty of a match that has changed. Call this on the event loop."""
        if self._is_open:
            moments = [due for duty in self._duties if (due := duty.next_of(position)) is not None]
            if moments:
                self.schedule(position.match.id, min(moments))
            if position.clocks:
                self._uptime.watch()

    def watch(self) -> None:
        """Keep track of the time in which the bot is up, since something besides a match runs by the clock."""
        if self._is_open:
            self._uptime.watch()

    async def catch_up(self) -> None:
        """If the process stood still, leave that time out of everything that runs by the clock.

        Raises:
            Unavailable: the clocks could not be changed.
        """
        await self._uptime.catch_up()

    def schedule(self, match_id: MatchId, due: float) -> None:
        """Schedule the duties of a match for this moment, unless they are scheduled for an earlier one. Call this on
        the event loop.
        """
        if self._is_open and due < self._first.get(match_id, float("inf")):
            self._first[match_id] = due
            heappush(self._due, (due, match_id))
            self._set()

    def _look_again(self) -> None:
        """Schedule the duties that are stored in the database, since the process that was to do them may have died."""
        if self.is_running and self._looking is None:
            self._looking = asyncio.create_task(self._read_again(), name="what is due in other processes")

    async def _stored(self) -> Sequence[tuple[float, MatchId]]:
        """Return the stored moments of duties, each with its match, for the matches of this process."""
        moments = [moment for duty in self._duties for moment in await duty.due()]
        ours = await self._ours(number for _, number in moments)
        return [(due, number) for due, number in moments if number in ours]

    async def _read_again(self) -> None:
        try:
            for due, number in await self._stored():
                self.schedule(number, due)
        except Unavailable:  # the failure was logged before, and the next look tries again
            pass
        finally:
            self._looking = None

    @property
    def is_running(self) -> bool:
        """Whether duties are done now: between `open` and `close`, but not while paused."""
        return self._is_open and self._is_reached

    def _set(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self.is_running and self._due and self._working is None:
            delay = max(0.0, self._due[0][0] - self._clock().timestamp())
            self._timer = asyncio.get_running_loop().call_later(delay, self._start)

    def _start(self) -> None:
        self._working = asyncio.create_task(self._work(), name="what is due")

    async def _work(self) -> None:
        try:
            while self.is_running and self._due and self._due[0][0] <= self._clock().timestamp():
                due, number = heappop(self._due)
                if self._first.get(number) == due:
                    del self._first[number]
                    await self._do(number)
        finally:
            self._working = None
            self._set()

    async def _do(self, match_id: MatchId) -> None:
        """Do the duties that are due in a match. If one fails, still do the others, and try all of them again later."""
        try:
            async with self._holding(match_id) as taken:
                if taken is Taken.OTHERS:  # another process does them; check again later in case it dies
                    self.schedule(match_id, self._clock().timestamp() + OTHERS)
                    return
                done = [await self._try(duty, match_id) for duty in self._duties]
        except StoreError:  # the store logs outages
            done = [False]
        if all(done):
            self._failing.pop(match_id, None)
        else:
            self._put_off(match_id)

    async def _try(self, duty: Duty, match_id: MatchId) -> bool:
        """Do one duty in a match, and return False if it failed and must be tried again."""
        try:
            await self._uptime.catch_up()
            due = duty.next_of(await duty.carry_out(match_id))
        except Unavailable:  # the failure was logged before
            return False
        except Refusal as refusal:  # its fields may reveal a hand
            log.info("a due duty no longer applies", match=match_id, cause=type(refusal).__name__)
        except Exception as error:  # noqa: BLE001 # any failure is tried again
            log.error("a due duty failed", match=match_id, cause=origin(error))  # noqa: TRY400 # without its text
            return False
        else:
            if due is not None:
                self.schedule(match_id, due)
        return True

    def _put_off(self, match_id: MatchId) -> None:
        """Schedule another attempt after a longer pause, unless one is scheduled already."""
        now, failing = self._clock().timestamp(), self._failing.get(match_id)
        if failing is None or failing.again <= now:
            pause = SHORTEST_PAUSE if failing is None else min(LONGEST_PAUSE, 2 * failing.pause)
            failing = self._failing[match_id] = _Failing(pause, now + pause)
        self.schedule(match_id, failing.again)
