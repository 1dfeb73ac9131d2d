"""SQL about the clocks of matches."""

from bot.model.clocks import Clocks, SeatClock
from bot.model.match import MatchId
from bot.store.database import Rows


async def of_match(db: Rows, match_id: MatchId) -> Clocks:
    """Return the clocks of a match, by seat."""
    sql = (
        "SELECT remaining_seconds, asked_at, deadline_at, pauses_counted_until, unshown_seconds, timed_out_ply, "
        "remind_at, reminders, muted, untold_seconds FROM clocks WHERE match_id = ? ORDER BY seat"
    )
    return tuple(
        SeatClock(
            left=remaining_seconds,
            since=asked_at,
            deadline=deadline_at,
            counted=pauses_counted_until,
            unseen=unshown_seconds,
            timed_out=timed_out_ply,
            remind=remind_at,
            reminded=reminders,
            muted=bool(muted),
            untold=untold_seconds,
        )
        for (
            remaining_seconds,
            asked_at,
            deadline_at,
            pauses_counted_until,
            unshown_seconds,
            timed_out_ply,
            remind_at,
            reminders,
            muted,
            untold_seconds,
        ) in await db.rows(sql, match_id)
    )


async def save(db: Rows, match_id: MatchId, clocks: Clocks, before: Clocks) -> None:
    """Store the clocks of a match that differ from those before."""
    for seat, clock in enumerate(clocks):
        if seat < len(before) and clock == before[seat]:
            continue
        await db.run("DELETE FROM clocks WHERE match_id = ? AND seat = ?", match_id, seat)
        sql = (
            "INSERT INTO clocks (match_id, seat, remaining_seconds, asked_at, deadline_at, pauses_counted_until, "
            "unshown_seconds, timed_out_ply, remind_at, reminders, muted, untold_seconds) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        running = (clock.left, clock.since, clock.deadline, clock.counted, clock.unseen, clock.timed_out)
        await db.run(sql, match_id, seat, *running, clock.remind, clock.reminded, int(clock.muted), clock.untold)


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """Return each match with a running clock and its first deadline, the earliest first."""
    sql = "SELECT min(deadline_at), match_id FROM clocks WHERE deadline_at IS NOT NULL GROUP BY match_id ORDER BY 1, 2"
    return [(deadline_at, MatchId(match_id)) for deadline_at, match_id in await db.rows(sql)]


async def reminders(db: Rows) -> list[tuple[float, MatchId]]:
    """Return each match with a reminder to come and the moment of the first one, the earliest first."""
    sql = "SELECT min(remind_at), match_id FROM clocks WHERE remind_at IS NOT NULL GROUP BY match_id ORDER BY 1, 2"
    return [(remind_at, MatchId(match_id)) for remind_at, match_id in await db.rows(sql)]
