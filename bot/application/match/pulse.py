"""Signs of life of the database: a real write, and what is pending on Discord."""

from bot.clock import Clock
from bot.store import pulse as sql
from bot.store.database import Database
from bot.store.pulse import Pending

__all__ = ["Pending", "Pulse"]


class Pulse:
    """Checks that the database takes writes. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def beat(self) -> None:
        """Commit a write to the disk, like any ply."""
        now = self._clock().timestamp()
        await self._database.write(lambda db: sql.beat(db, now))

    async def pending(self) -> list[Pending]:
        """Return what is pending on Discord, one value for each trouble."""
        now = self._clock().timestamp()
        return await self._database.read(lambda db: sql.pending(db, now))

    async def quarantined(self) -> int:
        """Return how many matches are quarantined by the bot, not by an admin."""
        return await self._database.read(sql.quarantined)
