"""SQL about servers that the bot has joined but not yet welcomed."""

from bot.store.database import Rows


async def load(db: Rows) -> set[int]:
    """Return the ids of the servers that are to be welcomed."""
    return {guild_id for (guild_id,) in await db.rows("SELECT guild_id FROM pending_welcomes")}


async def insert(db: Rows, guild_id: int) -> None:
    """Store that a server is to be welcomed."""
    await db.run("INSERT INTO pending_welcomes (guild_id) VALUES (?) ON CONFLICT DO NOTHING", guild_id)


async def delete(db: Rows, guild_id: int) -> None:
    """Store that a server is no longer to be welcomed."""
    await db.run("DELETE FROM pending_welcomes WHERE guild_id = ?", guild_id)
