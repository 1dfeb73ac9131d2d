"""SQL about the matches in which a user is to act."""

from bot.model.match import MatchId, UserId
from bot.store.database import Rows


async def called_to(db: Rows, user_id: UserId) -> list[MatchId]:
    """Return the live matches in which a user is to act, the one that has waited longest first."""
    sql = (
        "SELECT outbox.match_id FROM players JOIN matches ON matches.id = players.match_id "
        "JOIN outbox ON outbox.match_id = players.match_id AND outbox.seat = players.seat "
        "WHERE players.user_id = ? AND matches.status = 'live' AND outbox.kind = 'ping' "
        "AND outbox.wanted <> 'deleted' ORDER BY outbox.id"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, user_id)]
