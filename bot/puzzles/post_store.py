"""SQL about posts of the daily puzzle in servers' channels: a row for each server and day."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.model.match import UserId
from bot.store.database import Rows

_NEVER_BEHIND: Final = 2**31
"""A version above any that a post can need: it marks a post that is never edited again."""


class Post(NamedTuple):
    """A row of `puzzle_posts`."""

    guild: int
    day: str
    channel: int
    message: int | None
    """The id of the message; None until it is sent."""
    owed: int
    shown: int
    failures: int
    """The number of failures in a row. Above 0, Discord may have the post although no answer reached us."""
    trouble: str
    due: float


_POST = "SELECT guild_id, day, channel_id, message_id, owed, shown, failures, trouble, due_at FROM puzzle_posts"


async def owe(db: Rows, day: str, now: float) -> None:
    """Queue a day's puzzle for every server with a puzzle channel, once, and delete unsent posts of earlier days."""
    await db.run("DELETE FROM puzzle_posts WHERE day < ? AND message_id IS NULL", day)
    sql = (
        "INSERT INTO puzzle_posts (guild_id, day, channel_id, due_at) "
        "SELECT guild_id, CAST(? AS TEXT), puzzle_channel_id, CAST(? AS DOUBLE PRECISION) FROM server_preferences "
        "WHERE puzzle_channel_id IS NOT NULL ON CONFLICT DO NOTHING"
    )
    await db.run(sql, day, now)


async def move(db: Rows, guild_id: int, day: str) -> None:
    """Move the unsent post of a day to the server's present puzzle channel, or delete it if the server has none now."""
    sql = (
        "UPDATE puzzle_posts SET failures = 0, trouble = '', due_at = 0, channel_id = (SELECT puzzle_channel_id "
        "FROM server_preferences WHERE server_preferences.guild_id = puzzle_posts.guild_id) "
        "WHERE guild_id = ? AND day = ? AND message_id IS NULL AND EXISTS (SELECT 1 FROM server_preferences "
        "WHERE server_preferences.guild_id = puzzle_posts.guild_id AND puzzle_channel_id IS NOT NULL)"
    )
    await db.run(sql, guild_id, day)
    sql = (
        "DELETE FROM puzzle_posts WHERE guild_id = ? AND day = ? AND message_id IS NULL "
        "AND EXISTS (SELECT 1 FROM server_preferences "
        "WHERE server_preferences.guild_id = puzzle_posts.guild_id AND puzzle_channel_id IS NULL)"
    )
    await db.run(sql, guild_id, day)


async def owe_change(db: Rows, puzzle_id: int, guild_id: int, due_at: float) -> None:
    """Queue an edit of the post of a daily puzzle. A post with an edit queued already keeps its due time."""
    sql = (
        "UPDATE puzzle_posts SET owed = owed + 1, due_at = CASE WHEN shown < owed THEN due_at ELSE ? END "
        "WHERE guild_id = ? AND day = (SELECT day FROM puzzles WHERE id = ?)"
    )
    await db.run(sql, due_at, guild_id, puzzle_id)


async def mark_uncertain(db: Rows) -> None:
    """Count a failure of each unsent post: the last process may have died between sending and recording it."""
    await db.run("UPDATE puzzle_posts SET failures = failures + 1 WHERE shown < owed AND message_id IS NULL")


async def retry_forbidden(db: Rows, guild_id: int, now: float) -> None:
    """Make a server's posts due now if its permissions forbade them."""
    sql = "UPDATE puzzle_posts SET due_at = ? WHERE guild_id = ? AND shown < owed AND trouble = 'forbidden'"
    await db.run(sql, now, guild_id)


async def is_forbidden(db: Rows, guild_id: int) -> bool:
    """Return whether a server's permissions hold a post back."""
    sql = "SELECT 1 FROM puzzle_posts WHERE guild_id = ? AND shown < owed AND trouble = 'forbidden' LIMIT 1"
    return bool(await db.rows(sql, guild_id))


async def due(db: Rows, now: float, limit: int) -> Sequence[Post]:
    """Return the pending posts that are due, the longest overdue first."""
    sql = f"{_POST} WHERE shown < owed AND due_at <= ? ORDER BY due_at, guild_id LIMIT ?"
    return [Post(*row) for row in await db.rows(sql, now, limit)]


async def still_due(db: Rows, post: Post, now: float) -> Post | None:
    """Return a post as it is now, if it is still due."""
    sql = f"{_POST} WHERE guild_id = ? AND day = ? AND shown < owed AND due_at <= ?"
    rows = await db.rows(sql, post.guild, post.day, now)
    return Post(*rows[0]) if rows else None


async def next_due(db: Rows) -> float | None:
    """Return the earliest due time of a pending post; None if there is none."""
    [(due_at,)] = await db.rows("SELECT min(due_at) FROM puzzle_posts WHERE shown < owed")
    return None if due_at is None else float(due_at)


async def save(db: Rows, post: Post) -> None:
    """Store the result of a delivery. Keep edits that were queued during the delivery, and a later due time."""
    sql = (
        "UPDATE puzzle_posts SET message_id = ?, shown = ?, failures = ?, trouble = ?, "
        "due_at = CASE WHEN due_at > ? THEN due_at ELSE ? END WHERE guild_id = ? AND day = ?"
    )
    delivered = (post.message, post.shown, post.failures, post.trouble)
    await db.run(sql, *delivered, post.due, post.due, post.guild, post.day)


async def drop(db: Rows, post: Post) -> None:
    """Give up a post that someone deleted, or that can never be sent. Its row stays, so that the day is not posted
    again.
    """
    sql = "UPDATE puzzle_posts SET shown = ? WHERE guild_id = ? AND day = ?"
    await db.run(sql, _NEVER_BEHIND, post.guild, post.day)


async def solvers(db: Rows, puzzle_id: int, guild_id: int, until: int) -> Sequence[UserId]:
    """Return the users who solved a puzzle on a server in time, the first one first."""
    sql = (
        "SELECT user_id FROM puzzle_attempts WHERE puzzle_id = ? AND guild_id = ? AND solved_at <= ? "
        "ORDER BY solved_at, user_id"
    )
    return [UserId(user_id) for (user_id,) in await db.rows(sql, puzzle_id, guild_id, until)]
