"""Who does not want to play with whom: they are not seated together, and nobody else is told."""

from typing import Final

from bot.application.match.positions import available, readable
from bot.model.match import UserId
from bot.model.reasons.people import BlockLimitReached, BlocksThemselves
from bot.store import blocks as sql
from bot.store.database import Database, Rows

MOST: Final = 200
"""People whom one person may block."""


class Blocks:
    """Every method may raise `Unavailable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def block(self, user: UserId, other: UserId) -> None:
        """Do not seat a user with another any more, nor let them be asked by them.

        Raises:
            NotAllowed: it is themselves, or they have blocked as many as they may.
        """
        if user == other:
            raise BlocksThemselves

        async def work(db: Rows) -> None:
            there = await sql.of_user(db, user)
            if len(there) >= MOST and other not in there:
                raise BlockLimitReached(limit=MOST)
            await sql.save(db, user, other)

        with available():
            await self._database.write(work)

    async def unblock(self, user: UserId, other: UserId) -> bool:
        """Undo it; whether there was anything to undo."""

        async def work(db: Rows) -> bool:
            there = other in await sql.of_user(db, user)
            await sql.delete(db, user, other)
            return there

        with available():
            return await self._database.write(work)

    async def of(self, user: UserId) -> list[UserId]:
        """Whom a user has blocked."""
        with readable():
            return await self._database.read(lambda db: sql.of_user(db, user))
