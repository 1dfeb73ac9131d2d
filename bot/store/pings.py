"""SQL about pings that are repeated, and pings that nobody wants any more."""

from bot.model.match import MatchId
from bot.store.database import Rows
from rules.core.events import Seat


async def ping_again(db: Rows, match_id: MatchId, seat: Seat, asked_ply: int, now: float) -> None:
    """Add a fresh ping of a seat that was asked at this ply, unless its player wants none, and withdraw the earlier
    one. The attempt tells the fresh ping from the earlier ones on Discord.
    """
    await withdraw_ping(db, match_id, seat, now)
    sql = (
        "INSERT INTO outbox (match_id, kind, seat, asked_ply, wanted, is_posted, attempt, due_at) "
        "SELECT players.match_id, 'ping', players.seat, ?, 'posted', 0, (SELECT 1 + coalesce(max(older.attempt), 0) "
        "FROM outbox AS older WHERE older.match_id = players.match_id AND older.seat = players.seat "
        "AND older.kind = 'ping'), ? FROM players LEFT JOIN preferences ON preferences.user_id = players.user_id "
        "WHERE players.match_id = ? AND players.seat = ? AND players.user_id >= 0 "
        "AND (preferences.user_id IS NULL OR preferences.ping_delay IS NOT NULL)"
    )
    await db.rows(sql, asked_ply, now, match_id, seat)


async def withdraw_ping(db: Rows, match_id: MatchId, seat: Seat, now: float) -> None:
    """Let every ping of a seat be deleted."""
    sql = (
        "UPDATE outbox SET wanted = 'deleted', due_at = ? WHERE match_id = ? AND kind = 'ping' AND wanted = 'posted' "
        "AND seat = ?"
    )
    await db.rows(sql, now, match_id, seat)
