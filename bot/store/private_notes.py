"""SQL about what people note for themselves. Nobody else may read it."""

from bot.model.match import MatchId, UserId
from bot.store.database import Rows


async def find(db: Rows, number: MatchId, user: UserId) -> str:
    """What a user has noted in a match; "" for nothing."""
    found = await db.rows("SELECT text FROM private_notes WHERE match = ? AND user = ?", number, user)
    return str(found[0][0]) if found else ""


async def save(db: Rows, number: MatchId, user: UserId, text: str) -> None:
    """What a user notes in a match from now on; "" for nothing."""
    if not text:
        await db.rows("DELETE FROM private_notes WHERE match = ? AND user = ?", number, user)
        return
    sql = (
        "INSERT INTO private_notes (match, user, text) VALUES (?, ?, ?) "
        "ON CONFLICT (match, user) DO UPDATE SET text = excluded.text"
    )
    await db.rows(sql, number, user, text)
