"""SQL about the clocks of matches, and about until when the bot has lived."""

from bot.model.clocks import Clocks, SeatClock
from bot.model.match import MatchId
from bot.store.database import Rows


async def of_match(db: Rows, number: MatchId) -> Clocks:
    """The clocks of a match, by seat."""
    sql = (
        "SELECT remaining, since, deadline, counted, lapsed, remind, reminded, unseen, muted FROM clocks "
        "WHERE match = ? ORDER BY seat"
    )
    return tuple(
        SeatClock(
            left=left,
            since=since,
            deadline=deadline,
            counted=counted,
            lapsed=lapsed,
            remind=remind,
            reminded=reminded,
            unseen=unseen,
            muted=bool(muted),
        )
        for left, since, deadline, counted, lapsed, remind, reminded, unseen, muted in await db.rows(sql, number)
    )


async def save(db: Rows, number: MatchId, clocks: Clocks, before: Clocks) -> None:
    """The clocks of a match from now on, where they differ from what they were."""
    for seat, clock in enumerate(clocks):
        if seat >= len(before) or clock != before[seat]:
            await db.rows("DELETE FROM clocks WHERE match = ? AND seat = ?", number, seat)
            sql = (
                "INSERT INTO clocks (match, seat, remaining, since, deadline, counted, lapsed, remind, reminded, "
                "unseen, muted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            )
            moments = (clock.left, clock.since, clock.deadline, clock.counted)
            calls = (clock.remind, clock.reminded, clock.unseen, int(clock.muted))
            await db.rows(sql, number, seat, *moments, clock.lapsed, *calls)


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """When somebody's time is over next in every match in which a clock runs, the earliest first."""
    sql = "SELECT min(deadline), match FROM clocks WHERE deadline IS NOT NULL GROUP BY match ORDER BY 1"
    return [(at, MatchId(number)) for at, number in await db.rows(sql)]


async def reminders(db: Rows) -> list[tuple[float, MatchId]]:
    """When somebody is called again next in every match in which somebody is, the earliest first."""
    sql = "SELECT min(remind), match FROM clocks WHERE remind IS NOT NULL GROUP BY match ORDER BY 1"
    return [(at, MatchId(number)) for at, number in await db.rows(sql)]


async def lived(db: Rows) -> float:
    """Until when the bot is known to have lived; 0: no clock ever ran for long."""
    [(found,)] = await db.rows("SELECT coalesce(max(lived), 0) FROM lifetime")
    return float(found)


async def live_on(db: Rows, now: float) -> bool:
    """The bot lives now; whether that is worth writing, since a clock runs."""
    if not await db.rows("SELECT 1 FROM clocks WHERE deadline IS NOT NULL LIMIT 1"):
        return False
    sql = "INSERT INTO lifetime (id, lived) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET lived = excluded.lived"
    await db.rows(sql, now)
    return True
