"""SQL about posts of the daily puzzle in servers' channels: an announcement for each server and day."""

from collections.abc import Sequence

from bot.model.match import UserId
from bot.store.database import Rows
from bot.store.leases import Work


async def owe(db: Rows, day: str, now: float) -> None:
    """Queue a day's puzzle for every server with a puzzle channel, once, and delete unsent posts of earlier days."""
    sql = "DELETE FROM announcements WHERE kind = ? AND subject < ? AND message_id IS NULL"
    await db.run(sql, Work.PUZZLES, day)
    sql = (
        "INSERT INTO announcements (kind, guild_id, subject, due_at) "
        "SELECT CAST(? AS TEXT), guild_id, CAST(? AS TEXT), CAST(? AS DOUBLE PRECISION) FROM server_preferences "
        "WHERE puzzle_channel_id IS NOT NULL ON CONFLICT DO NOTHING"
    )
    await db.run(sql, Work.PUZZLES, day, now)


async def solvers(db: Rows, puzzle_id: int, guild_id: int, until: int) -> Sequence[UserId]:
    """Return the users who solved a puzzle on a server in time, the first one first."""
    sql = (
        "SELECT user_id FROM puzzle_attempts WHERE puzzle_id = ? AND guild_id = ? AND solved_at <= ? "
        "ORDER BY solved_at, user_id"
    )
    return [UserId(user_id) for (user_id,) in await db.rows(sql, puzzle_id, guild_id, until)]
