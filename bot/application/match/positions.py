"""Keep matches in memory, and let one request at a time change a match.

A *position* is a match as it was committed: the stored row, the table that its log gives, and its clocks. It never
changes; a change makes the next one.

**A change** goes through five steps, and nothing else stores a match:

1. Take the match's lock. Requests for one match queue here, those for different matches do not.
2. Take the position from memory, or load it: replay the log with the rules and content of its beginning.
3. Let the caller make a `Change` from it. This judges the request by the rules, and raises the refusal.
4. Commit one transaction: it claims the interaction's id, raises the revision from that of the position, and stores
   ply, clocks, proposals and outbox. Either all of it counts or nothing.
5. Keep the next position and announce it. Delivery and timers learn of a match in no other way.

**Invariants**

- Memory never holds what is not committed: the position is kept after the commit, and dropped if its outcome is not
  known (`_saved`). A reader sees the latest commit, and does not wait for the lock.
- A revision is raised from the one that was loaded, so that of two processes one fails (`OvertakenError`). It drops its
  position, loads again, and judges the request again: what was legal before may not be legal now. A refusal is only
  true of the latest revision, so it is checked, too (`_used`).
- An interaction changes a match once. Discord may deliver it twice, to two processes: the second commit fails at the
  claim, and its sender gets the match as it is.
- A notice from another process may arrive while a match is locked and loaded here. `_newest` remembers its revision, so
  that an older position is not kept afterwards.
- Locks are dropped with their last user. Two are only ever taken in the order of their numbers (`change_both`).

**Two numbers, two questions.** The *version* counts changes that everybody may see, and messages carry it. The
*revision* counts all changes, those of clocks and secret ones as well, and only commits compare it. A version in their
place would tell from a button that another seat has sealed a choice.

A match whose log does not replay is quarantined and not kept in memory: every use tries again, and the first success
revives it. There is no snapshot to fall back on, since a snapshot of a state that the rules no longer reach would be
played on wrongly, and nobody would see it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar
from weakref import WeakValueDictionary

import structlog
from cachetools import LRUCache

from bot.application.match.announcer import Announcer
from bot.application.match.change import Change, save_change
from bot.application.match.clocks import HabitsOf, MatchClocks
from bot.application.match.counting import deeds_at_end, save_deeds
from bot.application.match.pauses import Pauses
from bot.application.match.replay import DivergedError, replay
from bot.clock import Clock
from bot.content.library import Library, NotPlayableError
from bot.content.seeds import Rulebook
from bot.model import life
from bot.model.clocks import SEEN, Clocks, Outage, Passage, shown, unseen
from bot.model.life import Step
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.pauses import Pause
from bot.model.position import Position
from bot.model.pre_moves import SeatPreMove, carried_on
from bot.model.proposal import as_clocks_run, still_open
from bot.model.reasons.database import GameMissing, MatchDamaged, MaybeSaved, NotSaved
from bot.model.reasons.match import UnknownMatch
from bot.model.refusals import BadPace, Refusal
from bot.model.table import Table
from bot.store import clocks as stored_clocks
from bot.store import contents, outbox, packs
from bot.store import matches as sql
from bot.store import pre_moves as stored_pre_moves
from bot.store.availability import available, readable
from bot.store.database import Database, Rows
from bot.store.errors import AnsweredError, OvertakenError
from rules.core.game import Game, catalog_key
from rules.core.notation import NotationError

T = TypeVar("T")

AT_ONCE: Final = 64
"""The maximum number of matches whose clocks are changed at once after an outage."""

_log = structlog.stdlib.get_logger(__name__)
_LARGEST_ID: Final = 2**63
_TRIES: Final = 20
"""The maximum number of attempts at a change when other processes keep changing the match first."""


async def _nothing(_: Rows) -> None: ...


async def _unchanged() -> None: ...


def _done() -> None: ...


class Positions:
    """Load and change matches. The database is asked only for matches that are not in memory."""

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
        """Keep at most `kept` matches in memory, and pass every commit to the announcer.

        wait: returns the seconds after which a pre-move is played. habits: looks up the preferences of a player on
        which their clock depends.
        """
        self.clocks = MatchClocks(habits, Pauses(self))
        self.before_change: Callable[[], Awaitable[None]] = _unchanged
        """A function to call before a request for a change is judged, which makes up for lost time."""
        self._database = database
        self._library = library
        self._clock = clock
        self._announcer = announcer
        self._wait = wait
        self._looking: set[asyncio.Task[None]] = set()
        self._memory = LRUCache[MatchId, Position](kept)
        self._newest: dict[MatchId, int] = {}
        """By match: the newest revision that another process committed while we held the lock. Older positions are not
        kept in memory.
        """
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    @property
    def now(self) -> float:
        """Return the present moment, in seconds since 1970-01-01 UTC."""
        return self._clock().timestamp()

    async def get(self, match_id: MatchId, *, version: int = 0, ply: int | None = None) -> Position:
        """Return a match as last committed, without waiting for a change that is being committed.

        version, ply: the minimum version and ply of the match, since a message shows them (ply None: it shows none).
        If the match in memory is older, load it again: another process has changed it, and the notice of that is late
        or lost.

        Raises:
            NoSuchMatch: no match has this number.
        """
        in_memory = self._memory.get(match_id)
        if in_memory is not None and in_memory.reaches(version, ply):
            return self._as_paused(in_memory)
        async with self._lock(match_id):
            in_memory = self._memory.get(match_id)
            if in_memory is not None and in_memory.reaches(version, ply):
                return self._as_paused(in_memory)
            return self._as_paused(await self._load(match_id))

    async def add(self, match_id: MatchId) -> Position:
        """Load a match that has just been stored or changed, announce it as changed, and return it."""
        position = await self.get(match_id)
        self._announcer.changed(position)
        return position

    async def change(
        self, match_id: MatchId, interaction: int | None, make: Callable[[Position], Awaitable[Change]]
    ) -> Position:
        """Commit the change that `make` returns for a match, and return the match as committed.

        No other task of this process changes the match meanwhile. If this interaction has already changed the match,
        change nothing. If another process has changed the match since it was loaded, call `make` again with the new
        position.
        """
        await self.before_change()
        async with self._lock(match_id):
            return self._as_paused(await _until_first(lambda: self._changed(match_id, interaction, make)))

    async def change_both(
        self, one: MatchId, other: MatchId, make: Callable[[Position, Position], Awaitable[tuple[Change, Change]]]
    ) -> tuple[Position, Position]:
        """Commit the changes that `make` returns for two matches, both or neither, and return both as committed.

        No other task of this process changes either match meanwhile. No other method locks more than one match.
        """
        await self.before_change()
        first, second = sorted((one, other))
        async with self._lock(first), self._lock(second):
            return await _until_first(lambda: self._both_changed((one, other), make))

    def forget(self, user: UserId) -> None:
        """Drop from memory the matches in which a user has a seat or to which they were invited, so that the next use
        loads them again.
        """
        kept = [position.match for position in self._memory.values()]
        for match in kept:
            if match.seat_of(user) is not None or user in (*match.settings.asked, *match.settings.order):
                del self._memory[match.id]

    def known(self, match_id: MatchId) -> Position | None:
        """Return a match from memory, or None if it is not there."""
        return self._memory.get(match_id)

    def drop(self, match_id: MatchId) -> None:
        """Drop a match from memory, so that the next use loads it again."""
        self._memory.pop(match_id, None)

    def overtake(self, match_id: MatchId, revision: int) -> None:
        """Drop a match from memory if it is older than a revision that another process has committed."""
        kept = self._memory.get(match_id)
        if kept is not None and kept.revision < revision:
            del self._memory[match_id]
        if match_id in self._locks:  # a position that is being loaded may be older
            self._newest[match_id] = max(revision, self._newest.get(match_id, 0))

    async def look(self) -> None:
        """Drop from memory the matches that another process has changed.

        Raises:
            Unavailable: the database cannot be read.
        """
        kept = tuple(self._memory)
        for match_id, revision in (await self.read(lambda db: sql.revisions(db, kept))).items():
            self.overtake(match_id, revision)

    def resume_clocks(self, outage: Outage) -> None:
        """Leave an outage out of all clocks. Drop the matches with clocks from memory, so that their clocks are
        computed again at the next use.
        """
        self.clocks.pauses.down = outage
        for number in [number for number, kept in self._memory.items() if kept.clocks]:
            del self._memory[number]

    async def credit_outage(self, match_id: MatchId) -> None:
        """Store the clocks of a match with all outages left out (`MatchClocks.counted`)."""
        async with self._lock(match_id):
            self._memory.pop(match_id, None)
            await _until_first(lambda: self._credited(match_id))

    async def credit_outages(self, numbers: Sequence[MatchId]) -> None:
        """Do the same for several matches, `AT_ONCE` at a time."""
        for first in range(0, len(numbers), AT_ONCE):
            await asyncio.gather(*map(self.credit_outage, numbers[first : first + AT_ONCE]))

    async def resume(
        self,
        numbers: Sequence[MatchId],
        pauses: Iterable[Pause],
        is_over: Callable[[Pause], bool] = lambda _: True,
        also: Callable[[Rows], Awaitable[None]] = _nothing,
    ) -> None:
        """End pauses: leave them out of the clocks of these matches, and only then store that they are over. If
        anything fails in between, they go on, and the next attempt leaves no time out twice.

        is_over: returns whether a pause is still over. also: is done in the transaction that ends the pauses.
        """
        await self.credit_outages(numbers)
        now = self._clock().timestamp()
        await self.clocks.pauses.end(pauses, now, is_over=is_over, also=also)
        for number in numbers:
            self._announcer.due(number, now)

    async def rulebook(self, match: Match) -> Rulebook:
        """Return the rulebook with which a match began; before it begins, that of its content pack, or today's."""
        today = self._library.rulebook(catalog_key(match.game))

        async def work(db: Rows) -> Rulebook | None:
            begun_with = await contents.rulebook_of(db, match.id, today)
            if begun_with is not None or (pack := await packs.find(db, match.game)) is None:
                return begun_with
            return await contents.load_rulebook(db, pack.rulebook)

        return await self.read(work) or today

    async def read(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """Read from the database, and return the result. Raise Unavailable if the database fails."""
        with readable():
            return await self._database.read(work)

    async def write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        """Write to the database, and return the result once it is committed. Raise Unavailable if the database
        fails.
        """
        with available():
            return await self._database.write(work)

    async def _changed(
        self, match_id: MatchId, interaction: int | None, make: Callable[[Position], Awaitable[Change]]
    ) -> Position:
        before = self._memory.get(match_id) or await self._load(match_id)
        try:
            change = await make(before)
        except Refusal:
            if await self._used(interaction, before):
                return before
            raise
        return await self._commit(before, change, interaction)

    async def _both_changed(
        self,
        numbers: tuple[MatchId, MatchId],
        make: Callable[[Position, Position], Awaitable[tuple[Change, Change]]],
    ) -> tuple[Position, Position]:
        now = self._clock().timestamp()
        one, other = [self._memory.get(number) or await self._load(number) for number in numbers]
        before = (one, other)
        try:
            changes = await make(*before)
        except Refusal:
            for each in before:
                await self._used(None, each)
            raise
        after = [await self._after(*each, now) for each in zip(before, changes, strict=True)]

        async def work(db: Rows) -> None:
            for each in zip(before, after, changes, strict=True):
                await save_change(db, *each, now)

        await self._saved(after, work)
        return after[0], after[1]

    async def _commit(self, before: Position, change: Change, interaction: int | None) -> Position:
        """Store a change of a match, and return the match after it.

        Raises:
            OvertakenError: another process has changed the match first. The match is dropped from memory.
        """
        now = self._clock().timestamp()
        after = await self._after(before, change, now)
        deeds = None if change.ply is None else await deeds_at_end(self.read, after, change.ply)

        async def work(db: Rows) -> None:
            if interaction is not None:
                await sql.claim(db, interaction, before.match.id)
            await save_change(db, before, after, change, now)
            if deeds is not None:
                await save_deeds(db, after.match, deeds, now)

        try:
            await self._saved([after], work, change.committed)
        except AnsweredError:
            await self._used(interaction, before)  # another process may have used the interaction
            return before
        return after

    async def _saved(
        self,
        after: Sequence[Position],
        work: Callable[[Rows], Awaitable[None]],
        committed: Callable[[], None] = _done,
    ) -> None:
        """Run a write that stores these positions, then keep them in memory and announce them."""
        try:
            await self.write(work)
        except AnsweredError:  # nothing was changed
            raise
        except BaseException as error:  # the write of a cancelled request may still have been committed
            for position in after:
                self.drop(position.match.id)
            if isinstance(error, MaybeSaved):
                self._look_again([position.match.id for position in after])
            raise
        committed()
        for position in after:
            self._keep(position)
            self._announcer.changed(position)

    def _look_again(self, matches: Sequence[MatchId]) -> None:
        """Load and announce matches in the background, once the database can be used again."""

        async def look() -> None:
            await self._database.usable()
            with suppress(Refusal):
                await self.clocks.pauses.read_again()
            for number in matches:
                with suppress(Refusal):  # the next use loads the match
                    await self.add(number)

        task = asyncio.create_task(look(), name="matches after a lost commit")
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _after(self, before: Position, change: Change, now: float) -> Position:
        match = replace(change.match, version=before.match.version + 1) if change.is_public else before.match
        pre_moves = before.pre_moves if change.pre_moves is None else change.pre_moves
        passage = Passage(before.table, change.table, now, change.timed_out)
        clocks = change.clocks or await self.clocks.carried_on(match, before.clocks, passage)
        proposals = change.proposals
        if proposals is None:
            proposals = still_open(before.proposals, match, passage, clocks)
        return Position(
            match=match,
            game=change.game or before.game,
            table=change.table,
            pre_moves=carried_on(pre_moves, before.table, change.table, now, self._wait) if pre_moves else (),
            proposals=proposals,
            clocks=shown(clocks) if change.is_public else clocks,
            revision=before.revision + 1,
        )

    async def _used(self, interaction: int | None, before: Position) -> bool:
        """Return whether an interaction has already changed a match.

        Raises:
            OvertakenError: another process has changed the match since it was loaded, and it is dropped from memory.
        """
        match_id = before.match.id

        async def work(db: Rows) -> tuple[int, MatchId | None]:
            used_by = None if interaction is None else await sql.claimed_by(db, interaction)
            return await sql.revision(db, match_id), used_by

        revision, used_by = await self.read(work)
        if revision != before.revision:
            self.drop(match_id)
            raise OvertakenError
        return used_by == match_id

    async def _load(self, match_id: MatchId) -> Position:
        return await _until_first(lambda: self._loaded(match_id))

    async def _loaded(self, match_id: MatchId) -> Position:
        stored = await self._stored(match_id) if 0 < match_id < _LARGEST_ID else None
        if stored is None:
            raise UnknownMatch(match_id=match_id)
        match = stored.match
        counted, revision = await self._counted(match, stored.clocks, stored.revision)
        without_table = Position(match=match, game=self._present(stored), table=None, revision=revision)
        if stored.deal is None or (match.held and match.status is Status.QUARANTINED):
            return self._keep(without_table)
        try:
            game = self._begun_with(stored)
            ended = match.status is Status.ABANDONED  # its table is shown only on request
            table = None if ended else replay(game, match, stored.deal, stored.plies)
        except DivergedError as error:
            tell = (
                _log.error if match.status is Status.LIVE else _log.info
            )  # logged as an error only once, though every later load tries again
            tell("a match does not replay", match=match_id, game=match.game, ply=error.ply, cause=str(error))
            without_table = replace(without_table, clocks=counted)
            if match.status is not Status.LIVE:
                return without_table
            return await self._set_aside(without_table, Step.QUARANTINE, None)
        position = Position(
            match=match,
            game=game,
            table=table,
            pre_moves=_pre_moves(game, stored.pre_moves),
            proposals=as_clocks_run(stored.proposals, counted),
            clocks=counted,
            revision=revision,
        )
        if match.status is Status.QUARANTINED:
            return await self._set_aside(replace(position, table=None), Step.REVIVE, table)
        return self._keep(position) if match.status in (Status.LIVE, Status.OVER) else position

    async def _credited(self, match_id: MatchId) -> None:
        async def work(db: Rows) -> tuple[Match | None, Clocks, int]:
            return (
                await sql.find(db, match_id),
                await stored_clocks.of_match(db, match_id),
                await sql.revision(db, match_id),
            )

        match, stored, revision = await self.read(work)
        if match is not None:
            await self._counted(match, stored, revision)

    async def _counted(self, match: Match, stored: Clocks, revision: int) -> tuple[Clocks, int]:
        """Store the clocks of a match with all outages left out. Return them with the new revision of the match.

        If outages have moved a deadline far enough to be noticed (`SEEN`), have the messages with deadlines drawn
        again.

        Raises:
            OvertakenError: another process has changed the match first.
        """
        counted = await self.clocks.counted(match, stored, self._clock().timestamp())
        is_seen = counted != stored and unseen(counted) >= SEEN[match.pace.kind]
        if is_seen:
            counted = shown(counted)

        async def work(db: Rows) -> None:
            await sql.raise_revision(db, match.id, revision)
            await stored_clocks.save(db, match.id, counted, stored)
            if is_seen:
                await outbox.redraw(db, match.id, self._clock().timestamp())

        if counted != stored:
            await self.write(work)
        if is_seen:
            self._announcer.pending(match.id)
        return counted, revision + (counted != stored)

    async def _stored(self, match_id: MatchId) -> sql.Stored | None:
        try:
            return await self.read(lambda db: sql.load(db, match_id))
        except (
            ValueError,
            TypeError,
            KeyError,
            BadPace,
        ) as error:  # SQLite has no checksums, so a damaged file may yield any value
            _log.error("the stored data of a match is damaged", match=match_id, cause=type(error).__name__)
            raise MatchDamaged(match_id=match_id) from None

    async def _set_aside(self, before: Position, step: Step, table: Table | None) -> Position:
        """Quarantine a match, or revive it unless its channel now has another match. Return the position after that."""
        if step is Step.REVIVE and not await self.read(lambda db: sql.is_free(db, before.match.channel)):
            return before
        after = await self._commit(
            before, Change(match=life.after(before.match, step), table=table, work=_nothing), None
        )
        if after.table is None:
            self._memory.pop(after.match.id, None)  # the next use tries to replay it again
        return after

    def _begun_with(self, stored: sql.Stored) -> Game:
        try:
            return stored.played_by(self._library)
        except (LookupError, ValueError) as error:
            raise DivergedError(0, str(error)) from error

    def _as_paused(self, position: Position) -> Position:
        """Return the position with the seats whose clocks stand still at present. They change without a commit."""
        match, stored, now = position.match, position.clocks, self._clock().timestamp()
        untold, resting = self.clocks.untold(match, stored, now), self.clocks.resting(match, stored, now)
        return replace(position, untold=untold, resting=resting) if untold or resting else position

    def _present(self, stored: sql.Stored) -> Game:
        """Return the game with its present content or, before a match begins, with that of its content pack."""
        key, pack = catalog_key(stored.match.game), stored.pack
        if key not in self._library.games:
            raise GameMissing(match_id=stored.match.id)
        if pack is not None and stored.content is not None:
            with suppress(NotPlayableError):  # the match cannot begin, which its host is told
                return self._library.game(pack.key, pack.rules, stored.content, pack.title)
        return self._library.games[key]

    def _lock(self, match_id: MatchId) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _keep(self, position: Position) -> Position:
        if position.revision < self._newest.pop(position.match.id, 0):
            return position
        self._memory[position.match.id] = position
        return position


async def _until_first(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return the result of the first attempt that no other process overtakes. Raise NotSaved if all `_TRIES` attempts
    are overtaken.
    """
    for _ in range(_TRIES):
        with suppress(OvertakenError):
            return await attempt()
    _log.error("other processes kept changing the same match")
    raise NotSaved


def _pre_moves(game: Game, rows: Sequence[stored_pre_moves.Row]) -> tuple[SeatPreMove, ...]:
    """Return the stored pre-moves that the game can parse. The others stay in the database."""
    pre_moves = []
    for seat, text, due, since in rows:
        with suppress(NotationError):
            pre_moves.append(SeatPreMove(seat, game.parse_pre_move(text), due, since))
    return tuple(pre_moves)
