"""Keep track of announcements: messages in channels that show no match.

This module knows only ids; `cogs.delivery.announcements` sends the messages.
"""

from collections.abc import Callable, Sequence

from bot.clock import Clock
from bot.store import announcements as sql
from bot.store.announcements import Announcement
from bot.store.availability import available, readable
from bot.store.database import Database
from bot.store.leases import Work


class Announcements:
    """The queue of announcements. Every coroutine may raise `Unavailable`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.listeners: list[Callable[[], None]] = []
        """Functions called when messages may be due that permissions held back."""

    def now(self) -> float:
        """Return the present moment in seconds since 1970-01-01 UTC."""
        return self._clock().timestamp()

    async def open(self, kind: Work) -> None:
        """Mark the messages of a kind that an earlier process may have sent as uncertain; call this once, before
        sending any. If several processes use the database, this does nothing: the leases of a dead process show which
        messages are uncertain.
        """
        if not self._database.is_shared:
            with available():
                await self._database.write(lambda db: sql.mark_uncertain(db, kind))

    async def guilds_due(self, kind: Work, limit: int) -> Sequence[int]:
        """Return at most `limit` servers with messages of a kind that are due, the longest overdue first."""
        with readable():
            return await self._database.read(lambda db: sql.guilds_due(db, kind, self.now(), limit))

    async def due_on(self, kind: Work, guild: int) -> Sequence[int]:
        """Return the ids of a server's messages of a kind that are due, in the order in which to send them."""
        with readable():
            return await self._database.read(lambda db: sql.due_on(db, kind, guild, self.now()))

    async def due(self, announcement_id: int) -> Announcement | None:
        """Return a message as it is stored now; None if it is not due."""
        with readable():
            return await self._database.read(lambda db: sql.load_due(db, announcement_id, self.now()))

    async def next_due(self, kind: Work) -> float | None:
        """Return the next moment at which a message of a kind will be due; None if there is none."""
        with readable():
            return await self._database.read(lambda db: sql.next_due(db, kind, self.now()))

    async def save(self, announcement: Announcement) -> None:
        """Store a message after an attempt to send or edit it."""
        with available():
            await self._database.write(lambda db: sql.save(db, announcement))

    async def drop(self, announcement: Announcement) -> None:
        """Give up a message."""
        with available():
            await self._database.write(lambda db: sql.drop(db, announcement.id))

    async def is_forbidden(self, kind: Work, guild: int, channel: int | None) -> bool:
        """Return whether permissions hold back a message of a kind in a channel."""
        with readable():
            return (kind, channel) in await self._database.read(lambda db: sql.forbidden(db, guild))

    async def reachable(self, guild: int) -> None:
        """Retry the messages that a server's permissions forbade before."""
        with readable():
            if not await self._database.read(lambda db: sql.forbidden(db, guild)):
                return
        with available():
            await self._database.write(lambda db: sql.retry_forbidden(db, guild, self.now()))
        for listener in self.listeners:
            listener()
