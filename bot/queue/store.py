"""SQL about the common queue."""

from collections.abc import Sequence
from statistics import median
from typing import Any, Final

from bot.model.match import MatchId, UserId
from bot.model.match_request import MatchRequest
from bot.queue.seekers import Seeker
from bot.store.database import Rows

_REMEMBERED: Final = 50
"""The latest waits of a game from which the usual one is computed."""
_COLUMNS: Final = "user_id, channel_id, request, since, match_id"


async def put(db: Rows, seeker: Seeker) -> None:
    """Let a user wait, in place of an earlier request."""
    sql = (
        "INSERT INTO seekers (user_id, channel_id, request, since, match_id) VALUES (?, ?, ?, ?, NULL) "
        "ON CONFLICT (user_id) DO UPDATE SET channel_id = excluded.channel_id, request = excluded.request, "
        "since = excluded.since"
    )
    await db.run(sql, seeker.user, seeker.channel, str(seeker.request), seeker.since)


async def find(db: Rows, user: UserId) -> Seeker | None:
    """Return a user in the queue; None if they are not there."""
    rows = await db.rows(f"SELECT {_COLUMNS} FROM seekers WHERE user_id = ?", user)  # noqa: S608 # ours
    return _read(rows[0]) if rows else None


async def waiting(db: Rows) -> Sequence[Seeker]:
    """Return all users who wait, those who wait longest first."""
    sql = f"SELECT {_COLUMNS} FROM seekers WHERE match_id IS NULL ORDER BY since, user_id"  # noqa: S608 # ours
    return [_read(row) for row in await db.rows(sql)]


async def found_for(db: Rows, match_id: MatchId) -> Sequence[Seeker]:
    """Return the users for whom a match was found."""
    sql = f"SELECT {_COLUMNS} FROM seekers WHERE match_id = ? ORDER BY user_id"  # noqa: S608 # ours
    return [_read(row) for row in await db.rows(sql, match_id)]


async def matches(db: Rows) -> Sequence[MatchId]:
    """Return the matches that were found and have not been settled."""
    sql = "SELECT DISTINCT match_id FROM seekers WHERE match_id IS NOT NULL ORDER BY match_id"
    return [MatchId(match_id) for (match_id,) in await db.rows(sql)]


async def assign(db: Rows, users: Sequence[UserId], match_id: MatchId | None) -> int:
    """Record the match that was found for waiting users, or with None that they wait again. Return how many it is."""
    wanted = "IS NULL" if match_id is not None else "IS NOT NULL"
    sql = f"UPDATE seekers SET match_id = ? WHERE user_id = ? AND match_id {wanted} RETURNING user_id"  # noqa: S608 # ours
    return sum([len(await db.rows(sql, match_id, user)) for user in users])


async def remove(db: Rows, user: UserId) -> None:
    """Take a user out of the queue."""
    await db.run("DELETE FROM seekers WHERE user_id = ?", user)


async def add_wait(db: Rows, game: str, seconds: float) -> None:
    """Record how long somebody has waited for a match of a game, and forget old ones."""
    await db.run("INSERT INTO waits (game, seconds) VALUES (?, ?)", game, seconds)
    sql = (
        "DELETE FROM waits WHERE game = ? AND id NOT IN "
        "(SELECT latest.id FROM waits AS latest WHERE latest.game = ? ORDER BY latest.id DESC LIMIT ?)"
    )
    await db.run(sql, game, game, _REMEMBERED)


async def usual_wait(db: Rows, games: Sequence[str]) -> float | None:
    """Return the median of the latest waits for the game of these that was found soonest; None: nobody has waited."""
    medians = []
    for game in games:
        sql = "SELECT seconds FROM waits WHERE game = ? ORDER BY id DESC LIMIT ?"
        if rows := await db.rows(sql, game, _REMEMBERED):
            medians.append(median(seconds for (seconds,) in rows))
    return min(medians, default=None)


def _read(row: Sequence[Any]) -> Seeker:
    user, channel, request, since, match_id = row
    return Seeker(user=user, channel=channel, request=MatchRequest.read(request), since=since, match_id=match_id)
