"""SQL about the actions in a match's log that are not plies: by an admin, or by its players."""

from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.match import MatchId
from bot.store.database import Rows


async def insert(db: Rows, match_id: MatchId, action: AdminAction) -> None:
    """Append an entry to the log of a match."""
    sql = (
        "INSERT INTO admin_actions (match_id, after_ply, action, user_id, target_user_id, acted_at) "
        "VALUES (?, ?, ?, ?, ?, ?)"
    )
    await db.run(sql, match_id, action.ply, action.kind, action.user, action.about, action.at)


async def of_match(db: Rows, match_id: MatchId) -> list[AdminAction]:
    """Return the entries of a match, oldest first."""
    sql = (
        "SELECT after_ply, action, user_id, target_user_id, acted_at FROM admin_actions WHERE match_id = ? ORDER BY id"
    )
    return [
        AdminAction(ply=after_ply, user=user_id, kind=AdminActionKind(action), about=target_user_id, at=acted_at)
        for after_ply, action, user_id, target_user_id, acted_at in await db.rows(sql, match_id)
    ]
