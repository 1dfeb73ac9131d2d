"""Store which users each user has blocked. Two such users are never seated together, and only the user who made the
block can see it.
"""

from collections.abc import Iterable
from typing import Final

from bot.model.match import UserId
from bot.people.refusals import BlockLimitReached, BlocksThemselves
from bot.store.availability import available, readable
from bot.store.database import Database, Rows

MOST_BLOCKED: Final = 200
"""The maximum number of users that one user can block."""


class Blocks:
    """Store and read blocks. Every method may raise `Unavailable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def block(self, user: UserId, other: UserId) -> None:
        """Block another user: the two are no longer seated together, and the blocking user is not told of invitations
        from the blocked one.

        Raises:
            NotAllowed: the user tries to block themselves, or has blocked `MOST_BLOCKED` users already.
        """
        if user == other:
            raise BlocksThemselves

        async def work(db: Rows) -> None:
            blocked = await blocked_by(db, user)
            if len(blocked) >= MOST_BLOCKED and other not in blocked:
                raise BlockLimitReached(limit=MOST_BLOCKED)
            await _save(db, user, other)

        with available():
            await self._database.write(work)

    async def unblock(self, user: UserId, other: UserId) -> bool:
        """Unblock another user, and return whether they were blocked."""

        async def work(db: Rows) -> bool:
            was_blocked = other in await blocked_by(db, user)
            await _delete(db, user, other)
            return was_blocked

        with available():
            return await self._database.write(work)

    async def of(self, user: UserId) -> list[UserId]:
        """Return the users whom a user has blocked."""
        with readable():
            return await self._database.read(lambda db: blocked_by(db, user))


async def blocked_by(db: Rows, user_id: UserId) -> list[UserId]:
    """Return the users whom a user blocked."""
    sql = "SELECT blocked_user_id FROM blocks WHERE user_id = ? ORDER BY blocked_user_id"
    return [blocked for (blocked,) in await db.rows(sql, user_id)]


async def blockers(db: Rows, user_ids: Iterable[UserId], blocked_user_id: UserId) -> frozenset[UserId]:
    """Return which of these users blocked one user."""
    rows = await db.rows("SELECT user_id FROM blocks WHERE blocked_user_id = ?", blocked_user_id)
    return frozenset({user_id for (user_id,) in rows}.intersection(user_ids))


async def _save(db: Rows, user_id: UserId, blocked_user_id: UserId) -> None:
    """Block a user, unless they are blocked already."""
    sql = "INSERT INTO blocks (user_id, blocked_user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, user_id, blocked_user_id)


async def _delete(db: Rows, user_id: UserId, blocked_user_id: UserId) -> None:
    """Unblock a user."""
    await db.run("DELETE FROM blocks WHERE user_id = ? AND blocked_user_id = ?", user_id, blocked_user_id)
