"""Check the health of the bot: whether the database takes writes, and which messages are pending."""

from bot.clock import Clock
from bot.store import pulse as sql
from bot.store.database import Database
from bot.store.pulse import Pending

__all__ = ["Pending", "Pulse"]


class Pulse:
    """Measure the health of the bot. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def beat(self) -> None:
        """Write to the database and commit, to find out whether that works."""
        now = self._clock().timestamp()
        await self._database.write(lambda db: sql.beat(db, now))

    async def pending(self) -> list[Pending]:
        """Return how many messages are not yet delivered on Discord, grouped by the trouble that delays them."""
        now = self._clock().timestamp()
        return await self._database.read(lambda db: sql.pending(db, now))

    async def quarantined(self) -> int:
        """Return the number of matches that the bot, not an admin, has quarantined."""
        return await self._database.read(sql.quarantined)
