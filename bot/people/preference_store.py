"""SQL about the settings of users and of servers. Without a row, the defaults apply."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Generic, TypeVar, get_type_hints

from bot.model.active_hours import ALWAYS, ActiveHours
from bot.model.match import UserId
from bot.model.pace import Kind
from bot.model.refusals import BadHours
from bot.people.listing import list_again
from bot.people.season_plan import SeasonPlan, read_plan
from bot.people.settings import Preferences, ServerPreferences, Threads
from bot.store.database import Rows
from bot.store.notices import Notice, Subject
from render.palette import Theme
from rules.core.options import RuleSet

P = TypeVar("P")


def _as_it_is(stored: Any) -> Any:
    return stored


def _active_hours(stored: str) -> ActiveHours:
    """Return the stored hours, or all hours if the time zone no longer exists."""
    try:
        return ActiveHours.read(stored)
    except BadHours:
        return ALWAYS


def _paces(stored: str) -> frozenset[Kind]:
    return frozenset(map(Kind, stored.split()))


def _season_plan(stored: str | None) -> SeasonPlan | None:
    return None if stored is None else read_plan(stored)


def _ids(stored: str) -> tuple[int, ...]:
    return tuple(map(int, stored.split()))


@dataclass(frozen=True, slots=True)
class _Table(Generic[P]):
    """A table with a row for each user, or for each server."""

    name: str
    key: str
    defaults: P
    columns: Mapping[str, Callable[[Any], Any]]
    """For each column, which has the name of a field: the function that reads its value."""

    async def load(self, db: Rows, id_: int) -> P:
        """Return the preferences with this id; the defaults if there is no row."""
        sql = f"SELECT {self._names} FROM {self.name} WHERE {self.key} = ?"  # noqa: S608 # ours
        for row in await db.rows(sql, id_):
            stored = zip(self.columns.items(), row, strict=True)
            return type(self.defaults)(**{field: read(value) for (field, read), value in stored})
        return self.defaults

    async def change(self, db: Rows, id_: int, field: str, value: object) -> P:
        """Store one field and return all preferences. A new row begins with the defaults."""
        marks, defaults = ", ?" * len(self.columns), [_stored(getattr(self.defaults, each)) for each in self.columns]
        insert = f"INSERT INTO {self.name} ({self.key}, {self._names}) VALUES (?{marks}) ON CONFLICT DO NOTHING"  # noqa: S608 # ours
        await db.run(insert, id_, *defaults)
        update = f"UPDATE {self.name} SET {field} = ? WHERE {self.key} = ?"  # noqa: S608 # ours
        await db.run(update, _stored(value), id_)
        return await self.load(db, id_)

    @property
    def _names(self) -> str:
        return ", ".join(self.columns)


def _stored(value: object) -> str | int | None:
    """Return a field's value as its column holds it."""
    match value:
        case bool():
            return int(value)
        case None | int() | str():
            return value
        case frozenset():
            return " ".join(kind for kind in Kind if kind in value)
        case tuple():
            return " ".join(map(str, value))
        case _:
            return str(value)


_READERS: Final[Mapping[Any, Callable[[Any], Any]]] = {
    bool: bool,
    int | None: _as_it_is,
    tuple[int, ...]: _ids,
    Theme: Theme,
    Threads: Threads,
    RuleSet: RuleSet,
    ActiveHours: _active_hours,
    frozenset[Kind]: _paces,
    SeasonPlan | None: _season_plan,
}
"""By the type of a setting, the function that reads its stored value."""


def _columns(kind: type[Preferences | ServerPreferences]) -> Mapping[str, Callable[[Any], Any]]:
    types = get_type_hints(kind)
    return {field.name: _READERS[types[field.name]] for field in fields(kind)}


_USERS: Final = _Table("preferences", "user_id", Preferences(), _columns(Preferences))
_SERVERS: Final = _Table("server_preferences", "guild_id", ServerPreferences(), _columns(ServerPreferences))


async def load(db: Rows, user_id: UserId) -> Preferences:
    """Return the preferences of a user."""
    return await _USERS.load(db, user_id)


async def change(db: Rows, user_id: UserId, field: str, value: object) -> Preferences:
    """Store one field of a user's preferences; return them all. Leaderboards are updated if the user is to be shown or
    hidden.
    """
    preferences = await _USERS.change(db, user_id, field, value)
    if field in ("is_listed", "anywhere"):
        await list_again(db, user_id)
    await db.notify(Notice.of(Subject.USER, user_id))
    return preferences


async def load_server(db: Rows, guild_id: int) -> ServerPreferences:
    """Return the preferences of a server."""
    return await _SERVERS.load(db, guild_id)


async def change_server(db: Rows, guild_id: int, field: str, value: object) -> ServerPreferences:
    """Store one field of a server's preferences; return them all."""
    await db.notify(Notice.of(Subject.SERVER, guild_id))
    return await _SERVERS.change(db, guild_id, field, value)
