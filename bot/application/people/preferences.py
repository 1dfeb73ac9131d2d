"""What people like, and what is chosen for servers: stored, and kept in memory as far as it was asked for lately."""

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Final, Generic, TypeVar

from bot.application.match.positions import available
from bot.model.active_hours import Waking
from bot.model.clocks import Habits
from bot.model.match import UserId
from bot.model.pace import Kind
from bot.model.preferences import MOSTS, PATIENCES, REMINDERS, Preferences, ServerPreferences, Threads
from bot.model.refusals import NotUnderstood
from bot.store import preferences as sql
from bot.store.database import Database
from render.palette import Theme

KEPT: Final = 4096
"""How many are kept in memory, of people and of servers."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class PreferenceBook:
    """Every method that waits may raise `Unavailable`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people: _Latest[UserId, Preferences] = _Latest(KEPT)
        self._servers: _Latest[int, ServerPreferences] = _Latest(KEPT)

    async def of(self, user: UserId) -> Preferences:
        """What a user likes."""
        known = self._people.get(user)
        if known is None:
            with available():
                known = await self._database.read(lambda db: sql.load(db, user))
            self._people.keep(user, known)
        return known

    async def of_server(self, guild: int) -> ServerPreferences:
        """What is chosen for a server."""
        known = self._servers.get(guild)
        if known is None:
            with available():
                known = await self._database.read(lambda db: sql.load_server(db, guild))
            self._servers.keep(guild, known)
        return known

    async def choose_patience(self, user: UserId, seconds: int | None) -> Preferences:
        """How long a user is waited for before they are called, from the next time that they are asked.

        Raises:
            NotUnderstood: it is none of `PATIENCES`.
        """
        if seconds not in PATIENCES:
            raise NotUnderstood("That cannot be chosen. `/settings` shows what can.")
        return await self._save(user, replace(await self.of(user), patience=seconds))

    async def habits(self, user: UserId) -> Habits:
        """What a user's clock heeds by correspondence."""
        liked = await self.of(user)
        return Habits(liked.waking, liked.reminders)

    async def choose_waking(self, user: UserId, text: str) -> Preferences:
        """When a user's clock runs by correspondence, from the next time that they are asked.

        Raises:
            BadHours: the text says no hours in which it could run.
        """
        return await self._save(user, replace(await self.of(user), waking=Waking.read(text)))

    async def choose_reminders(self, user: UserId, seconds: int | None) -> Preferences:
        """After how many waking seconds a user is called again by correspondence, from the next time.

        Raises:
            NotUnderstood: it is none of `REMINDERS`.
        """
        if seconds not in REMINDERS:
            raise NotUnderstood("That cannot be chosen. `/settings` shows what can.")
        return await self._save(user, replace(await self.of(user), reminders=seconds))

    async def choose_theme(self, user: UserId, theme: Theme) -> Preferences:
        """The colours of pictures that a user alone sees."""
        return await self._save(user, replace(await self.of(user), theme=theme))

    async def choose_words(self, user: UserId, *, words: bool) -> Preferences:
        """Whether what pictures show that a user alone sees is written above them."""
        return await self._save(user, replace(await self.of(user), words=words))

    async def choose_hands(self, user: UserId, *, hands: bool) -> Preferences:
        """Whether a user's hands come by direct message, from the next match on."""
        return await self._save(user, replace(await self.of(user), hands=hands))

    async def choose_server_theme(self, guild: int, theme: Theme) -> ServerPreferences:
        """The colours of pictures that everybody on a server sees."""
        return await self._save_server(guild, replace(await self.of_server(guild), theme=theme))

    async def choose_paces(self, guild: int, kinds: Iterable[Kind]) -> ServerPreferences:
        """Which paces matches on a server may have, from the next one on.

        Raises:
            NotUnderstood: there would be none.
        """
        paces = frozenset(kinds)
        if not paces:
            raise NotUnderstood("Matches need at least one pace. `/setup` shows which there are.")
        return await self._save_server(guild, replace(await self.of_server(guild), paces=paces))

    async def choose_channels(self, guild: int, channels: Sequence[int]) -> ServerPreferences:
        """Where matches may be opened on a server; nowhere named: everywhere."""
        chosen = tuple(dict.fromkeys(channels))
        return await self._save_server(guild, replace(await self.of_server(guild), channels=chosen))

    async def choose_starters(self, guild: int, role: int | None) -> ServerPreferences:
        """The role that may open matches on a server; None: everybody."""
        return await self._save_server(guild, replace(await self.of_server(guild), starters=role))

    async def choose_most(self, guild: int, most: int | None) -> ServerPreferences:
        """How many lobbies and live matches a server may have at once.

        Raises:
            NotUnderstood: it is none of `MOSTS`.
        """
        if most not in MOSTS:
            raise NotUnderstood("That cannot be chosen. `/setup` shows what can.")
        return await self._save_server(guild, replace(await self.of_server(guild), most=most))

    async def choose_threads(self, guild: int, threads: Threads) -> ServerPreferences:
        """Whether matches of a server have threads of their own."""
        return await self._save_server(guild, replace(await self.of_server(guild), threads=threads))

    async def choose_calls(self, guild: int, *, calls: bool) -> ServerPreferences:
        """Whether players are called in the channels of a server."""
        return await self._save_server(guild, replace(await self.of_server(guild), calls=calls))

    async def choose_puzzles(self, guild: int, channel: int | None) -> ServerPreferences:
        """The channel of a server in which the daily puzzle is posted; None: nowhere."""
        return await self._save_server(guild, replace(await self.of_server(guild), puzzles=channel))

    def forget(self, user: UserId) -> None:
        """Let go of what is in memory of a user."""
        self._people.drop(user)

    async def _save(self, user: UserId, chosen: Preferences) -> Preferences:
        with available():
            await self._database.write(lambda db: sql.save(db, user, chosen))
        self._people.keep(user, chosen)
        return chosen

    async def _save_server(self, guild: int, chosen: ServerPreferences) -> ServerPreferences:
        with available():
            await self._database.write(lambda db: sql.save_server(db, guild, chosen))
        self._servers.keep(guild, chosen)
        return chosen


class _Latest(Generic[K, V]):
    """The latest values that were asked for, at most so many."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        found = self._values.get(key)
        if found is not None:
            self._values.move_to_end(key)
        return found

    def keep(self, key: K, value: V) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._limit:
            self._values.popitem(last=False)

    def drop(self, key: K) -> None:
        self._values.pop(key, None)
