"""SQL about pings that are repeated, and pings that nobody wants any more."""

from bot.model.match import MatchId
from bot.store.database import Rows
from bot.store.outbox import NEVER, SENT, TAKEN_DOWN
from rules.core.events import Seat


async def owe_call_again(db: Rows, match_id: MatchId, seat: Seat, asked_ply: int, now: float) -> None:
    """Owe a seat that was asked at this ply a fresh ping, and the deletion of the earlier one. A player who is never
    pinged is owed nothing. The attempt tells the fresh ping from the earlier ones on Discord.
    """
    await take_call_down(db, match_id, seat, now)
    sql = (
        "INSERT INTO outbox (match_id, kind, seat, owed, called, attempt, due_at) "
        "SELECT players.match_id, 'call', players.seat, ?, ?, (SELECT 1 + coalesce(max(older.attempt), 0) "
        "FROM outbox AS older WHERE older.match_id = players.match_id AND older.seat = players.seat "
        "AND older.kind = 'call'), ? FROM players LEFT JOIN preferences ON preferences.user_id = players.user_id "
        "WHERE players.match_id = ? AND players.seat = ? AND players.user_id >= 0 "
        "AND (preferences.user_id IS NULL OR preferences.ping_delay IS NOT NULL)"
    )
    await db.rows(sql, SENT, asked_ply, now, match_id, seat)


async def take_call_down(db: Rows, match_id: MatchId, seat: Seat, now: float) -> None:
    """Owe the deletion of every ping of a seat."""
    sql = (
        "UPDATE outbox SET owed = ?, due_at = ? WHERE match_id = ? AND kind = 'call' AND owed = ? AND seat = ? "
        "AND due_at < ?"
    )
    await db.rows(sql, TAKEN_DOWN, now, match_id, SENT, seat, NEVER)
