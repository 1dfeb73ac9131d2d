"""SQL about how long users take to answer."""

from bot.model.answer_times import learned
from bot.model.match import MatchId
from bot.store.database import Rows
from rules.core.events import Seat


async def learn(db: Rows, match_id: MatchId, seat: Seat, asked_ply: int, ply: int) -> None:
    """Learn from a ply that a user played at this seat, which was asked after another ply. The first decision of a
    match teaches nothing, and neither does an action that was played for the user.
    """
    sql = (
        "SELECT players.user_id, answer_times.seconds, made.played_at - asked.played_at FROM plies AS made "
        "JOIN plies AS asked ON asked.match_id = made.match_id AND asked.ply = ? "
        "JOIN players ON players.match_id = made.match_id AND players.seat = ? "
        "LEFT JOIN answer_times ON answer_times.user_id = players.user_id "
        "WHERE made.match_id = ? AND made.ply = ? AND made.kind = 'action' AND made.source = 'interaction'"
    )
    for user_id, before, seconds in await db.rows(sql, asked_ply, seat, match_id, ply):
        if (mean := learned(before, seconds)) is not None and mean != before:
            sql = (
                "INSERT INTO answer_times (user_id, seconds) VALUES (?, ?) "
                "ON CONFLICT (user_id) DO UPDATE SET seconds = excluded.seconds"
            )
            await db.rows(sql, user_id, float(mean))
