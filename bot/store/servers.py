"""SQL about the matches of a server, and what its admins do with them."""

from bot.model.match import MatchId
from bot.store.database import Rows


async def count_busy(db: Rows, guild: int) -> int:
    """How many lobbies and live matches a server has."""
    [(count,)] = await db.rows("SELECT count(*) FROM matches WHERE guild = ? AND status IN ('lobby', 'live')", guild)
    return int(count)


async def of_guild(db: Rows, guild: int) -> list[MatchId]:
    """The lobbies, live and quarantined matches of a server, oldest first."""
    sql = "SELECT id FROM matches WHERE guild = ? AND status IN ('lobby', 'live', 'quarantined') ORDER BY id"
    return [MatchId(number) for (number,) in await db.rows(sql, guild)]


async def hold(db: Rows, number: MatchId, *, held: bool) -> None:
    """Whether an admin has set a match aside, from now on."""
    await db.rows("UPDATE matches SET held = ? WHERE id = ?", held, number)
