"""SQL about the daily puzzle as it hangs on servers: a row for each server and day."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.model.match import UserId
from bot.store.database import Rows


class Post(NamedTuple):
    """A row."""

    guild: int
    day: str
    channel: int
    message: int | None
    """None: it was not sent yet."""
    owed: int
    shown: int
    failures: int
    """How often in a row it failed. Above 0 it may have been sent without our knowing."""
    trouble: str
    due: float


_COLUMNS = "guild, day, channel, message, owed, shown, failures, trouble, due"


async def owe(db: Rows, day: str, now: float) -> None:
    """Every server that has a channel for it is owed the puzzle of a day, once; nobody is owed an earlier one."""
    await db.rows("DELETE FROM puzzle_posts WHERE day < ? AND message IS NULL", day)
    sql = (
        "INSERT INTO puzzle_posts (guild, day, channel, due) SELECT guild, ?, puzzles, ? FROM servers "
        "WHERE puzzles IS NOT NULL ON CONFLICT DO NOTHING"
    )
    await db.rows(sql, day, now)


async def move(db: Rows, guild: int, day: str) -> None:
    """What a server was owed of a day and was not sent goes where that is posted now, or nowhere."""
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
    """Who solved a daily puzzle has changed on a server: what hangs there owes it, with all that it owes already."""
    sql = (
        "UPDATE puzzle_posts SET owed = owed + 1, due = CASE WHEN shown < owed THEN due ELSE ? END "
        "WHERE guild = ? AND day = (SELECT day FROM puzzles WHERE id = ?)"
    )
    await db.rows(sql, due, guild, puzzle)


async def owe_changes_of(db: Rows, user: UserId, due: float) -> None:
    """Whatever hangs anywhere and names a user owes a change."""
    sql = (
        "UPDATE puzzle_posts SET owed = owed + 1, due = CASE WHEN shown < owed THEN due ELSE ? END WHERE EXISTS ("
        "SELECT 1 FROM attempts JOIN puzzles ON puzzles.id = attempts.puzzle WHERE attempts.user = ? "
        "AND attempts.cards IS NOT NULL AND attempts.guild = puzzle_posts.guild AND puzzles.day = puzzle_posts.day)"
    )
    await db.rows(sql, due, user)


async def doubt(db: Rows) -> None:
    """What was due when the last process ended may have been sent without its recording it."""
    await db.rows("UPDATE puzzle_posts SET failures = failures + 1 WHERE shown < owed AND message IS NULL")


async def hasten(db: Rows, guild: int, now: float) -> None:
    """What could not be shown on a server may be shown now."""
    sql = "UPDATE puzzle_posts SET due = ? WHERE guild = ? AND shown < owed AND trouble = 'forbidden'"
    await db.rows(sql, now, guild)


async def is_forbidden(db: Rows, guild: int) -> bool:
    """Whether something could not be shown on a server."""
    sql = "SELECT 1 FROM puzzle_posts WHERE guild = ? AND shown < owed AND trouble = 'forbidden' LIMIT 1"
    return bool(await db.rows(sql, guild))


async def due(db: Rows, now: float, limit: int) -> Sequence[Post]:
    """What is to be shown now, the longest overdue first."""
    sql = f"SELECT {_COLUMNS} FROM puzzle_posts WHERE shown < owed AND due <= ? ORDER BY due, guild LIMIT ?"  # noqa: S608 # ours
    return [Post(*row) for row in await db.rows(sql, now, limit)]


async def next_due(db: Rows) -> float | None:
    """When something is to be shown next; None: nothing is behind."""
    [(found,)] = await db.rows("SELECT min(due) FROM puzzle_posts WHERE shown < owed")
    return None if found is None else float(found)


async def save(db: Rows, post: Post) -> None:
    """What became of a row; what is owed may have risen meanwhile and stays."""
    sql = (
        "UPDATE puzzle_posts SET message = ?, shown = ?, failures = ?, trouble = ?, due = max(due, ?) "
        "WHERE guild = ? AND day = ?"
    )
    p = post
    await db.rows(sql, p.message, p.shown, p.failures, p.trouble, p.due, p.guild, p.day)


async def drop(db: Rows, post: Post) -> None:
    """Nothing more is owed of a row: what hung was taken down by somebody, or can never be shown. It stays, so that the
    day is not posted again.
    """
    await db.rows("UPDATE puzzle_posts SET shown = ? WHERE guild = ? AND day = ?", 2**31, post.guild, post.day)


async def solvers(db: Rows, puzzle: int, guild: int, until: int) -> Sequence[UserId]:
    """Who solved a puzzle on a server in time, the first one first."""
    sql = "SELECT user FROM attempts WHERE puzzle = ? AND guild = ? AND solved <= ? ORDER BY solved, user"
    return [UserId(user) for (user,) in await db.rows(sql, puzzle, guild, until)]
