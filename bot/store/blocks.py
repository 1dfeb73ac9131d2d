"""SQL about who does not want to play with whom. Nobody but they themselves may be told."""

from collections.abc import Iterable

from bot.model.match import UserId
from bot.store.database import Rows


async def of_user(db: Rows, user: UserId) -> list[UserId]:
    """Whom a user has blocked."""
    return [other for (other,) in await db.rows("SELECT other FROM blocks WHERE user = ? ORDER BY other", user)]


async def by(db: Rows, users: Iterable[UserId], other: UserId) -> frozenset[UserId]:
    """Which of these users have blocked another."""
    found = {user for (user,) in await db.rows("SELECT user FROM blocks WHERE other = ?", other)}
    return frozenset(found.intersection(users))


async def save(db: Rows, user: UserId, other: UserId) -> None:
    """The user does not want to play with another."""
    await db.rows("INSERT INTO blocks (user, other) VALUES (?, ?) ON CONFLICT DO NOTHING", user, other)


async def delete(db: Rows, user: UserId, other: UserId) -> None:
    """The user may be seated with another again."""
    await db.rows("DELETE FROM blocks WHERE user = ? AND other = ?", user, other)
