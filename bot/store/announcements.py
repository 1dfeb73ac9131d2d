"""SQL about the messages that show matches: each is a channel, a message in it, and the ply that it shows."""

from bot.match import MatchId
from bot.store.database import Rows
from rules.core.events import Seat

Shown = tuple[int, int, int]


async def board(db: Rows, match: MatchId) -> Shown | None:
    """The match's board."""
    found = await db.rows("SELECT channel, message, ply FROM boards WHERE match = ?", match)
    return (found[0][0], found[0][1], found[0][2]) if found else None


async def record_board(db: Rows, match: MatchId, shown: Shown) -> None:
    """Store a new board, or how far the present one is."""
    sql = (
        "INSERT INTO boards (match, channel, message, ply) VALUES (?, ?, ?, ?) ON CONFLICT (match) "
        "DO UPDATE SET channel = excluded.channel, message = excluded.message, ply = excluded.ply "
        "WHERE excluded.message <> boards.message OR excluded.ply > boards.ply"
    )
    await db.rows(sql, match, *shown)


async def boards_behind(db: Rows) -> list[int]:
    """The live and finished matches whose board is behind or missing."""
    sql = (
        "SELECT id FROM matches LEFT JOIN boards ON boards.match = matches.id WHERE status IN ('live', 'over') AND "
        "coalesce(boards.ply, -1) < (SELECT coalesce(max(ply), 0) FROM plies WHERE plies.match = matches.id) "
        "ORDER BY id"
    )
    return [match for (match,) in await db.rows(sql)]


async def hand(db: Rows, match: MatchId, seat: Seat) -> Shown | None:
    """A seat's hand."""
    found = await db.rows("SELECT channel, message, ply FROM hands WHERE match = ? AND seat = ?", match, seat)
    return (found[0][0], found[0][1], found[0][2]) if found else None


async def record_hand(db: Rows, match: MatchId, seat: Seat, shown: Shown) -> None:
    """Store a new message with a seat's hand, or how far the present one is."""
    sql = (
        "INSERT INTO hands (match, seat, channel, message, ply) VALUES (?, ?, ?, ?, ?) ON CONFLICT (match, seat) "
        "DO UPDATE SET channel = excluded.channel, message = excluded.message, ply = excluded.ply "
        "WHERE excluded.message <> hands.message OR excluded.ply > hands.ply"
    )
    await db.rows(sql, match, seat, *shown)


async def hands_behind(db: Rows) -> list[tuple[int, Seat]]:
    """Match and seat of the hands of live and finished matches that are behind."""
    sql = (
        "SELECT hands.match, seat FROM hands JOIN matches ON matches.id = hands.match WHERE status IN ('live', 'over') "
        "AND hands.ply < (SELECT coalesce(max(ply), 0) FROM plies WHERE plies.match = matches.id) "
        "ORDER BY hands.match, seat"
    )
    return [(match, seat) for match, seat in await db.rows(sql)]
