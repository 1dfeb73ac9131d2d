"""SQL about the display names of users."""

from collections.abc import Iterable

from bot.model.match import UserId
from bot.store.database import Rows
from bot.store.notices import Notice, Subject


async def find(db: Rows, guild_id: int, user_ids: Iterable[UserId]) -> dict[UserId, str]:
    """Return the stored names of these users on a server."""
    names: dict[UserId, str] = {}
    for user_id in user_ids:
        for (name,) in await db.rows("SELECT name FROM names WHERE guild_id = ? AND user_id = ?", guild_id, user_id):
            names[user_id] = name
    return names


async def save(db: Rows, guild_id: int, user_id: UserId, name: str) -> None:
    """Store the name of a user on a server, in place of an earlier one."""
    sql = (
        "INSERT INTO names (guild_id, user_id, name) VALUES (?, ?, ?) "
        "ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name"
    )
    await db.run(sql, guild_id, user_id, name)
    await db.notify(Notice.of(Subject.NAME, guild_id, user_id))
