"""SQL about the matches that a user has finished."""

from typing import Final

from bot.model.history import Filter
from bot.model.match import MatchId, UserId
from bot.store.database import Rows

_FINISHED: Final = (
    "FROM players AS mine WHERE mine.user_id = ? AND mine.ended_at IS NOT NULL "
    "AND (? = '' OR EXISTS (SELECT 1 FROM matches WHERE matches.id = mine.match_id AND matches.game = ?)) "
    "AND (? = 0 OR EXISTS (SELECT 1 FROM players WHERE players.match_id = mine.match_id AND players.user_id = ?))"
)


async def finished(db: Rows, user: UserId, only: Filter, first: int, count: int) -> list[tuple[MatchId, int]]:
    """Return matches that a user has finished, the latest end first, each with the moment of its end.

    first: the number of later matches to leave out. count: the maximum number of matches.
    """
    order = "ORDER BY mine.ended_at DESC, mine.match_id DESC LIMIT ? OFFSET ?"
    sql = f"SELECT mine.match_id, mine.ended_at {_FINISHED} {order}"
    rows = await db.rows(sql, *_arguments(user, only), count, first)
    return [(MatchId(match_id), ended_at) for match_id, ended_at in rows]


async def count_finished(db: Rows, user: UserId, only: Filter) -> int:
    """Return the number of matches that a user has finished."""
    [(count,)] = await db.rows(f"SELECT count(*) {_FINISHED}", *_arguments(user, only))
    return int(count)


async def last_over(db: Rows, user: UserId) -> MatchId | None:
    """Return the match that a user has played to its end last, if there is one."""
    sql = (
        "SELECT matches.id FROM players JOIN matches ON matches.id = players.match_id "
        "WHERE players.user_id = ? AND players.ended_at IS NOT NULL AND matches.status = 'over' "
        "ORDER BY players.ended_at DESC, players.match_id DESC LIMIT 1"
    )
    rows = await db.rows(sql, user)
    return MatchId(rows[0][0]) if rows else None


async def latest_of_both(db: Rows, user: UserId, other: UserId) -> MatchId | None:
    """Return the match of two users that began last, if there is one."""
    sql = (
        "SELECT max(mine.match_id) FROM players AS mine JOIN players AS theirs ON theirs.match_id = mine.match_id "
        "JOIN matches ON matches.id = mine.match_id "
        "WHERE mine.user_id = ? AND theirs.user_id = ? AND matches.started_at IS NOT NULL"
    )
    [(match_id,)] = await db.rows(sql, user, other)
    return None if match_id is None else MatchId(match_id)


def _arguments(user: UserId, only: Filter) -> tuple[int | str, ...]:
    return user, only.game, only.game, only.opponent, only.opponent
