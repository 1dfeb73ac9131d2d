"""SQL about the posts of the daily puzzle: a row for each server and day."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.model.match import UserId
from bot.store.database import Rows


class Post(NamedTuple):
    """The post of a day on a server."""

    guild: int
    day: str
    channel: int
    message: int | None
    """None: it was not sent yet."""
    owed: int
    shown: int
    failures: int
    """How often in a row it failed. Above 0 it may have been sent without being recorded."""
    trouble: str
    due: float


_COLUMNS = "guild, day, channel, message, owed, shown, failures, trouble, due"


async def owe(db: Rows, day: str, now: float) -> None:
    """Owe the puzzle of a day, once, to every server that has a channel for it, and no earlier one to anybody."""
    await db.rows("DELETE FROM puzzle_posts WHERE day < ? AND message IS NULL", day)
    sql = (
        "INSERT INTO puzzle_posts (guild, day, channel, due) SELECT guild, ?, puzzles, ? FROM servers "
        "WHERE puzzles IS NOT NULL ON CONFLICT DO NOTHING"
    )
    await db.rows(sql, day, now)


async def move(db: Rows, guild: int, day: str) -> None:
    """Move a post that was not sent yet to the channel that the server has chosen now, or delete it."""
    sql = (
        "UPDATE puzzle_posts SET failures = 0, trouble = '', due = 0, "
        "channel = (SELECT puzzles FROM servers WHERE servers.guild = puzzle_posts.guild) "
        "WHERE guild = ? AND day = ? AND message IS NULL "
        "AND EXISTS (SELECT 1 FROM servers WHERE servers.guild = puzzle_posts.guild AND puzzles IS NOT NULL)"
    )
    await db.rows(sql, guild, day)
    sql = (
        "DELETE FROM puzzle_posts WHERE guild = ? AND day = ? AND message IS NULL "
        "AND EXISTS (SELECT 1 FROM servers WHERE servers.guild = puzzle_posts.guild AND puzzles IS NULL)"
    )
    await db.rows(sql, guild, day)


async def owe_change(db: Rows, puzzle: int, guild: int, due: float) -> None:
    """Owe a server's post of a daily puzzle a change, because another person has solved it."""
    sql = (
        "UPDATE puzzle_posts SET owed = owed + 1, due = CASE WHEN shown < owed THEN due ELSE ? END "
        "WHERE guild = ? AND day = (SELECT day FROM puzzles WHERE id = ?)"
    )
    await db.rows(sql, due, guild, puzzle)


async def doubt(db: Rows) -> None:
    """Mark the posts that were due when the last process ended: they may have been sent without being recorded."""
    await db.rows("UPDATE puzzle_posts SET failures = failures + 1 WHERE shown < owed AND message IS NULL")


async def hasten(db: Rows, guild: int, now: float) -> None:
    """Make posts due that could not be shown on a server for lack of a permission."""
    sql = "UPDATE puzzle_posts SET due = ? WHERE guild = ? AND shown < owed AND trouble = 'forbidden'"
    await db.rows(sql, now, guild)


async def is_forbidden(db: Rows, guild: int) -> bool:
    """Return whether a post could not be shown on a server for lack of a permission."""
    sql = "SELECT 1 FROM puzzle_posts WHERE guild = ? AND shown < owed AND trouble = 'forbidden' LIMIT 1"
    return bool(await db.rows(sql, guild))


async def due(db: Rows, now: float, limit: int) -> Sequence[Post]:
    """Return the posts that are to be shown now, the longest overdue first."""
    sql = f"SELECT {_COLUMNS} FROM puzzle_posts WHERE shown < owed AND due <= ? ORDER BY due, guild LIMIT ?"  # noqa: S608 # ours
    return [Post(*row) for row in await db.rows(sql, now, limit)]


async def next_due(db: Rows) -> float | None:
    """Return when a post is to be shown next; None if none is behind."""
    [(found,)] = await db.rows("SELECT min(due) FROM puzzle_posts WHERE shown < owed")
    return None if found is None else float(found)


async def save(db: Rows, post: Post) -> None:
    """Store what became of a post; what it owes may have risen meanwhile, and stays."""
    sql = (
        "UPDATE puzzle_posts SET message = ?, shown = ?, failures = ?, trouble = ?, due = max(due, ?) "
        "WHERE guild = ? AND day = ?"
    )
    p = post
    await db.rows(sql, p.message, p.shown, p.failures, p.trouble, p.due, p.guild, p.day)


async def drop(db: Rows, post: Post) -> None:
    """Owe nothing more of a post that somebody deleted, or that can never be shown. Its row stays, so that the day is
    not posted again.
    """
    await db.rows("UPDATE puzzle_posts SET shown = ? WHERE guild = ? AND day = ?", 2**31, post.guild, post.day)


async def solvers(db: Rows, puzzle: int, guild: int, until: int) -> Sequence[UserId]:
    """Return the users who solved a puzzle on a server in time, the first one first."""
    sql = "SELECT user FROM attempts WHERE puzzle = ? AND guild = ? AND solved <= ? ORDER BY solved, user"
    return [UserId(user) for (user,) in await db.rows(sql, puzzle, guild, until)]
