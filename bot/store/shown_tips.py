"""SQL about tips for newcomers: which a user got, and where."""

from bot.model.match import MatchId, UserId
from bot.store.database import Rows


async def find(db: Rows, user_id: UserId, game: str, tip: str) -> tuple[MatchId, int] | None:
    """Return the match and the decision at which a user got a tip, or None if they did not."""
    rows = await db.rows(
        "SELECT match_id, decision FROM shown_tips WHERE user_id = ? AND game = ? AND tip = ?", user_id, game, tip
    )
    return (MatchId(rows[0][0]), int(rows[0][1])) if rows else None


async def save(db: Rows, user_id: UserId, game: str, tip: str, where: tuple[MatchId, int]) -> None:
    """Store the match and the decision at which a user gets a tip, unless they got it before."""
    await db.run(
        "INSERT INTO shown_tips (user_id, game, tip, match_id, decision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        user_id,
        game,
        tip,
        *where,
    )
