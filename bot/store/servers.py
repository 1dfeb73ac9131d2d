"""SQL about the matches of a server, and their suspension by an admin."""

from bot.model.match import MatchId
from bot.store.database import Rows


async def count_busy(db: Rows, guild_id: int) -> int:
    """Return how many lobbies and live matches a server has."""
    sql = "SELECT count(*) FROM matches WHERE guild_id = ? AND status IN ('lobby', 'live')"
    [(count,)] = await db.rows(sql, guild_id)
    return int(count)


async def of_guild(db: Rows, guild_id: int) -> list[MatchId]:
    """Return the lobbies, live and quarantined matches of a server, oldest first."""
    sql = "SELECT id FROM matches WHERE guild_id = ? AND status IN ('lobby', 'live', 'quarantined') ORDER BY id"
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, guild_id)]


async def hold(db: Rows, match_id: MatchId, *, held: bool) -> None:
    """Store whether an admin has suspended a match (`Match.held`)."""
    await db.run("UPDATE matches SET held_by_admin = ? WHERE id = ?", int(held), match_id)
