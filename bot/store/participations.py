"""SQL about where somebody is waited for."""

from bot.model.match import MatchId, UserId
from bot.store.database import Rows
from bot.store.outbox import SENT


async def called_to(db: Rows, user: UserId) -> list[MatchId]:
    """The live matches in which a user is asked, as far as calls are owed to them: the longest first."""
    sql = (
        "SELECT outbox.match FROM players JOIN matches ON matches.id = players.match AND matches.status = 'live' "
        "JOIN outbox ON outbox.match = players.match AND outbox.seat = players.seat AND outbox.kind = 'call' "
        "WHERE players.user = ? AND outbox.owed = ? ORDER BY outbox.id"
    )
    return [MatchId(number) for (number,) in await db.rows(sql, user, SENT)]
