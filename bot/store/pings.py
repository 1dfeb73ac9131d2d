"""SQL about pings: when they are due, repeated and withdrawn."""

from dataclasses import dataclass

from bot.model.answer_times import LONGEST, learned, ping_delay
from bot.model.match import MatchId, UserId
from bot.model.pings import Pings
from bot.model.preferences import PATIENCE
from bot.store import answer_times, outbox
from bot.store.database import Rows
from bot.store.outbox_rows import PingRow, Wanted
from rules.core.events import Seat


@dataclass(slots=True)
class _Player:
    """What decides when a seat is pinged."""

    user: UserId | None
    delay: int | None
    """The delay that they chose; None: never."""
    mean: float | None
    """The mean time of their answers in seconds."""
    pinged_turn: int | None


async def update_pings(db: Rows, match_id: MatchId, pings: Pings, now: float) -> None:
    """Add a ping of each seat that is asked, and withdraw those of seats that are not asked any more."""
    sql = (
        "SELECT players.seat, players.user_id, preferences.user_id IS NULL, preferences.ping_delay, "
        "answer_times.seconds, players.pinged_turn, outbox.id, outbox.asked_ply, outbox.wanted, outbox.is_posted, "
        "made.played_at - asked.played_at FROM players "
        "LEFT JOIN preferences ON preferences.user_id = players.user_id "
        "LEFT JOIN answer_times ON answer_times.user_id = players.user_id "
        "LEFT JOIN outbox ON outbox.match_id = players.match_id AND outbox.seat = players.seat "
        "AND outbox.kind = 'ping' AND outbox.wanted <> 'deleted' "
        "LEFT JOIN plies AS asked ON asked.match_id = players.match_id AND asked.ply = outbox.asked_ply "
        "LEFT JOIN plies AS made ON made.match_id = players.match_id AND made.ply = ? AND made.kind = 'action' "
        "AND made.source = 'interaction' WHERE players.match_id = ?"
    )
    players: dict[Seat, _Player] = {}
    known = set()
    for seat, user, is_new, delay, mean, pinged_turn, *ping in await db.rows(sql, pings.ply, match_id):
        player = players.setdefault(seat, _Player(user, PATIENCE if is_new else delay, mean, pinged_turn))
        row_id, asked_ply, wanted, is_posted, seconds = ping
        if row_id is None:
            continue
        known.add((seat, asked_ply))
        if pings.asked.get(seat) == asked_ply:
            continue
        if is_posted and pings.ended_turn is not None:
            player.pinged_turn = pings.ended_turn
            sql = "UPDATE players SET pinged_turn = ? WHERE match_id = ? AND seat = ?"
            await db.run(sql, pings.ended_turn, match_id, seat)
        if seat == pings.actor:
            await _learn(db, player, seconds)
        if wanted == Wanted.SILENCE:
            await outbox.delete(db, row_id)
        else:
            await db.run("UPDATE outbox SET wanted = 'deleted', due_at = ? WHERE id = ?", now, row_id)
    for seat, asked_ply in pings.asked.items():
        player = players[seat]
        if player.user is not None and player.user >= 0 and (seat, asked_ply) not in known:
            await _add_ping(db, match_id, pings, seat, player, now)


async def _learn(db: Rows, player: _Player, seconds: int | None) -> None:
    """Learn from the time that a player took. None: it was the first decision of a match, or decided for them."""
    if player.user is None or seconds is None:
        return
    mean = learned(player.mean, seconds)
    if mean is not None and mean != player.mean:
        player.mean = mean
        await answer_times.save(db, player.user, mean)


async def _add_ping(  # noqa: PLR0913, PLR0917 # what makes a ping
    db: Rows, match_id: MatchId, pings: Pings, seat: Seat, player: _Player, now: float
) -> None:
    if pings.turn is not None and player.pinged_turn == pings.turn:
        return
    waits = ping_delay(player.delay, player.mean)
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
    await db.run(sql, asked_ply, now, match_id, seat)


async def withdraw_ping(db: Rows, match_id: MatchId, seat: Seat, now: float) -> None:
    """Let every ping of a seat be deleted."""
    sql = (
        "UPDATE outbox SET wanted = 'deleted', due_at = ? WHERE match_id = ? AND kind = 'ping' AND wanted = 'posted' "
        "AND seat = ?"
    )
    await db.run(sql, now, match_id, seat)
