"""Store which users each user has blocked. Two such users are never seated together, and only the user who made the
block can see it.
"""

from typing import Final

from bot.model.match import UserId
from bot.model.reasons.people import BlockLimitReached, BlocksThemselves
from bot.store import blocks as sql
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
            blocked = await sql.of_user(db, user)
            if len(blocked) >= MOST_BLOCKED and other not in blocked:
                raise BlockLimitReached(limit=MOST_BLOCKED)
            await sql.save(db, user, other)

        with available():
            await self._database.write(work)

    async def unblock(self, user: UserId, other: UserId) -> bool:
        """Unblock another user, and return whether they were blocked."""

        async def work(db: Rows) -> bool:
            was_blocked = other in await sql.of_user(db, user)
            await sql.delete(db, user, other)
            return was_blocked

        with available():
            return await self._database.write(work)

    async def of(self, user: UserId) -> list[UserId]:
        """Return the users whom a user has blocked."""
        with readable():
            return await self._database.read(lambda db: sql.of_user(db, user))
