"""SQL about the times that users take to answer."""

from bot.model.answer_times import AWAY, WEIGHT
from bot.model.match import MatchId
from bot.store.database import Rows
from rules.core.events import Seat


async def learn(db: Rows, match_id: MatchId, seat: Seat, ply: int, asked_ply: str, *values: int) -> None:
    """Update the usual answer time of a user with a ply that they played at this seat. The first decision of a match
    does not count, nor does an action that was played for the user.

    asked_ply, values: a query for the ply that gave the seat its decision, and the values of its placeholders.
    """
    sql = (
        "INSERT INTO answer_times (user_id, seconds) "  # noqa: S608 # ours
        "SELECT players.user_id, made.played_at - asked.played_at FROM plies AS made "
        f"JOIN plies AS asked ON asked.match_id = made.match_id AND asked.ply = ({asked_ply}) "
        "JOIN players ON players.match_id = made.match_id AND players.seat = ? "
        "WHERE made.match_id = ? AND made.ply = ? AND made.kind = 'action' AND made.source = 'interaction' "
        f"AND players.user_id >= 0 AND made.played_at - asked.played_at <= {AWAY} ON CONFLICT (user_id) DO UPDATE "
        f"SET seconds = answer_times.seconds + {WEIGHT} * (excluded.seconds - answer_times.seconds)"
    )
    await db.run(sql, *values, seat, match_id, ply)
