"""SQL about pauses, and about the matches that they affect."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.model.breaks import Break
from bot.model.match import MatchId
from bot.model.pauses import DOWN, Pause, Reason
from bot.store.database import Rows
from bot.store.notices import Notice, Subject
from rules.core.events import Seat

_MOMENTS: Final = {
    "clocks": ("asked_at", "deadline_at", "pauses_counted_until", "remind_at"),
    "pauses": ("since", "ends_at"),
    "tournaments": ("deadline_at", "pauses_counted_until"),
    "outbox": ("due_at",),
}
"""The columns that hold moments by which something runs, by table."""

_BUT: Final = {"pauses": " WHERE reason <> 'holiday'"}
"""The rows of such a table whose moments stand in the calendar."""


async def load(db: Rows) -> dict[Pause, float]:
    """Return every pause and when it began. While the bot is up, `DOWN` is when it was last known to be."""
    rows = await db.rows("SELECT reason, first_id, second_id, since FROM pauses WHERE ends_at IS NULL")
    return {Pause(Reason(reason), first, second): since for reason, first, second, since in rows}


async def breaks(db: Rows) -> dict[tuple[Reason, int], tuple[Break, ...]]:
    """Return all holidays by user, and all agreed breaks by match, past ones too, in the order in which they begin."""
    rows = await db.rows("SELECT reason, first_id, since, ends_at FROM pauses WHERE ends_at IS NOT NULL ORDER BY since")
    found: dict[tuple[Reason, int], tuple[Break, ...]] = {}
    for reason, first, since, ends_at in rows:
        key = Reason(reason), first
        found[key] = (*found.get(key, ()), Break(since, ends_at))
    return found


async def save_breaks(db: Rows, reason: Reason, first: int, breaks: Iterable[Break]) -> None:
    """Store the holidays of a user or the agreed breaks of a match, in place of earlier ones."""
    await db.run("DELETE FROM pauses WHERE reason = ? AND first_id = ?", reason, first)
    for each in breaks:
        sql = "INSERT INTO pauses (reason, first_id, second_id, since, ends_at) VALUES (?, ?, ?, ?, ?)"
        await db.run(sql, reason, first, int(each.begins), *each)
    await db.notify(Notice.of(Subject.PAUSES))


async def begin(db: Rows, pauses: Mapping[Pause, float]) -> None:
    """Store when pauses began. One that is already stored keeps its earlier moment."""
    for pause, since in pauses.items():
        sql = "INSERT INTO pauses (reason, first_id, second_id, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await db.run(sql, *pause, since)
    await db.notify(Notice.of(Subject.PAUSES))


async def end(db: Rows, pauses: Iterable[Pause]) -> None:
    """Store that pauses are over."""
    for pause in pauses:
        await db.run("DELETE FROM pauses WHERE reason = ? AND first_id = ? AND second_id = ?", *pause)
    await db.notify(Notice.of(Subject.PAUSES))


async def up_until(db: Rows) -> float:
    """Return the moment until which the bot is known to have been up; 0: that was never recorded."""
    [(moment,)] = await db.rows("SELECT coalesce(max(since), 0) FROM pauses WHERE reason = ?", DOWN.reason)
    return float(moment)


async def record_up(db: Rows, now: float) -> bool:
    """Record that the bot is up now, if anything runs by the clock: a match or a round of a tournament. Return whether
    anything does.
    """
    sql = (
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM clocks WHERE deadline_at IS NOT NULL) "
        "OR EXISTS (SELECT 1 FROM tournaments WHERE status = 'running' AND deadline_at IS NOT NULL)"
    )
    if not await db.rows(sql):
        return False
    sql = (
        "INSERT INTO pauses (reason, first_id, second_id, since) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (reason, first_id, second_id) DO UPDATE SET since = excluded.since"
    )
    await db.run(sql, *DOWN, now)
    return True


async def set_back(db: Rows, seconds: float) -> None:
    """Set back every moment by which something runs, since the system's clock was set back by that many seconds."""
    for table, columns in _MOMENTS.items():
        changes = ", ".join(f"{column} = {column} - ?" for column in columns)
        await db.run(f"UPDATE {table} SET {changes}{_BUT.get(table, '')}", *[seconds] * len(columns))  # noqa: S608 # ours


async def live_matches(db: Rows) -> list[tuple[MatchId, int]]:
    """Return every live match with each server on which it has a place."""
    rows = await db.rows(
        "SELECT id, guild_id FROM matches WHERE status = 'live' UNION SELECT matches.id, players.place_guild_id "
        "FROM matches JOIN players ON players.match_id = matches.id "
        "WHERE matches.status = 'live' AND players.place_guild_id IS NOT NULL ORDER BY 1, 2"
    )
    return [(MatchId(match_id), guild_id) for match_id, guild_id in rows]


async def hands_by_direct_message(db: Rows, match_id: MatchId) -> frozenset[Seat]:
    """Return the seats of a match whose hand is shown in a direct message."""
    sql = "SELECT seat FROM outbox WHERE match_id = ? AND kind = 'hand' AND message_id IS NOT NULL"
    return frozenset(seat for (seat,) in await db.rows(sql, match_id))
