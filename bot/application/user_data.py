"""Export and delete the stored data of users."""

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from bot.application.match.matches import Matches
from bot.application.match.positions import Positions
from bot.model.match import UserId
from bot.model.pauses import Reason
from bot.people.membership import Membership
from bot.people.names import Names
from bot.people.preferences import PreferenceBook
from bot.people.refusals import JustSatDown, StillPlaying
from bot.store import user_data as sql
from bot.store.availability import available, readable
from bot.store.database import Database, Rows
from bot.store.deletion_list import DeletionList
from bot.store.errors import StoreError
from bot.store.matches import of_user

_log = structlog.get_logger(__name__)


class UserData:
    """Export and delete the data of users. Every method may raise `Unavailable`."""

    def __init__(  # noqa: PLR0913 # the services whose data it deletes
        self,
        database: Database,
        *,
        positions: Positions,
        matches: Matches,
        names: Names,
        membership: Membership,
        preferences: PreferenceBook,
        deletions: DeletionList | None = None,
    ) -> None:
        """Take the services that hold data of users. deletions: the list of users who deleted their data, kept beside
        the backups so that a restore deletes the data again; None: keep no list.
        """
        self._database = database
        self._positions = positions
        self._matches = matches
        self._names = names
        self._membership = membership
        self._preferences = preferences
        self._deletions = deletions
        self.listeners: list[Callable[[], None]] = []
        """The functions to call after each deletion, since messages that name the user may have to be edited."""

    async def export(self, user: UserId) -> dict[str, list[dict[str, Any]]]:
        """Return all stored data of a user: the rows of each table, by the table's name, each by column.

        Of live matches, this includes what the user has decided, but no secrets of other players.
        """
        with readable():
            return await self._database.read(lambda db: sql.export(db, user))

    async def check_deletable(self, user: UserId) -> None:
        """Raise a refusal unless the data of a user can be deleted now.

        Raises:
            NotAllowed: the user has a seat in matches, which the refusal names.
        """
        sitting = await self._matches.of_user(user)
        if sitting:
            raise StillPlaying(match_ids=tuple(match.id for match in sitting))

    async def delete(self, user: UserId) -> None:
        """Delete the data of a user, and erase its bytes from the database file. Match logs keep a pseudonym.

        Raises:
            NotAllowed: as for `check_deletable`.
        """
        await self.check_deletable(user)

        async def work(db: Rows) -> None:
            if await of_user(db, user):
                raise JustSatDown
            await sql.delete(db, user)

        line = await self._note(user)
        self._names.forget(user)  # else one that still waits to be stored could be stored after the deletion
        try:
            with self._preferences.changing(user), available():
                await self._database.write(work)
        except Exception:
            await self._withdraw(line)
            raise
        for listener in self.listeners:
            listener()
        self._names.forget(user)
        self._membership.forget(user)
        self._positions.forget(user)
        self._positions.clocks.pauses.set_breaks(Reason.HOLIDAY, user, ())
        try:
            await self._database.compact()
        except StoreError as error:
            _log.warning("bytes of deleted data may be left in the database file", cause=str(error))

    async def _note(self, user: UserId) -> str | None:
        """Add a deletion to the list beside the backups, and return its line. Return None if there is no list, or if it
        cannot be written, which is logged.
        """
        if self._deletions is None:
            return None
        try:
            return await asyncio.to_thread(self._deletions.add, user)
        except OSError as error:
            _log.error(
                "a deletion could not be noted beside the backups, so restoring a backup would undo it",
                folder=str(self._deletions.folder),
                cause=error.strerror,
            )
            return None

    async def _withdraw(self, line: str | None) -> None:
        """Remove the line of a deletion that failed from the list."""
        if line is None or self._deletions is None:
            return
        try:
            await asyncio.to_thread(self._deletions.withdraw, line)
        except OSError as error:
            _log.error("a deletion failed, but its note beside the backups could not be removed", cause=error.strerror)
