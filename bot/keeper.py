"""The matches in memory: loaded by replaying their log, held by one request at a time, kept while they are in use."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

import structlog

from bot.log import origin
from bot.match import Match, MatchId, Status
from bot.refusals import BadTable, NoSuchMatch, NotAllowed, Refusal, Unavailable
from bot.replay import DivergedError, replay
from bot.store import matches as sql
from bot.store.database import Database, Rows
from bot.store.errors import StoreError
from bot.table import Table
from rules.core.game import Game, TableError
from rules.core.play import IllegalActionError

T = TypeVar("T")

_log = structlog.stdlib.get_logger(__name__)
_MOST: Final = 2**63


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A match that one request holds."""

    match: Match
    table: Table | None
    """None in a lobby, and where the log no longer replays alike."""
    interactions: frozenset[int]
    """All that have changed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """What became of the live matches at the start of the process."""

    live: tuple[Match, ...]
    """Ready to be played on."""
    parked: tuple[Match, ...]
    """No longer replay to what was stored, and were set aside just now: their players should be told."""
    revived: tuple[Match, ...]
    """Were parked by an earlier start, replay alike now, and are live again: their players should be told."""


class Keeper:
    """Where requests get hold of matches. The database is asked only for what is not in memory."""

    def __init__(self, database: Database, games: Mapping[str, Game[Any, Any]], *, kept: int) -> None:
        """At most `kept` matches stay in memory."""
        self._database = database
        self._games = games
        self._kept = kept
        self._memory: OrderedDict[MatchId, Held] = OrderedDict()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, match: MatchId) -> AsyncIterator[Held]:
        """A match that nobody else changes meanwhile.

        Raises:
            NoSuchMatch: there is none of this number.
        """
        lock = self._locks.setdefault(match, asyncio.Lock())
        async with lock:
            held = self._memory.get(match) or await self._load(match)
            self._keep(held)
            yield held

    async def change(
        self,
        held: Held,
        match: Match,
        table: Table | None,
        interaction: int,
        work: Callable[[Rows], Awaitable[None]],
    ) -> Match:
        """Commit what a request makes of the match that it holds; the match after it."""

        async def claimed(db: Rows) -> bool:
            first = await sql.claim(db, interaction, match.id)
            if first:
                await work(db)
            return first

        try:
            first = await self.write(claimed)
        except BaseException:  # a cancelled request may still be committed
            self._memory.pop(match.id, None)
            raise
        if not first:  # the interaction has changed another match: it cannot be Discord's
            return held.match
        self._keep(Held(match=match, table=table, interactions=held.interactions | {interaction}))
        return match

    def game(self, match: Match) -> Game[Any, Any]:
        """The game of a match.

        Raises:
            Unavailable: this program does not have it.
        """
        if match.game not in self._games:
            raise Unavailable(f"This version of the bot cannot play the game of match #{match.id}.")
        return self._games[match.game]

    async def read(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """What the database says."""
        with available():
            return await self._database.read(work)

    async def write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """What a committed request returned."""
        with available():
            return await self._database.write(work)

    async def resume(self) -> Resumed:
        """Replay all live matches, and try again those that were parked."""
        live: list[Match] = []
        parked: list[Match] = []
        for number in await self.read(lambda db: sql.with_status(db, Status.LIVE)):
            async with self.hold(number) as held:
                (live if held.match.status is Status.LIVE else parked).append(held.match)
        newly = {match.id for match in parked}
        waiting = [m for m in await self.read(lambda db: sql.with_status(db, Status.PARKED)) if m not in newly]
        revived = [match for number in waiting if (match := await self._revive(number))]
        return Resumed(live=tuple(live), parked=tuple(parked), revived=tuple(revived))

    async def _load(self, number: MatchId) -> Held:
        found = await self.read(lambda db: _stored(db, number)) if 0 < number < _MOST else None
        if found is None:
            raise NoSuchMatch(f"There is no match #{number}. `/match status` shows the one in this channel.")
        match, interactions, log = found
        table = None
        if log is not None:
            try:
                table = self._replayed(match, *log)
            except DivergedError as error:
                _log.error("a match no longer replays", match=number, game=match.game, ply=error.ply, cause=str(error))
                if match.status is Status.LIVE:
                    await self.write(lambda db: sql.park(db, number))
                    match = replace(match, status=Status.PARKED)
        return Held(match=match, table=table, interactions=frozenset(interactions))

    def _replayed(self, match: Match, deal: sql.Deal, plies: list[sql.Ply]) -> Table:
        if match.game not in self._games:
            raise DivergedError(0, "this program does not have the game")
        return replay(self._games[match.game], match, deal, plies)

    async def _revive(self, number: MatchId) -> Match | None:
        async with self.hold(number) as held:
            if held.table is None or not await self.write(lambda db: sql.revive(db, number)):
                return None
            revived = replace(held.match, status=Status.LIVE)
            self._keep(replace(held, match=revived))
            return revived

    def _keep(self, held: Held) -> None:
        self._memory[held.match.id] = held
        self._memory.move_to_end(held.match.id)
        while len(self._memory) > self._kept:
            self._memory.popitem(last=False)


@contextmanager
def rules_of(match: Match) -> Iterator[None]:
    """Refusals of the rules as refusals of the application; a fault in the rules changes nothing and is logged."""
    try:
        yield
    except Refusal:
        raise
    except IllegalActionError as error:
        raise NotAllowed(str(error)) from error
    except TableError as error:
        raise BadTable(str(error)) from error
    except Exception as error:  # noqa: BLE001 # whatever it is
        _log.error("the rules failed", match=match.id, game=match.game, ply=match.ply, cause=origin(error))
        raise Unavailable(
            f"Something is wrong with the rules of match #{match.id} here. Nothing was changed: try something else, or "
            "resign. Whoever runs the bot finds this in the log."
        ) from None


@contextmanager
def available() -> Iterator[None]:
    """A database that fails as a refusal of the application; it is logged."""
    try:
        yield
    except StoreError as error:
        _log.error("the database failed", cause=str(error))
        raise Unavailable(
            "This could not be saved just now, and nothing was changed. Try again in a minute."
        ) from error


async def _stored(db: Rows, number: MatchId) -> tuple[Match, set[int], tuple[sql.Deal, list[sql.Ply]] | None] | None:
    match = await sql.find(db, number)
    if match is None:
        return None
    log = None
    if match.status in (Status.LIVE, Status.OVER, Status.PARKED):
        log = (await sql.deal_of(db, number), await sql.plies_of(db, number))
    return match, await sql.interactions_of(db, number), log
