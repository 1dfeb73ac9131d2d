"""SQL about the private notes of users. Nobody else may read one."""

from bot.model.match import MatchId, UserId
from bot.store.database import Rows


async def find(db: Rows, match_id: MatchId, user_id: UserId) -> str:
    """Return a user's note about a match; "" if there is none."""
    rows = await db.rows("SELECT note FROM private_notes WHERE match_id = ? AND user_id = ?", match_id, user_id)
    return str(rows[0][0]) if rows else ""


async def save(db: Rows, match_id: MatchId, user_id: UserId, note: str) -> None:
    """Store a user's note about a match, in place of an earlier one. note: "" deletes it."""
    if not note:
        await db.run("DELETE FROM private_notes WHERE match_id = ? AND user_id = ?", match_id, user_id)
        return
    sql = (
        "INSERT INTO private_notes (match_id, user_id, note) VALUES (?, ?, ?) "
        "ON CONFLICT (match_id, user_id) DO UPDATE SET note = excluded.note"
    )
    await db.run(sql, match_id, user_id, note)
