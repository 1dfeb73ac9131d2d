"""Remember the servers that the bot has joined, until it has welcomed them."""

from bot.store.availability import available, readable
from bot.store.database import Database


class PendingWelcomes:
    """The servers that are still to be welcomed. Every method may raise `Unavailable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> set[int]:
        """Return the servers that are still to be welcomed."""
        with readable():
            rows = await self._database.read(lambda db: db.rows("SELECT guild_id FROM pending_welcomes"))
        return {guild for (guild,) in rows}

    async def add(self, guild: int) -> None:
        """Record that a server is to be welcomed."""
        sql = "INSERT INTO pending_welcomes (guild_id) VALUES (?) ON CONFLICT DO NOTHING"
        with available():
            await self._database.write(lambda db: db.run(sql, guild))

    async def remove(self, guild: int) -> None:
        """Record that a server was welcomed, or that the bot has left it."""
        with available():
            await self._database.write(lambda db: db.run("DELETE FROM pending_welcomes WHERE guild_id = ?", guild))
