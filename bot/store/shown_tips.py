"""SQL about tips for newcomers: which a user got, and where."""

from bot.model.match import MatchId, UserId
from bot.store.database import Rows


async def places(db: Rows, user_id: UserId, game: str, tip: str) -> list[tuple[MatchId, int]]:
    """Return the matches and the decisions at which a user got a tip."""
    rows = await db.rows(
        "SELECT match_id, decision FROM shown_tips WHERE user_id = ? AND game = ? AND tip = ? ORDER BY match_id",
        user_id,
        game,
        tip,
    )
    return [(MatchId(match_id), int(decision)) for match_id, decision in rows]


async def save(db: Rows, user_id: UserId, game: str, tip: str, where: tuple[MatchId, int]) -> None:
    """Store the match and the decision at which a user gets a tip, unless they got it before in that match."""
    await db.run(
        "INSERT INTO shown_tips (user_id, game, tip, match_id, decision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        user_id,
        game,
        tip,
        *where,
    )
