"""SQL about calls that are made again, and calls that nobody wants any more."""

from bot.model.match import MatchId
from bot.store.database import Rows
from bot.store.outbox import NEVER, SENT, TAKEN_DOWN
from rules.core.events import Seat


async def owe_call_again(db: Rows, number: MatchId, seat: Seat, asked: int, now: float) -> None:
    """A seat that has been asked since this ply is owed a fresh call, and the older one is owed to be taken down;
    nothing, if its player is never called. By its attempt Discord tells this call from the older ones.
    """
    await take_call_down(db, number, seat, now)
    sql = (
        "INSERT INTO outbox (match, kind, seat, owed, called, attempt, due) SELECT match, 'call', seat, ?, ?, "
        "(SELECT 1 + coalesce(max(attempt), 0) FROM outbox AS older WHERE older.match = players.match "
        "AND older.seat = players.seat AND older.kind = 'call'), ? "
        "FROM players LEFT JOIN preferences ON preferences.user = players.user WHERE match = ? AND seat = ? "
        "AND players.user >= 0 AND (preferences.user IS NULL OR patience IS NOT NULL)"
    )
    await db.rows(sql, SENT, asked, now, number, seat)


async def take_call_down(db: Rows, number: MatchId, seat: Seat, now: float) -> None:
    """Whatever calls a seat is owed to be taken down."""
    sql = "UPDATE outbox SET owed = ?, due = ? WHERE match = ? AND kind = 'call' AND owed = ? AND seat = ? AND due < ?"
    await db.rows(sql, TAKEN_DOWN, now, number, SENT, seat, NEVER)
