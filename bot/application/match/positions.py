"""The matches in memory: loaded by replaying their log on first use, changed by one request at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from typing import Final, TypeVar
from weakref import WeakValueDictionary

import structlog

from bot.application.match.absent_places import AbsentPlaces
from bot.application.match.announcer import Announcer
from bot.application.match.change import Change, save_change
from bot.application.match.clocks import HabitsOf, MatchClocks
from bot.application.match.replay import DivergedError, replay
from bot.clock import Clock
from bot.content.library import Library
from bot.model import life
from bot.model.clocks import SEEN, Clocks, Life, Passage, shown, unseen
from bot.model.life import Step
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.position import Position
from bot.model.pre_moves import Standing, carried_on
from bot.model.proposal import as_clocks_run, still_open
from bot.model.reasons.database import GameMissing, MatchDamaged, NotRead, NotSaved
from bot.model.reasons.match import UnknownMatch
from bot.model.refusals import BadPace, Refusal, Unavailable
from bot.model.table import Table
from bot.store import clocks as stored_clocks
from bot.store import matches as sql
from bot.store import outbox
from bot.store import pre_moves as stored_pre_moves
from bot.store.database import Database, Rows
from bot.store.errors import StoreError
from rules.core.game import Game
from rules.core.notation import NotationError

T = TypeVar("T")

_log = structlog.stdlib.get_logger(__name__)
_MOST: Final = 2**63


class Positions:
    """Loads matches and commits changes. The database is asked only for what is not in memory."""

    def __init__(  # noqa: PLR0913 # each is used
        self,
        database: Database,
        library: Library,
        clock: Clock,
        announcer: Announcer,
        *,
        kept: int,
        wait: Callable[[], float],
        habits: HabitsOf,
    ) -> None:
        """Keep at most `kept` matches in memory, and tell the announcer of every commit. wait returns the seconds after
        which a pre-move is played; habits, what a player's clock depends on.
        """
        self.clocks = MatchClocks(habits, AbsentPlaces(self.read))
        self._database = database
        self._library = library
        self._clock = clock
        self._announcer = announcer
        self._wait = wait
        self._kept = kept
        self._memory: OrderedDict[MatchId, Position] = OrderedDict()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    async def get(self, number: MatchId) -> Position:
        """Return a match as it was last committed, without waiting for a change that is being committed.

        Raises:
            NoSuchMatch: there is none of this number.
        """
        known = self._memory.get(number)
        if known is not None:
            return known
        async with self._lock(number):
            return self._memory.get(number) or await self._load(number)

    async def add(self, number: MatchId) -> Position:
        """Announce a match that was just stored, and return it."""
        position = await self.get(number)
        self._announcer.changed(position)
        return position

    async def change(
        self, number: MatchId, interaction: int | None, make: Callable[[Position], Awaitable[Change]]
    ) -> Position:
        """Commit the change that a request makes, alone with the match; return the committed position. An interaction
        that has changed the match already changes nothing.
        """
        async with self._lock(number):
            before = self._memory.get(number) or await self._load(number)
            try:
                change = await make(before)
            except Refusal:
                if await self._used(interaction, number):
                    return before
                raise
            return await self._commit(before, change, interaction)

    async def change_both(
        self, one: MatchId, other: MatchId, make: Callable[[Position, Position], Awaitable[tuple[Change, Change]]]
    ) -> tuple[Position, Position]:
        """Commit the changes of two matches together, alone with both. No other method holds more than one match."""
        first, second = sorted((one, other))
        async with self._lock(first), self._lock(second):
            now = self._clock().timestamp()
            before = [self._memory.get(number) or await self._load(number) for number in (one, other)]
            changes = await make(before[0], before[1])
            after = [await self._after(*each, now) for each in zip(before, changes, strict=True)]

            async def work(db: Rows) -> bool:
                for each in zip(before, after, changes, strict=True):
                    await save_change(db, *each, now)
                return True

            await self._saved(after, work)
            return after[0], after[1]

    def forget(self, user: UserId) -> None:
        """Drop the matches of a user from memory, with those they were invited to; the next use loads them again."""
        kept = [position.match for position in self._memory.values()]
        for match in kept:
            if match.seat_of(user) is not None or user in (*match.gathering.asked, *match.gathering.order):
                del self._memory[match.id]

    def known(self, number: MatchId) -> Position | None:
        """Return a match as it was last committed if it is in memory, else None."""
        return self._memory.get(number)

    def drop(self, number: MatchId) -> None:
        """Drop a match from memory; the next use loads it again."""
        self._memory.pop(number, None)

    def live_again(self, life: Life) -> None:
        """Count an outage into every clock before anyone sees the match again."""
        self.clocks.life = life
        for number in [number for number, kept in self._memory.items() if kept.clocks]:
            del self._memory[number]

    async def count_outage(self, number: MatchId) -> None:
        """Store what `live_again` did to the clocks of a match."""
        async with self._lock(number):
            self._memory.pop(number, None)
            found = await self.read(lambda db: sql.find(db, number))
            if found is not None:
                await self._counted(found, await self.read(lambda db: stored_clocks.of_match(db, number)))

    async def read(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """Return what the work reads from the database."""
        with readable():
            return await self._database.read(work)

    async def write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """Return the result of work that writes to the database, once committed."""
        with available():
            return await self._database.write(work)

    async def _commit(self, before: Position, change: Change, interaction: int | None) -> Position:
        now = self._clock().timestamp()
        after = await self._after(before, change, now)

        async def work(db: Rows) -> bool:
            if interaction is not None and not await sql.claim(db, interaction, before.match.id):
                return False
            await save_change(db, before, after, change, now)
            return True

        return after if await self._saved([after], work) else before

    async def _saved(self, after: Sequence[Position], work: Callable[[Rows], Awaitable[bool]]) -> bool:
        """Store the changed matches if the request is new, announce them, and return whether it was."""
        try:
            first = await self.write(work)
        except BaseException:  # a cancelled request may still be committed
            for position in after:
                self.drop(position.match.id)
            raise
        if first:
            for position in after:
                self._keep(position)
                self._announcer.changed(position)
        return first

    async def _after(self, before: Position, change: Change, now: float) -> Position:
        match = replace(change.match, version=before.match.version + 1) if change.is_public else before.match
        said = before.standing if change.standing is None else change.standing
        passage = Passage(before.table, change.table, now, change.lapsed)
        clocks = change.clocks or await self.clocks.carried_on(match, before.clocks, passage)
        proposals = change.proposals
        if proposals is None:
            proposals = still_open(before.proposals, match, passage, clocks)
        return Position(
            match=match,
            game=change.game or before.game,
            table=change.table,
            standing=carried_on(said, before.table, change.table, now, self._wait) if said else (),
            proposals=proposals,
            clocks=shown(clocks) if change.is_public else clocks,
        )

    async def _used(self, interaction: int | None, number: MatchId) -> bool:
        if interaction is None:
            return False
        return await self.read(lambda db: sql.claimed_by(db, interaction)) == number

    async def _load(self, number: MatchId) -> Position:
        stored = await self._stored(number) if 0 < number < _MOST else None
        if stored is None:
            raise UnknownMatch(match_id=number)
        match = stored.match
        counted = await self._counted(match, stored.clocks)
        if stored.deal is None:
            return self._keep(Position(match=match, game=self._present(match), table=None))
        if match.held and match.status is Status.QUARANTINED:
            return self._keep(Position(match=match, game=self._present(match), table=None))
        try:
            game = self._begun_with(stored)
            ended = match.status is Status.ABANDONED  # nobody is shown its table, unless they ask for it
            table = None if ended else replay(game, match, stored.deal, stored.plies)
        except DivergedError as error:
            tell = _log.error if match.status is Status.LIVE else _log.info  # once as an error: each look tries again
            tell("a match does not replay", match=number, game=match.game, ply=error.ply, cause=str(error))
            there = Position(match=match, game=self._present(match), table=None, clocks=counted)
            if match.status is not Status.LIVE:
                return there
            return await self._set_aside(there, Step.QUARANTINE, None)
        position = Position(
            match=match,
            game=game,
            table=table,
            standing=_standing(game, stored.standing),
            proposals=as_clocks_run(stored.proposals, counted),
            clocks=counted,
        )
        if match.status is Status.QUARANTINED:
            return await self._set_aside(replace(position, table=None), Step.REVIVE, table)
        return self._keep(position) if match.status in (Status.LIVE, Status.OVER) else position

    async def _counted(self, match: Match, stored: Clocks) -> Clocks:
        """Return the clocks of a match with outages counted in; redraw what shows them if the outages were long enough
        to be noticed.
        """
        found = await self.clocks.counted(match, stored, self._clock().timestamp())
        is_seen = found != stored and unseen(found) >= SEEN[match.pace.kind]
        if is_seen:
            found = shown(found)

        async def work(db: Rows) -> None:
            await stored_clocks.save(db, match.id, found, stored)
            if is_seen:
                await outbox.redraw(db, match.id, self._clock().timestamp())

        if found != stored:
            await self.write(work)
        if is_seen:
            self._announcer.pending(match.id)
        return found

    async def _stored(self, number: MatchId) -> sql.Stored | None:
        try:
            return await self.read(lambda db: sql.load(db, number))
        except (
            ValueError,
            TypeError,
            KeyError,
            BadPace,
        ) as error:  # SQLite has no check sums: a value may be any other
            _log.error("what is stored of a match is damaged", match=number, cause=type(error).__name__)
            raise MatchDamaged(match_id=number) from None

    async def _set_aside(self, before: Position, step: Step, table: Table | None) -> Position:
        """Quarantine a match, or revive it unless its channel has another one now."""

        async def nothing(_: Rows) -> None: ...

        if step is Step.REVIVE and not await self.read(lambda db: sql.is_free(db, before.match.channel)):
            return before
        after = await self._commit(
            before, Change(match=life.after(before.match, step), table=table, work=nothing), None
        )
        if after.table is None:
            self._memory.pop(after.match.id, None)  # the next look tries again
        return after

    def _begun_with(self, stored: sql.Stored) -> Game:
        assert stored.content is not None
        try:
            return self._library.game(stored.match.game, stored.rules, stored.content)
        except (LookupError, ValueError) as error:
            raise DivergedError(0, str(error)) from error

    def _present(self, match: Match) -> Game:
        if match.game not in self._library.games:
            raise GameMissing(match_id=match.id)
        return self._library.games[match.game]

    def _lock(self, number: MatchId) -> asyncio.Lock:
        return self._locks.setdefault(number, asyncio.Lock())

    def _keep(self, position: Position) -> Position:
        self._memory[position.match.id] = position
        self._memory.move_to_end(position.match.id)
        while len(self._memory) > self._kept:
            self._memory.popitem(last=False)
        return position


def _standing(game: Game, rows: Sequence[stored_pre_moves.Row]) -> tuple[Standing, ...]:
    """Return the stored pre-moves that the game understands; the others stay stored for a program that does."""
    found = []
    for seat, text, due, since in rows:
        with suppress(NotationError):
            found.append(Standing(seat, game.parse_pre_move(text), due, since))
    return tuple(found)


@contextmanager
def available(refusal: type[Unavailable] = NotSaved) -> Iterator[None]:
    """Log the failure of a database, and raise it as a refusal."""
    try:
        yield
    except StoreError as error:
        _log.error("the database failed", cause=str(error))
        raise refusal from error


def readable() -> AbstractContextManager[None]:
    """Do the same for a reader. Its refusal does not say that nothing was changed: a change before it may be saved."""
    return available(NotRead)
