"""The outbox: the messages that show matches on Discord. This module knows only ids; `cogs.delivery` sends them."""

from collections.abc import Sequence

from bot.application.match.leases import Leases, Taken, Work
from bot.clock import Clock, system_clock
from bot.model.match import MatchId, UserId
from bot.model.notes import Note
from bot.store import leases
from bot.store import outbox as sql
from bot.store.database import Database, Rows
from bot.store.notices import Notice, Subject
from bot.store.outbox_rows import (
    BoardRow,
    HandRow,
    Kind,
    NoteRow,
    PingRow,
    Retired,
    RetiredRow,
    Row,
    Trouble,
    Wanted,
)
from rules.core.events import Seat

__all__ = [
    "BoardRow",
    "HandRow",
    "Kind",
    "NoteRow",
    "Outbox",
    "PingRow",
    "Retired",
    "RetiredRow",
    "Row",
    "TakenError",
    "Trouble",
    "Wanted",
]


class TakenError(Exception):
    """Another process is delivering the messages of this match."""


class Outbox:
    """Read and change the rows of the outbox, one for each message. Every coroutine may raise
    `bot.store.errors.StoreError`.
    """

    def __init__(self, database: Database, *, clock: Clock = system_clock, leases: Leases | None = None) -> None:
        """leases: the leases of this process; None: new ones, as if this outbox belonged to a separate process."""
        self._database = database
        self._clock = clock
        self._leases = leases or Leases(database, clock)
        self._closed_to: set[UserId] = set()

    def now(self) -> float:
        """Return the present moment in seconds since 1970-01-01 UTC."""
        return self._clock().timestamp()

    async def open(self) -> None:
        """Release the leases of earlier processes, and mark their messages as perhaps sent. Call this once, before
        anything is delivered. If several processes share the database, leave their leases alone: the leases of a dead
        process are inherited by the next process that takes them.
        """
        now = self.now()
        if not self._database.is_shared:
            await self._database.write(lambda db: sql.free_leases(db, now))
        self._closed_to = await self._database.read(sql.closed_to)

    async def take(self, match_id: MatchId) -> list[Row]:
        """Take the pending rows of a match that are due, in the order of delivery: the board, retired boards, pings,
        hands, notes. No other process delivers them until `release`.

        Raises:
            TakenError: another process delivers this match.
        """
        now, process = self.now(), self._leases.process
        taken = await self._leases.take(Work.OUTBOX, match_id, inherit=lambda db: sql.mark_uncertain(db, match_id, now))
        if taken is Taken.OTHERS:
            raise TakenError

        async def read(db: Rows) -> list[Row] | None:
            is_ours = await leases.holds(db, Work.OUTBOX, match_id, process)
            return await sql.ready(db, match_id, now) if is_ours else None

        rows = await self._database.read(read)
        if rows is None:  # this process stood still meanwhile
            self._leases.lost(Work.OUTBOX, match_id)
            raise TakenError
        return rows

    async def release(self, match_id: MatchId) -> None:
        """Let other processes deliver the messages of a match again."""
        await self._leases.release(Work.OUTBOX, match_id)

    async def unsent_pings(self, match_id: MatchId) -> list[PingRow]:
        """Return the pings of a match that are still to be sent, due or not."""
        rows = await self._database.read(lambda db: sql.unsent_pings(db, match_id))
        return [row for row in rows if isinstance(row, PingRow)]

    async def of_match(self, match_id: MatchId) -> list[Row]:
        """Return all rows of a match."""
        return await self._database.read(lambda db: sql.of_match(db, match_id))

    async def board(self, match_id: MatchId, channel: int | None = None) -> BoardRow:
        """Return the row of the board of a match in a channel; where the match was opened if it has none there."""
        first, *away = (row for row in await self.of_match(match_id) if isinstance(row, BoardRow))
        return next((row for row in away if row.channel_id == channel), first)

    async def reopen_in(self, channel: int) -> list[MatchId]:
        """Make what waits for a press in a conversation due now. Return its matches."""
        now = self.now()
        if not await self._database.read(lambda db: sql.waits_in(db, channel)):
            return []
        return await self._database.write(lambda db: sql.reopen_in(db, channel, now))

    async def due(self, limit: int) -> list[MatchId]:
        """Return at most `limit` matches with rows that are pending and due, the longest overdue first."""
        now = self.now()
        return await self._database.read(lambda db: sql.due(db, now, limit))

    async def next_of(self, match_id: MatchId) -> float | None:
        """Return when the next pending row of a match is due after the present moment, in seconds since 1970-01-01 UTC;
        None if there is no such row.
        """
        now = self.now()
        return await self._database.read(lambda db: sql.next_due_after(db, match_id, now))

    async def next_due(self) -> float | None:
        """Return when the next row of any match is due, in seconds since 1970-01-01 UTC; None if nothing is pending."""
        return await self._database.read(sql.next_due)

    async def record(self, saved: Sequence[Row], *, added: Sequence[Row] = (), deleted: Sequence[Row] = ()) -> None:
        """Store the results of a delivery in one transaction: rows that changed, rows to add, and rows to delete."""

        async def work(db: Rows) -> None:
            for row in saved:
                await sql.save(db, row)
            if any(row.trouble is Trouble.CLOSED for row in saved):
                await db.notify(Notice.of(Subject.CLOSED))
            for row in added:
                await sql.insert(db, row)
            for row in deleted:
                assert row.id is not None
                await sql.delete(db, row.id)

        await self._database.write(work)

    async def read_closed(self) -> None:
        """Read again which users cannot be reached by direct message, since another process may have found more."""
        self._closed_to |= await self._database.read(sql.closed_to)

    def closed(self, user: UserId) -> None:
        """Remember that a direct message could not reach a user."""
        self._closed_to.add(user)

    async def reopen(self, user: UserId) -> list[MatchId]:
        """Make due now the messages that could not reach a user, who has just been active. Return their matches."""
        if user not in self._closed_to:
            return []
        now = self.now()

        async def work(db: Rows) -> tuple[list[MatchId], bool]:
            return await sql.reopen(db, user, now), await sql.is_closed_to(db, user)

        matches, are_left = await self._database.write(work)
        if matches and not are_left:  # any remaining rows failed too recently to be tried again
            self._closed_to.discard(user)
        return matches

    async def reachable(self, guild: int, channel: int | None = None) -> list[MatchId]:
        """Make due now the pending rows of matches that could not be shown on a server, or in one of its channels, for
        lack of permission. Return these matches.
        """
        return await self._hastened(await self._database.read(lambda db: sql.forbidden_in(db, guild, channel)))

    async def hasten(self, match_id: MatchId) -> None:
        """Make all pending rows of a match due now, except messages to users who cannot be reached by direct message,
        and pings whose time has not come.
        """
        await self._hastened([match_id])

    async def hasten_waiting(self) -> None:
        """Make due now everything that waits because Discord took no messages, since it takes them again."""
        now = self.now()
        await self._database.write(lambda db: sql.hasten_waiting(db, now))

    async def _hastened(self, numbers: list[MatchId]) -> list[MatchId]:
        now = self.now()

        async def work(db: Rows) -> None:
            for number in numbers:
                await sql.hasten(db, number, now)

        if numbers:
            await self._database.write(work)
        return numbers

    async def redraw_hand(self, match_id: MatchId, seat: Seat) -> None:
        """Have the hand of a seat drawn again, even if it has not changed."""
        now = self.now()
        await self._database.write(lambda db: sql.redraw_hand(db, match_id, seat, now))

    async def recover(self, match_id: MatchId) -> None:
        """Have the board and the hands of a match searched for on Discord and drawn again, since Discord shows a state
        that the restored backup does not know. Count its pings as sent.
        """
        now = self.now()
        await self._database.write(lambda db: sql.recover(db, match_id, now))

    async def add_notes(self, match_id: MatchId, notes: Sequence[tuple[Seat | None, Note]]) -> None:
        """Add notes, each for a seat or, with None, for everyone in the channel."""
        now = self.now()

        async def work(db: Rows) -> None:
            for seat, note in notes:
                await sql.add_note(db, match_id, seat, note, now)

        await self._database.write(work)

    async def notes(self, match_id: MatchId, seat: Seat) -> list[tuple[int, Note]]:
        """Return the undelivered notes for a seat, each with its id, oldest first."""
        return await self._database.read(lambda db: sql.notes(db, match_id, seat))

    async def gone(self, rows: Sequence[BoardRow]) -> bool:
        """Record that the messages of these rows no longer exist. Return whether any of the rows still named its
        message.
        """

        async def work(db: Rows) -> bool:
            named = [(row.id, row.message_id) for row in rows if row.id is not None]
            return any([await sql.gone(db, *each) for each in named])

        return await self._database.write(work)

    async def delete_notes(self, notes: Sequence[int]) -> None:
        """Delete notes that were shown in an answer to an interaction instead."""

        async def work(db: Rows) -> None:
            for note in notes:
                await sql.delete(db, note)

        await self._database.write(work)
