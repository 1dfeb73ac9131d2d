"""Users and servers that the operator has barred: from now on they begin no match with other people.

A barred user keeps the seats that they have, since a match that ended at once would cost the others who play in it.
They play computers, puzzles and lessons as before. A barred server begins no match with people either, and its members
play elsewhere. Bars are read from the database whenever somebody is to be seated with others, so that one that the
command line has stored counts at once, in every process.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.match import UserId
from bot.people.refusals import ServerBarred, UserBarred
from bot.store.database import Rows


class BarKind(StrEnum):
    """The kinds of bars."""

    USER = "user"
    SERVER = "server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A user or a server that is barred. Moments are in seconds since 1970-01-01 UTC."""

    kind: BarKind
    id: int
    reason: str
    since: int
    ends: int | None
    """The moment at which it ends; None: once the operator lifts it."""


_COLUMNS: Final = "kind, barred_id, reason, since, ends_at"


async def bars(db: Rows, now: float) -> Sequence[Bar]:
    """Return the bars that have not ended, the latest first."""
    sql = (
        f"SELECT {_COLUMNS} FROM bars WHERE ends_at IS NULL OR ends_at > ? "  # noqa: S608 # ours
        "ORDER BY since DESC, kind, barred_id"
    )
    return [
        Bar(kind=BarKind(kind), id=barred, reason=reason, since=since, ends=ends)
        for kind, barred, reason, since, ends in await db.rows(sql, now)
    ]


async def put(db: Rows, bar: Bar) -> None:
    """Store a bar in place of an earlier one. A barred user leaves the common queue, and one of a server none."""
    sql = (
        f"INSERT INTO bars ({_COLUMNS}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, barred_id) "  # noqa: S608 # ours
        "DO UPDATE SET reason = excluded.reason, since = excluded.since, ends_at = excluded.ends_at"
    )
    await db.run(sql, bar.kind, bar.id, bar.reason, bar.since, bar.ends)
    if bar.kind is BarKind.USER:
        await db.run("DELETE FROM seekers WHERE user_id = ? AND match_id IS NULL", bar.id)


async def lift(db: Rows, kind: BarKind, barred: int) -> bool:
    """Delete a bar, and return whether there was one."""
    sql = "DELETE FROM bars WHERE kind = ? AND barred_id = ? RETURNING barred_id"
    return bool(await db.rows(sql, kind, barred))


async def check_free(db: Rows, user: UserId, guild: int, now: float) -> None:
    """Raise a refusal if a user may not begin a match with others. guild: where they are; 0: in direct messages.

    Raises:
        UserBarred, ServerBarred: the operator has barred the user, or the server.
    """
    for bar in await bars(db, now):
        if bar.kind is BarKind.USER and bar.id == user:
            raise UserBarred(reason=bar.reason, ends=bar.ends)
        if bar.kind is BarKind.SERVER and bar.id == guild:
            raise ServerBarred(reason=bar.reason, ends=bar.ends)


async def barred(db: Rows, users: Iterable[UserId], guilds: Iterable[int], now: float) -> frozenset[int]:
    """Return which of these users and servers are barred."""
    wanted = {(BarKind.USER, user) for user in users} | {(BarKind.SERVER, guild) for guild in guilds}
    return frozenset(bar.id for bar in await bars(db, now) if (bar.kind, bar.id) in wanted)


async def forget_old(db: Rows, now: float) -> None:
    """Delete the bars that have ended."""
    await db.run("DELETE FROM bars WHERE ends_at <= ?", now)
