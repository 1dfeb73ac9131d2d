"""SQL about the health of the bot: a write that can be made at any time, and the pending rows."""

from dataclasses import dataclass

from bot.store.database import Rows
from bot.store.outbox_rows import Trouble

_SINCE = (
    "coalesce(outbox.written_at, (SELECT max(played_at) FROM plies WHERE plies.match_id = outbox.match_id), "
    "matches.started_at, matches.created_at)"
)
"""The moment of the latest change that a pending row may not show yet. The row has been pending at least since then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """The pending rows with the same trouble."""

    trouble: Trouble
    rows: int
    matches: int
    age: float
    """Seconds since the earliest change that one of the rows may not show yet."""
    overdue: float
    """Seconds for which the longest overdue row has been due; 0: none is due."""


async def beat(db: Rows, now: float) -> None:
    """Store the present moment as that of the latest check."""
    sql = "INSERT INTO pulse (id, beat_at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at"
    await db.run(sql, now)


async def pending(db: Rows, now: float) -> list[Pending]:
    """Return the pending rows, one value for each trouble. A ping whose time has not come is not pending yet."""
    sql = (
        "SELECT outbox.trouble, count(*), count(DISTINCT outbox.match_id), "  # noqa: S608 # ours
        f"min({_SINCE}), min(outbox.due_at) "
        "FROM outbox JOIN matches ON matches.id = outbox.match_id "
        "WHERE outbox.is_pending AND (outbox.kind <> 'ping' OR outbox.failures > 0 OR outbox.due_at <= ?) "
        "GROUP BY outbox.trouble ORDER BY outbox.trouble"
    )
    return [
        Pending(
            trouble=Trouble(trouble), rows=rows, matches=matches, age=max(0.0, now - since), overdue=max(0.0, now - due)
        )
        for trouble, rows, matches, since, due in await db.rows(sql, now)
    ]


async def quarantined(db: Rows) -> int:
    """Return how many matches are quarantined although no admin has suspended them."""
    [(count,)] = await db.rows("SELECT count(*) FROM matches WHERE status = 'quarantined' AND held_by_admin = 0")
    return int(count)
