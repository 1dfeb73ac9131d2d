"""Remember the servers that the bot has joined, until it has welcomed them."""

from bot.application.match.positions import available, readable
from bot.store import pending_welcomes as sql
from bot.store.database import Database


class PendingWelcomes:
    """The servers that are still to be welcomed. Every method may raise `Unavailable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> set[int]:
        """Return the servers that are still to be welcomed."""
        with readable():
            return await self._database.read(sql.load)

    async def add(self, guild: int) -> None:
        """Record that a server is to be welcomed."""
        with available():
            await self._database.write(lambda db: sql.insert(db, guild))

    async def remove(self, guild: int) -> None:
        """Record that a server was welcomed, or that the bot has left it."""
        with available():
            await self._database.write(lambda db: sql.delete(db, guild))
