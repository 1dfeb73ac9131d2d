"""SQL about the users who watch a match."""

import json
from collections.abc import Sequence

from bot.model.match import MatchId, UserId
from bot.store.database import Rows


async def matches(db: Rows) -> set[MatchId]:
    """Return the matches that at least one user watches."""
    return {MatchId(match_id) for (match_id,) in await db.rows("SELECT DISTINCT match_id FROM watchers")}


async def of_user(db: Rows, user_id: UserId) -> list[MatchId]:
    """Return the matches that a user watches, oldest first."""
    rows = await db.rows("SELECT match_id FROM watchers WHERE user_id = ? ORDER BY match_id", user_id)
    return [MatchId(match_id) for (match_id,) in rows]


async def of_match(db: Rows, match_id: MatchId) -> dict[UserId, list[float]]:
    """Return the users who watch a match, each with the seats' chances to win that the last message gave them."""
    rows = await db.rows("SELECT user_id, known_chances_json FROM watchers WHERE match_id = ?", match_id)
    return {user_id: json.loads(known_chances_json) for user_id, known_chances_json in rows}


async def save(db: Rows, match_id: MatchId, user_id: UserId, chances: Sequence[float]) -> None:
    """Store that a user watches a match, and the seats' chances to win that the message to them gives."""
    sql = (
        "INSERT INTO watchers (match_id, user_id, known_chances_json) VALUES (?, ?, ?) "
        "ON CONFLICT (match_id, user_id) DO UPDATE SET known_chances_json = excluded.known_chances_json"
    )
    await db.run(sql, match_id, user_id, json.dumps(list(chances)))


async def delete(db: Rows, match_id: MatchId, user_id: UserId) -> None:
    """Store that a user no longer watches a match."""
    await db.run("DELETE FROM watchers WHERE match_id = ? AND user_id = ?", match_id, user_id)


async def delete_all(db: Rows, match_id: MatchId) -> None:
    """Store that nobody watches a match any longer."""
    await db.run("DELETE FROM watchers WHERE match_id = ?", match_id)


async def live_in(db: Rows, guild_id: int) -> list[MatchId]:
    """Return the live matches of a server, the latest first."""
    rows = await db.rows("SELECT id FROM matches WHERE guild_id = ? AND status = 'live' ORDER BY id DESC", guild_id)
    return [MatchId(match_id) for (match_id,) in rows]
