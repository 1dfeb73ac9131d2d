"""Keep the latest known display name of each user on each server, without asking Discord."""

import asyncio
from collections.abc import Iterable
from typing import Final

import structlog
from cachetools import LRUCache

from bot.model.match import DIRECT_MESSAGES, Match, UserId, computer_name
from bot.store.database import Database, Rows
from bot.store.errors import StoreError, is_outage
from bot.store.notices import Notice, Subject
from render.names import distinct_names

NOBODY: Final = "A former member"
"""The name of a user whose name is not known, or whose data was deleted."""

_CACHED_NAMES: Final = 10_000
_PAUSE: Final = 1.0
"""Seconds after which a name is stored again that was not stored because the database server was lost."""
_LONG_PAUSE: Final = 60.0
"""Seconds after which a name is stored again that was not stored for any other reason."""

_log = structlog.stdlib.get_logger(__name__)


class Names:
    """The display names of users by server. They are plain text, which must be escaped before it is shown."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known = LRUCache[tuple[int, UserId], str](_CACHED_NAMES)
        self._unsaved: dict[tuple[int, UserId], str] = {}
        """The names that are not stored yet."""
        self._saving: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False

    def meet(self, guild: int, user: UserId, name: str) -> None:
        """Remember the display name of a user, and store it in the background: try until it is stored."""
        if self._known.get((guild, user)) != name:
            self._known[guild, user] = self._unsaved[guild, user] = name
            self._start(guild, user, name)

    async def of(self, match: Match) -> tuple[str, ...]:
        """Return the names of the players of a match by seat, made distinct for pictures and texts. In a match of
        several places, these are the names that the players have outside all servers.

        Raises:
            StoreError: the names cannot be read.
        """
        guild = match.guild if len(match.places) == 1 else DIRECT_MESSAGES
        names = await self.on(guild, [player.user for player in match.players if not player.computer])
        return distinct_names(
            [
                computer_name(match.game, player.computer) if player.computer else names[player.user]
                for player in match.players
            ]
        )

    async def on(self, guild: int, users: Iterable[UserId]) -> dict[UserId, str]:
        """Return the names of these users on a server.

        Raises:
            StoreError: the names cannot be read.
        """
        wanted = list(dict.fromkeys(users))
        missing = [user for user in wanted if (guild, user) not in self._known]
        if missing:
            stored = await self._database.read(lambda db: known_names(db, guild, missing))
            for user in missing:
                self._known[guild, user] = stored.get(user, NOBODY)
        return {user: self._known.get((guild, user), NOBODY) for user in wanted}

    async def strangers(self, guild: int, viewer: UserId, users: Iterable[UserId]) -> dict[UserId, str]:
        """Return those of these users whom a viewer knows by no server, with the names that they have outside servers.

        guild: the server where the viewer looks; 0: in direct messages, where any server that they share counts. A user
        without a name outside servers has never met the bot, and so is no stranger from a match.

        Raises:
            StoreError: the names cannot be read.
        """
        others = [user for user in users if user != viewer]
        here = await self.on(guild, others) if guild else {}
        outside = await self.on(DIRECT_MESSAGES, others)
        unknown = [user for user in others if outside[user] != NOBODY and here.get(user, NOBODY) == NOBODY]
        if unknown and not guild:
            shared = await self._database.read(lambda db: _sharing(db, viewer, unknown))
            unknown = [user for user in unknown if user not in shared]
        return {user: outside[user] for user in unknown}

    async def settled(self) -> None:
        """Wait until every name is stored, or waits for a failing database."""
        while self._saving:
            await asyncio.wait(self._saving)

    async def close(self) -> None:
        """Finish storing names, and give up those that wait for a failing database."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        await self.settled()

    def forget(self, user: UserId) -> None:
        """Drop the names of a user on every server from memory."""
        for names in (self._known, self._unsaved):
            for key in [key for key in names if key[1] == user]:
                del names[key]

    def forget_on(self, guild: int, user: UserId) -> None:
        """Drop the name of a user on one server from memory, since another process may have stored a new one."""
        self._known.pop((guild, user), None)
        self._unsaved.pop((guild, user), None)

    def forget_all(self) -> None:
        """Drop all stored names from memory."""
        self._known.clear()
        self._known.update(self._unsaved)

    def _start(self, guild: int, user: UserId, name: str) -> None:
        task = asyncio.create_task(self._save(guild, user, name), name=f"name of {user}")
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def _save(self, guild: int, user: UserId, name: str) -> None:
        try:
            await self._database.write(lambda db: save_name(db, guild, user, name))
        except StoreError as error:
            if not is_outage(error):
                _log.warning("a name could not be stored, and is tried again", cause=str(error))
            self._again(_PAUSE if is_outage(error) else _LONG_PAUSE)
        else:
            if self._unsaved.get((guild, user)) == name:
                del self._unsaved[guild, user]

    def _again(self, pause: float) -> None:
        """Store the names that are not stored yet after a pause in seconds, or earlier if that is planned already."""
        if self._is_closed:
            return
        loop = asyncio.get_running_loop()
        if self._timer is None or loop.time() + pause < self._timer.when():
            if self._timer is not None:
                self._timer.cancel()
            self._timer = loop.call_later(pause, self._on_time)

    def _on_time(self) -> None:
        self._timer = None
        for (guild, user), name in self._unsaved.items():
            self._start(guild, user, name)


async def known_names(db: Rows, guild_id: int, user_ids: Iterable[UserId]) -> dict[UserId, str]:
    """Return the stored names of these users on a server."""
    names: dict[UserId, str] = {}
    for user_id in user_ids:
        for (name,) in await db.rows("SELECT name FROM names WHERE guild_id = ? AND user_id = ?", guild_id, user_id):
            names[user_id] = name
    return names


async def _sharing(db: Rows, viewer: UserId, users: Iterable[UserId]) -> set[UserId]:
    """Return which of these users have a name on a server on which a viewer has one, too."""
    sql = (
        "SELECT 1 FROM names AS mine JOIN names AS theirs ON theirs.guild_id = mine.guild_id "
        "WHERE mine.user_id = ? AND theirs.user_id = ? AND mine.guild_id <> ? LIMIT 1"
    )
    return {user for user in users if await db.rows(sql, viewer, user, DIRECT_MESSAGES)}


async def save_name(db: Rows, guild_id: int, user_id: UserId, name: str) -> None:
    """Store the name of a user on a server, in place of an earlier one."""
    sql = (
        "INSERT INTO names (guild_id, user_id, name) VALUES (?, ?, ?) "
        "ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name"
    )
    await db.run(sql, guild_id, user_id, name)
    await db.notify(Notice.of(Subject.NAME, guild_id, user_id))
