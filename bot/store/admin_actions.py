"""SQL about what admins did with matches."""

from bot.model.admin_action import Act, Deed
from bot.model.match import MatchId
from bot.store.database import Rows


async def insert(db: Rows, number: MatchId, act: Act) -> None:
    """Write it into the log of a match."""
    sql = "INSERT INTO acts (match, ply, user, act, about, at) VALUES (?, ?, ?, ?, ?, ?)"
    await db.rows(sql, number, act.ply, act.user, act.deed, act.about, act.at)


async def of_match(db: Rows, number: MatchId) -> list[Act]:
    """What was done with a match, in order."""
    found = await db.rows("SELECT ply, user, act, about, at FROM acts WHERE match = ? ORDER BY id", number)
    return [Act(ply=ply, user=user, deed=Deed(deed), about=about, at=at) for ply, user, deed, about, at in found]
