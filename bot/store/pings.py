"""SQL about pings: when they are due, repeated and withdrawn."""

from bot.model.answer_times import LONGEST, ping_delay
from bot.model.match import MatchId
from bot.model.pings import Pings
from bot.model.preferences import PATIENCE
from bot.store import answer_times, outbox
from bot.store.database import Rows
from bot.store.outbox_rows import PingRow, Wanted
from rules.core.events import Seat


async def update_pings(db: Rows, match_id: MatchId, pings: Pings, now: float) -> None:
    """Add a ping of each seat that is asked, and withdraw those of seats that are not asked any more."""
    sql = (
        "SELECT id, seat, asked_ply, wanted, is_posted FROM outbox "
        "WHERE match_id = ? AND kind = 'ping' AND wanted <> 'deleted'"
    )
    known = set()
    for row_id, seat, asked_ply, wanted, is_posted in await db.rows(sql, match_id):
        known.add((seat, asked_ply))
        if pings.asked.get(seat) == asked_ply:
            continue
        if is_posted and pings.ended_turn is not None:
            sql = "UPDATE players SET pinged_turn = ? WHERE match_id = ? AND seat = ?"
            await db.rows(sql, pings.ended_turn, match_id, seat)
        if seat == pings.actor:
            await answer_times.learn(db, match_id, seat, asked_ply, pings.ply)
        if wanted == Wanted.SILENCE:
            await outbox.delete(db, row_id)
        else:
            await db.rows("UPDATE outbox SET wanted = 'deleted', due_at = ? WHERE id = ?", now, row_id)
    for seat, asked_ply in pings.asked.items():
        if (seat, asked_ply) not in known:
            await _add_ping(db, match_id, pings, seat, now)


async def _add_ping(db: Rows, match_id: MatchId, pings: Pings, seat: Seat, now: float) -> None:
    sql = (
        "SELECT preferences.user_id, preferences.ping_delay, answer_times.seconds, players.pinged_turn FROM players "
        "LEFT JOIN preferences ON preferences.user_id = players.user_id "
        "LEFT JOIN answer_times ON answer_times.user_id = players.user_id "
        "WHERE players.match_id = ? AND players.seat = ? AND players.user_id >= 0"
    )
    for chose, delay, seconds, pinged_turn in await db.rows(sql, match_id, seat):
        if pings.turn is not None and pinged_turn == pings.turn:
            continue
        waits = ping_delay(PATIENCE if chose is None else delay, seconds)
        wanted = Wanted.SILENCE if waits is None else Wanted.POSTED
        if waits is None or seat in pings.at_once:
            waits = 0
        elif seat == pings.actor and pings.turn == pings.ended_turn:
            waits = max(waits, LONGEST)
        row = PingRow(match_id=match_id, seat=seat, asked_ply=pings.asked[seat], wanted=wanted, due_at=now + waits)
        await outbox.insert(db, row)


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
