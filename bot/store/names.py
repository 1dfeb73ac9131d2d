"""SQL about what people are called."""

from collections.abc import Iterable

from bot.model.match import UserId
from bot.store.database import Rows


async def find(db: Rows, guild: int, users: Iterable[UserId]) -> dict[UserId, str]:
    """What these users are called on a server, as far as they said it."""
    found: dict[UserId, str] = {}
    for user in users:
        for (name,) in await db.rows("SELECT name FROM names WHERE guild = ? AND user = ?", guild, user):
            found[user] = name
    return found


async def save(db: Rows, guild: int, user: UserId, name: str) -> None:
    """What a user is called from now on."""
    sql = (
        "INSERT INTO names (guild, user, name) VALUES (?, ?, ?) "
        "ON CONFLICT (guild, user) DO UPDATE SET name = excluded.name"
    )
    await db.rows(sql, guild, user, name)
