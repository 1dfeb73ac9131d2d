"""SQL that deletes the logs, deals and texts of matches that ended long ago."""

from typing import Final

from bot.model.match import MatchId
from bot.store import matches
from bot.store.database import Rows

_DELETED: Final = (
    "DELETE FROM plies WHERE match_id = ?",
    "DELETE FROM interactions WHERE match_id = ?",
    "DELETE FROM admin_actions WHERE match_id = ?",
    "DELETE FROM proposal_answers WHERE match_id = ?",
    "DELETE FROM proposals WHERE match_id = ?",
    "DELETE FROM pre_moves WHERE match_id = ?",
    "DELETE FROM clocks WHERE match_id = ?",
    "DELETE FROM private_notes WHERE match_id = ?",
    "DELETE FROM invitations WHERE match_id = ?",
    "DELETE FROM match_requests WHERE match_id = ?",
    "DELETE FROM outbox WHERE match_id = ? AND kind <> 'board'",
    "UPDATE outbox SET shown = NULL, shown_version = version WHERE match_id = ?",
    "UPDATE lobby_settings SET match_request = '' WHERE match_id = ?",
    "UPDATE players SET deck_cards_json = NULL, deck_name = '' WHERE match_id = ?",
)
"""The statements that delete everything about a match except its players, result, points and the place of its board."""


async def ended_until(db: Rows, moment: float, limit: int) -> list[MatchId]:
    """Return at most `limit` matches that ended by a moment and are not cleared yet, the earliest first."""
    sql = (
        "SELECT id FROM matches WHERE ended_at IS NOT NULL AND cleared_at IS NULL AND ended_at <= ? "
        "ORDER BY ended_at, id LIMIT ?"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, moment, limit)]


async def oldest(db: Rows) -> tuple[float, MatchId] | None:
    """Return the earliest end of a match that is not cleared yet, and that match; None: there is none."""
    sql = (
        "SELECT ended_at, id FROM matches WHERE ended_at IS NOT NULL AND cleared_at IS NULL "
        "ORDER BY ended_at, id LIMIT 1"
    )
    rows = await db.rows(sql)
    return (float(rows[0][0]), MatchId(rows[0][1])) if rows else None


async def clear(db: Rows, match_id: MatchId, at: int) -> None:
    """Delete the log, the deal and the texts of a match that has ended."""
    await matches.raise_revision(db, match_id, await matches.revision(db, match_id))
    for sql in _DELETED:
        await db.run(sql, match_id)
    sql = (
        "UPDATE matches SET seed = NULL, deal_secret = NULL, deal_message_id = NULL, computer_seed = NULL, "
        "initial_digest = NULL, cleared_at = ? WHERE id = ?"
    )
    await db.run(sql, at, match_id)
