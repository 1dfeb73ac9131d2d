"""Store the preferences of users and servers, and keep the recently used ones in memory."""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, Final, Generic, TypeVar

from cachetools import LRUCache

from bot.model.clocks import Habits
from bot.model.match import UserId
from bot.people import preference_store as sql
from bot.people.settings import Preferences, ServerPreferences, Setting
from bot.store.availability import available
from bot.store.database import Database, Rows

CACHED_PREFERENCES: Final = 4096
"""The maximum number of users, and of servers, whose preferences are kept in memory."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")


class PreferenceBook:
    """Read and change preferences. Every asynchronous method may raise `Unavailable`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people = _Memory[UserId, Preferences](partial(self._read, sql.load))
        self._servers = _Memory[int, ServerPreferences](partial(self._read, sql.load_server))
        self._listeners = defaultdict[str, list[Callable[[int], Awaitable[None]]]](list)

    def when_chosen(self, setting: Setting[Any], listener: Callable[[int], Awaitable[None]]) -> None:
        """Call a function after this setting of a server was stored, with the server."""
        self._listeners[setting.field].append(listener)

    async def of(self, user: UserId) -> Preferences:
        """Return the preferences of a user."""
        return await self._people.get(user)

    async def of_server(self, guild: int) -> ServerPreferences:
        """Return the preferences of a server."""
        return await self._servers.get(guild)

    async def habits(self, user: UserId) -> Habits:
        """Return the preferences of a user on which their clock depends in correspondence games."""
        preferences = await self.of(user)
        return Habits(preferences.active_hours, preferences.reminder_interval)

    async def choose(self, user: UserId, setting: Setting[T], value: T) -> Preferences:
        """Store one setting of a user, and return all their preferences.

        Raises:
            NotUnderstood: the setting cannot have this value.
        """
        setting.check(value)
        with self.changing(user), available():
            return await self._database.write(lambda db: sql.change(db, user, setting.field, value))

    async def choose_for_server(self, guild: int, setting: Setting[T], value: T) -> ServerPreferences:
        """Store one setting of a server, and return all its preferences.

        Raises:
            NotUnderstood: the setting cannot have this value.
        """
        setting.check(value)
        with self._servers.changing(guild), available():
            preferences = await self._database.write(lambda db: sql.change_server(db, guild, setting.field, value))
        for listener in self._listeners[setting.field]:
            await listener(guild)
        return preferences

    def changing_server(self, guild: int) -> AbstractContextManager[None]:
        """Return a context to hold while the preferences of a server are written. It keeps none of them in memory."""
        return self._servers.changing(guild)

    def changing(self, user: UserId) -> AbstractContextManager[None]:
        """Return a context to hold while the preferences of a user are written. It keeps none of them in memory."""
        return self._people.changing(user)

    def forget(self, user: UserId) -> None:
        """Drop the preferences of a user from memory, since another process has changed them."""
        with self._people.changing(user):
            pass

    def forget_server(self, guild: int) -> None:
        """Drop the preferences of a server from memory, since another process has changed them."""
        with self._servers.changing(guild):
            pass

    def forget_all(self) -> None:
        """Drop all preferences from memory."""
        self._people.clear()
        self._servers.clear()

    async def _read(self, load: Callable[[Rows, K], Awaitable[V]], key: K) -> V:
        with available():
            return await self._database.read(lambda db: load(db, key))


class _Memory(Generic[K, V]):
    """A cache of the values of recently used keys. It never holds a value that is older than the committed one.

    A value is dropped before it is changed. A loaded value is kept only if nothing was changed while it was loaded: a
    load that began before or during a change may have read the old value.
    """

    def __init__(self, load: Callable[[K], Awaitable[V]]) -> None:
        self._load = load
        self._values = LRUCache[K, V](CACHED_PREFERENCES)
        self._changing: Counter[K] = Counter()
        self._changes = 0
        """The number of changes that have begun."""

    async def get(self, key: K) -> V:
        """Return the value of a key. Load it if it is not in memory."""
        if key in self._values:
            return self._values[key]
        is_settled, changes = key not in self._changing, self._changes
        value = await self._load(key)
        if is_settled and changes == self._changes:
            self._values[key] = value
        return value

    def clear(self) -> None:
        """Drop all values, and do not keep those that are being loaded."""
        self._values.clear()
        self._changes += 1

    @contextmanager
    def changing(self, key: K) -> Iterator[None]:
        """Keep no value of a key in memory within this context, in which the value is changed."""
        self._values.pop(key, None)
        self._changes += 1
        self._changing[key] += 1
        try:
            yield
        finally:
            self._changing[key] -= 1
            if not self._changing[key]:
                del self._changing[key]
