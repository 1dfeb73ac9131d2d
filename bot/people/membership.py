"""Remember which users have left a server. Its leaderboards do not show them until they are back."""

import structlog

from bot.model.match import UserId
from bot.people import listing as sql
from bot.store.database import Database
from bot.store.errors import StoreError

_log = structlog.get_logger(__name__)


class Membership:
    """Remember which users have left a server, as Discord reports it. `left` and `met` raise no error if the database
    fails: they log that, and a later report makes up for the lost one.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._absent: set[tuple[int, UserId]] | None = None

    async def left(self, guild: int, user: UserId) -> None:
        """Remember that a user has left a server."""
        try:
            await self._database.write(lambda db: sql.leave(db, guild, user))
            (await self._known()).add((guild, user))
        except StoreError as error:
            _log.warning("a member who left could not be stored", cause=str(error))

    async def met(self, guild: int, user: UserId) -> None:
        """Remember that a user, who was seen on a server, is a member of it."""
        try:
            absent = await self._known()
            if (guild, user) in absent:
                await self._database.write(lambda db: sql.come_back(db, guild, user))
                absent.discard((guild, user))
        except StoreError as error:
            _log.warning("a member who came back could not be stored", cause=str(error))

    def forget(self, user: UserId) -> None:
        """Drop from memory which servers a user has left."""
        if self._absent is not None:
            self._absent = {pair for pair in self._absent if pair[1] != user}

    async def _known(self) -> set[tuple[int, UserId]]:
        if self._absent is None:
            self._absent = await self._database.read(sql.absent)
        return self._absent
