"""SQL about the clocks of matches."""

from typing import Final

from bot.model.clocks import Clocks, SeatClock
from bot.model.match import MatchId
from bot.store.database import Rows

_COLUMNS: Final = (
    "remaining_seconds",
    "asked_at",
    "deadline_at",
    "pauses_counted_until",
    "unshown_seconds",
    "timed_out_ply",
    "remind_at",
    "reminders",
    "muted",
    "untold_seconds",
)
_OF_MATCH: Final = f"SELECT {', '.join(_COLUMNS)} FROM clocks WHERE match_id = ? ORDER BY seat"  # noqa: S608 # ours
_SAVE: Final = (
    f"INSERT INTO clocks (match_id, seat, {', '.join(_COLUMNS)}) "  # noqa: S608 # ours
    f"VALUES (?, ?, {', '.join('?' * len(_COLUMNS))}) "
    f"ON CONFLICT (match_id, seat) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS)}"
)


async def of_match(db: Rows, match_id: MatchId) -> Clocks:
    """Return the clocks of a match, by seat."""
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
        ) in await db.rows(_OF_MATCH, match_id)
    )


async def save(db: Rows, match_id: MatchId, clocks: Clocks, before: Clocks) -> None:
    """Store the clocks of a match that differ from those before."""
    for seat, clock in enumerate(clocks):
        if seat < len(before) and clock == before[seat]:
            continue
        running = (clock.left, clock.since, clock.deadline, clock.counted, clock.unseen, clock.timed_out)
        reminding = (clock.remind, clock.reminded, int(clock.muted), clock.untold)
        await db.run(_SAVE, match_id, seat, *running, *reminding)


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """Return each match with a running clock and its first deadline, the earliest first."""
    sql = "SELECT min(deadline_at), match_id FROM clocks WHERE deadline_at IS NOT NULL GROUP BY match_id ORDER BY 1, 2"
    return [(deadline_at, MatchId(match_id)) for deadline_at, match_id in await db.rows(sql)]


async def reminders(db: Rows) -> list[tuple[float, MatchId]]:
    """Return each match with a reminder to come and the moment of the first one, the earliest first."""
    sql = "SELECT min(remind_at), match_id FROM clocks WHERE remind_at IS NOT NULL GROUP BY match_id ORDER BY 1, 2"
    return [(remind_at, MatchId(match_id)) for remind_at, match_id in await db.rows(sql)]
