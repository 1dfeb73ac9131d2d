"""What people are called where they play: as they said it last, kept in the store. It knows no Discord."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import structlog

from bot.model.match import Match, UserId
from bot.store import names as sql
from bot.store.database import Database
from bot.store.errors import StoreError
from render.names import distinct_names

NOBODY: Final = "A former member"
"""Somebody who was never met, or had their data deleted."""

_KEPT: Final = 10_000

_log = structlog.stdlib.get_logger(__name__)


class Names:
    """Display names by server and user, as plain text: to be escaped before they are shown."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[tuple[int, UserId], str] = OrderedDict()
        self._saving: set[asyncio.Task[None]] = set()

    def meet(self, guild: int, user: UserId, name: str) -> None:
        """Remember what somebody who is here now is called; it is stored soon, and waited for by nobody."""
        if self._known.get((guild, user)) != name:
            self._keep(guild, user, name)
            task = asyncio.create_task(self._save(guild, user, name), name=f"name of {user}")
            self._saving.add(task)
            task.add_done_callback(self._saving.discard)

    async def of(self, match: Match) -> tuple[str, ...]:
        """The players of a match, by seat, told apart as pictures and texts tell them."""
        found = await self.on(match.guild, [player.user for player in match.players if not player.computer])
        return distinct_names(
            [f"Computer ({player.computer})" if player.computer else found[player.user] for player in match.players]
        )

    async def on(self, guild: int, users: Iterable[UserId]) -> dict[UserId, str]:
        """What these users are called on a server.

        Raises:
            StoreError: that cannot be read.
        """
        wanted = list(dict.fromkeys(users))
        missing = [user for user in wanted if (guild, user) not in self._known]
        if missing:
            stored = await self._database.read(lambda db: sql.find(db, guild, missing))
            for user in missing:
                self._keep(guild, user, stored.get(user, NOBODY))
        return {user: self._known.get((guild, user), NOBODY) for user in wanted}

    async def settled(self) -> None:
        """Wait until every name is stored."""
        while self._saving:
            await asyncio.gather(*self._saving)

    def forget(self, user: UserId) -> None:
        """Let go of what somebody was called, everywhere."""
        for guild, known in [key for key in self._known if key[1] == user]:
            del self._known[guild, known]

    def _keep(self, guild: int, user: UserId, name: str) -> None:
        self._known[guild, user] = name
        self._known.move_to_end((guild, user))
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)

    async def _save(self, guild: int, user: UserId, name: str) -> None:
        try:
            await self._database.write(lambda db: sql.save(db, guild, user, name))
        except StoreError as error:
            _log.warning("a name could not be stored", cause=str(error))
