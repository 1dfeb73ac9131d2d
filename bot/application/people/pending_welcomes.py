"""Remember the servers that the bot has joined, until it has welcomed them."""

from bot.application.match.positions import available, readable
from bot.store import pending_welcomes as sql
from bot.store.database import Database


class PendingWelcomes:
    """Read and change these servers. Every method may raise `Unavailable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> set[int]:
        """Return the servers that are to be welcomed."""
        with readable():
            return await self._database.read(sql.load)

    async def add(self, guild: int) -> None:
        """Record that a server still needs its welcome message."""
        with available():
            await self._database.write(lambda db: sql.insert(db, guild))

    async def remove(self, guild: int) -> None:
        """Record that a server was welcomed, or that the bot left it."""
        with available():
            await self._database.write(lambda db: sql.delete(db, guild))
