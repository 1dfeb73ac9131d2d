"""SQL about what users tell the designers of the games, and about when they are asked."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from bot.model.match import MatchId, UserId
from bot.store.database import Rows

DAY: Final = 24 * 60 * 60
WHOLE_MATCH: Final = -1
"""Stands for the ply of an opinion about a whole match."""


class Opinion(NamedTuple):
    """A message of a user to the designers of a game."""

    match_id: MatchId
    user: UserId
    ply: int
    """The ply after which a moment felt wrong; `WHOLE_MATCH`: it is about the whole match."""
    clause: str
    """The clause that was unclear, or that of the decision that felt wrong; "" for none."""
    remark: str
    """The words as they were written; may be empty. Escape them before showing them."""
    is_signed: bool
    """Whether designers may see the user's name."""


async def ask(db: Rows, match_id: MatchId, users: Iterable[UserId], at: int) -> None:
    """Ask those of these users who were not asked within a day how their match was."""
    sql = (
        "INSERT INTO opinion_requests (user_id, match_id, asked_at) VALUES (?, ?, ?) "
        "ON CONFLICT (user_id) DO UPDATE SET match_id = excluded.match_id, asked_at = excluded.asked_at "
        "WHERE opinion_requests.asked_at <= ?"
    )
    for user_id in users:
        await db.run(sql, user_id, match_id, at, at - DAY)


async def asked(db: Rows, match_id: MatchId) -> frozenset[UserId]:
    """Return the users who are asked how a match was."""
    rows = await db.rows("SELECT user_id FROM opinion_requests WHERE match_id = ?", match_id)
    return frozenset(user_id for (user_id,) in rows)


async def save(db: Rows, opinion: Opinion, at: int) -> bool:
    """Store an opinion in place of an earlier one about the same thing; return whether it is the first one."""
    earlier = await db.rows(
        "SELECT 1 FROM opinions WHERE match_id = ? AND user_id = ? AND ply = ?",
        *(opinion.match_id, opinion.user, opinion.ply),
    )
    sql = (
        "INSERT INTO opinions (match_id, user_id, ply, clause, remark, is_signed, written_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id, user_id, ply) DO UPDATE SET clause = excluded.clause, "
        "remark = excluded.remark, is_signed = excluded.is_signed, written_at = excluded.written_at"
    )
    await db.run(sql, *opinion[:5], int(opinion.is_signed), at)
    return not earlier


async def of_server(db: Rows, guild_id: int, game: str, limit: int) -> list[Opinion]:
    """Return the latest opinions about a game's matches on a server that are over, of those who played there: what
    players say who sat elsewhere is not for its designers.
    """
    sql = (
        "SELECT opinions.match_id, opinions.user_id, opinions.ply, opinions.clause, opinions.remark, "
        "opinions.is_signed FROM opinions JOIN matches ON matches.id = opinions.match_id "
        "WHERE NOT EXISTS (SELECT 1 FROM players WHERE players.match_id = matches.id "
        "AND players.user_id = opinions.user_id AND players.place_guild_id <> matches.guild_id) "
        "AND matches.guild_id = ? AND matches.game = ? AND matches.status IN ('over', 'abandoned') "
        "ORDER BY opinions.written_at DESC, opinions.match_id, opinions.user_id, opinions.ply LIMIT ?"
    )
    return [
        Opinion(MatchId(match_id), user_id, ply, clause, remark, bool(is_signed))
        for match_id, user_id, ply, clause, remark, is_signed in await db.rows(sql, guild_id, game, limit)
    ]
