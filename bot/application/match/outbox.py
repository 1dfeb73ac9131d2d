"""Who is owed what on Discord. It knows ids, not Discord: `cogs.delivery` brings it there."""

from collections.abc import Sequence
from secrets import token_hex
from typing import Final

from bot.clock import Clock, system_clock
from bot.model.match import MatchId, UserId
from bot.store import outbox as sql
from bot.store.database import Database, Rows
from bot.store.outbox import EVERYBODY, SENT, TAKEN_DOWN, Delivery, Kind, Trouble
from rules.core.events import Seat

__all__ = ["EVERYBODY", "SENT", "TAKEN_DOWN", "Delivery", "Kind", "Outbox", "Trouble"]

LEASE: Final = 60.0
"""Seconds for which a process takes what a match owes; it renews the lease with half of it left."""


class Outbox:
    """Rows that are behind, taken under a lease. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database, *, clock: Clock = system_clock) -> None:
        self._database = database
        self._clock = clock
        self._process = token_hex(8)
        self._leases: dict[MatchId, float] = {}
        self._closed_to: set[UserId] = set()

    def now(self) -> float:
        """The present moment in seconds since 1970-01-01 UTC."""
        return self._clock().timestamp()

    async def open(self) -> None:
        """To be called once, before anything is delivered. This process holds the lock of the database: whoever had
        taken something is gone, and may have sent it without recording it.
        """
        now = self.now()
        await self._database.write(lambda db: sql.free_leases(db, now))
        self._closed_to = await self._database.read(sql.closed_to)

    async def take(self, number: MatchId) -> list[Delivery]:
        """What a match owes now, boards first, then older boards, hands, notes; nobody else will deliver it."""
        now = self.now()
        if self._leases.get(number, 0.0) < now + LEASE / 2:
            self._leases = {taken: until for taken, until in self._leases.items() if until > now}
            await self._database.write(lambda db: sql.lease(db, number, self._process, now, now + LEASE))
            self._leases[number] = now + LEASE
        return await self._database.read(lambda db: sql.leased(db, number, self._process, now))

    async def calls(self, number: MatchId) -> list[Delivery]:
        """Whom a match calls once their patience is over."""
        return await self._database.read(lambda db: sql.calls(db, number))

    async def of_match(self, number: MatchId) -> list[Delivery]:
        """Everything that shows a match, or will."""
        return await self._database.read(lambda db: sql.of_match(db, number))

    async def due(self, limit: int) -> list[MatchId]:
        """At most so many matches that owe something now, the longest overdue first."""
        now = self.now()
        return await self._database.read(lambda db: sql.due(db, now, limit))

    async def next_of(self, number: MatchId) -> float | None:
        """When something that a match owes is to be tried after now; None: nothing is."""
        now = self.now()
        return await self._database.read(lambda db: sql.next_due_after(db, number, now))

    async def next_due(self) -> float | None:
        """When something is to be tried next, in seconds since 1970-01-01 UTC; None: nothing is behind."""
        return await self._database.read(sql.next_due)

    async def record(
        self, saved: Sequence[Delivery], *, added: Sequence[Delivery] = (), deleted: Sequence[Delivery] = ()
    ) -> None:
        """What became of rows, and rows that follow from it, in one transaction."""

        async def work(db: Rows) -> None:
            for delivery in saved:
                await sql.save(db, delivery)
            for delivery in added:
                await sql.insert(db, delivery)
            for delivery in deleted:
                await sql.delete(db, delivery.id)

        await self._database.write(work)

    def closed(self, user: UserId) -> None:
        """A direct message did not reach this user."""
        self._closed_to.add(user)

    async def reopen(self, user: UserId) -> list[MatchId]:
        """The matches that owe this user, who is here now, what did not reach them; it is due now."""
        if user not in self._closed_to:
            return []
        now = self.now()
        found = await self._database.write(lambda db: sql.reopen(db, user, now))
        if found:
            self._closed_to.discard(user)
        return found

    async def reachable(self, guild: int, channel: int | None = None) -> list[MatchId]:
        """The matches that could not be shown on a server, or in a channel, where that may be different now."""
        return await self._hastened(await self._database.read(lambda db: sql.forbidden_in(db, guild, channel)))

    async def hasten(self, number: MatchId) -> None:
        """Whatever a match owes is due now."""
        await self._hastened([number])

    async def _hastened(self, numbers: list[MatchId]) -> list[MatchId]:
        now = self.now()

        async def work(db: Rows) -> None:
            for number in numbers:
                await sql.hasten(db, number, now)

        if numbers:
            await self._database.write(work)
        return numbers

    async def owe_hand(self, number: MatchId, seat: Seat) -> None:
        """The hand of a seat is owed once more, whatever was shown."""
        now = self.now()
        await self._database.write(lambda db: sql.owe_hand(db, number, seat, now))

    async def owe_note(self, number: MatchId, seats: Sequence[Seat], texts: Sequence[str]) -> None:
        """Texts that are sent once, each to a seat; `EVERYBODY`: in the channel."""
        now = self.now()

        async def work(db: Rows) -> None:
            for seat, text in zip(seats, texts, strict=True):
                await sql.owe_note(db, number, seat, text, now)

        await self._database.write(work)

    async def notes(self, number: MatchId, seat: Seat) -> list[tuple[int, str]]:
        """The notes to a seat that have not reached it, by their ids, oldest first."""
        return await self._database.read(lambda db: sql.notes(db, number, seat))

    async def gone(self, rows: Sequence[Delivery]) -> bool:
        """These messages are found to be gone; whether any of them still was the one that showed its row."""

        async def work(db: Rows) -> bool:
            return any([await sql.gone(db, row.id, row.message) for row in rows])

        return await self._database.write(work)

    async def noted(self, notes: Sequence[int]) -> None:
        """Delete notes that were shown by an answer instead."""

        async def work(db: Rows) -> None:
            for note in notes:
                await sql.delete(db, note)

        await self._database.write(work)
