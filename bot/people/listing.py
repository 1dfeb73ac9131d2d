"""SQL about the users on leaderboards: those who want to be shown, on servers of which they are members."""

from typing import Final

from bot.model.match import UserId
from bot.model.rating_list import RatingList
from bot.store.database import Rows
from rules.core.options import RuleSet

BAND: Final = 64
"""The width, in points, of the wide bands in which players are counted. A few dozen hold all players."""
WIDTHS: Final = (1, BAND)


async def is_listed(db: Rows, guild_id: int, user_id: UserId) -> bool:
    """Return whether a user is shown on the leaderboards of a server; 0: on those over all servers, on which users are
    shown who can look for opponents there.
    """
    sql = "SELECT is_listed, anywhere FROM preferences WHERE user_id = ?"
    [(is_shown, is_anywhere)] = await db.rows(sql, user_id) or [(True, False)]
    if not is_shown or guild_id == 0:
        return bool(is_shown and is_anywhere)
    return not await db.rows("SELECT 1 FROM absent_members WHERE guild_id = ? AND user_id = ?", guild_id, user_id)


async def list_again(db: Rows, user_id: UserId) -> None:
    """Update the servers on whose leaderboards a user is shown, after their choice or membership has changed."""
    sql = "SELECT guild_id, game, rules, points, is_listed FROM ratings WHERE user_id = ?"
    for guild_id, game, rules, points, was_listed in await db.rows(sql, user_id):
        of = RatingList(guild_id, game, RuleSet(rules))
        listed = await is_listed(db, guild_id, user_id)
        if listed != bool(was_listed):
            sql = "UPDATE ratings SET is_listed = ? WHERE guild_id = ? AND game = ? AND rules = ? AND user_id = ?"
            await db.run(sql, int(listed), *of, user_id)
            await count(db, of, points, 1 if listed else -1)


async def count(db: Rows, of: RatingList, points: int, players: int) -> None:
    """Change the stored number of players of a list with this many points. players: the change, 1 or -1."""
    sql = (
        "INSERT INTO players_by_points (guild_id, game, rules, width, points, players) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (guild_id, game, rules, width, points) DO UPDATE "
        "SET players = players_by_points.players + excluded.players"
    )
    for width in WIDTHS:
        await db.run(sql, *of, width, points - points % width, players)


async def absent(db: Rows) -> set[tuple[int, UserId]]:
    """Return the users who have left a server, each with the server."""
    return {(guild_id, user_id) for guild_id, user_id in await db.rows("SELECT guild_id, user_id FROM absent_members")}


async def leave(db: Rows, guild_id: int, user_id: UserId) -> None:
    """Store that a user has left a server."""
    sql = "INSERT INTO absent_members (guild_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
    await db.run(sql, guild_id, user_id)
    await list_again(db, user_id)


async def come_back(db: Rows, guild_id: int, user_id: UserId) -> None:
    """Store that a user is a member of a server again."""
    await db.run("DELETE FROM absent_members WHERE guild_id = ? AND user_id = ?", guild_id, user_id)
    await list_again(db, user_id)
