"""SQL about blocks between users. Only the user who blocks may learn of one."""

from collections.abc import Iterable

from bot.model.match import UserId
from bot.store.database import Rows


async def of_user(db: Rows, user_id: UserId) -> list[UserId]:
    """Return the users whom a user blocked."""
    sql = "SELECT blocked_user_id FROM blocks WHERE user_id = ? ORDER BY blocked_user_id"
    return [blocked for (blocked,) in await db.rows(sql, user_id)]


async def by(db: Rows, user_ids: Iterable[UserId], blocked_user_id: UserId) -> frozenset[UserId]:
    """Return which of these users blocked one user."""
    rows = await db.rows("SELECT user_id FROM blocks WHERE blocked_user_id = ?", blocked_user_id)
    return frozenset({user_id for (user_id,) in rows}.intersection(user_ids))


async def save(db: Rows, user_id: UserId, blocked_user_id: UserId) -> None:
    """Block a user, unless they are blocked already."""
    sql = "INSERT INTO blocks (user_id, blocked_user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, user_id, blocked_user_id)


async def delete(db: Rows, user_id: UserId, blocked_user_id: UserId) -> None:
    """Unblock a user."""
    await db.run("DELETE FROM blocks WHERE user_id = ? AND blocked_user_id = ?", user_id, blocked_user_id)
