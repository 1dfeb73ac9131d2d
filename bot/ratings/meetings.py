"""SQL about who has met whom in rated matches."""

from collections.abc import Mapping

from bot.model.match import MatchId, UserId
from bot.model.rating_list import RatingList
from bot.store.database import Rows


async def opponents(db: Rows, of: RatingList, user_id: UserId, before: MatchId, since: int) -> Mapping[UserId, int]:
    """Return whom a user has met in a rating list before a match, and in how many matches that ended since a moment."""
    sql = (
        "SELECT others.user_id, sum(CASE WHEN matches.ended_at >= ? THEN 1 ELSE 0 END) FROM players AS mine "
        "JOIN matches ON matches.id = mine.match_id "
        "JOIN players AS others ON others.match_id = mine.match_id AND others.seat <> mine.seat "
        "WHERE mine.user_id = ? AND matches.rated_guild_id = ? AND matches.game = ? AND matches.rated_rules = ? "
        "AND matches.id <> ? AND others.user_id IS NOT NULL GROUP BY others.user_id"
    )
    return {user: int(count) for user, count in await db.rows(sql, since, user_id, *of, before)}


async def players(db: Rows, of: RatingList, most: int) -> int:
    """Return how many players a rating list has, and at most `most`."""
    sql = (
        "SELECT count(*) FROM (SELECT 1 FROM ratings WHERE guild_id = ? AND game = ? AND rules = ? LIMIT ?) AS counted"
    )
    [(count,)] = await db.rows(sql, *of, most)
    return int(count)
