"""SQL about announcements: messages in channels that show no match."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.store.database import Rows
from bot.store.leases import Work

_NEVER_BEHIND: Final = 2**31
"""A number above any that a message can owe: it marks one that is never sent or edited again."""


class Announcement(NamedTuple):
    """A row of `announcements`."""

    id: int
    kind: Work
    guild: int
    subject: str
    """The name of the subject of the message among those of its kind on its server."""
    channel: int | None
    message: int | None
    """The id of the message; None until it is sent."""
    edition: int
    """The edition that the message shows. A later edition is a new message instead of an edit."""
    owed: int
    """The number of changes to show."""
    shown: int
    failures: int
    """The number of failures in a row. Above 0, Discord may have the message although no answer reached us."""
    trouble: str
    due: float


async def owe(db: Rows, kind: Work, guild_id: int, subject: str, channel_id: int | None) -> None:
    """Have something announced once. channel_id: None if the channel is chosen when it is sent."""
    sql = (
        "INSERT INTO announcements (kind, guild_id, subject, channel_id, due_at) VALUES (?, ?, ?, ?, 0) "
        "ON CONFLICT DO NOTHING"
    )
    await db.run(sql, kind, guild_id, subject, channel_id)


async def owe_change(db: Rows, kind: Work, guild_id: int, subject: str, due_at: float) -> None:
    """Have a change shown. A message that is behind already keeps its due time."""
    sql = (
        "UPDATE announcements SET owed = owed + 1, due_at = CASE WHEN shown < owed THEN due_at ELSE ? END "
        "WHERE kind = ? AND guild_id = ? AND subject = ?"
    )
    await db.run(sql, due_at, kind, guild_id, subject)


async def mark_uncertain(db: Rows, kind: Work) -> None:
    """Count a failure of each message of a kind that is behind: the last process may have died between sending and
    recording it.
    """
    await db.run("UPDATE announcements SET failures = failures + 1 WHERE kind = ? AND shown < owed", kind)


async def guilds_due(db: Rows, kind: Work, now: float, limit: int) -> Sequence[int]:
    """Return the servers with messages of a kind that are due, the longest overdue first."""
    sql = (
        "SELECT guild_id FROM announcements WHERE kind = ? AND shown < owed AND due_at <= ? GROUP BY guild_id "
        "ORDER BY min(due_at), guild_id LIMIT ?"
    )
    return [guild_id for (guild_id,) in await db.rows(sql, kind, now, limit)]


async def due_on(db: Rows, kind: Work, guild_id: int, now: float) -> Sequence[int]:
    """Return the ids of a server's messages of a kind that are due, unsent ones first, in the order in which they were
    queued.
    """
    sql = (
        "SELECT id FROM announcements WHERE kind = ? AND guild_id = ? AND shown < owed AND due_at <= ? "
        "ORDER BY CASE WHEN message_id IS NULL THEN 0 ELSE 1 END, id"
    )
    return [announcement_id for (announcement_id,) in await db.rows(sql, kind, guild_id, now)]


async def load_due(db: Rows, announcement_id: int, now: float) -> Announcement | None:
    """Return a message as it is stored, if it is due."""
    sql = (
        "SELECT id, kind, guild_id, subject, channel_id, message_id, edition, owed, shown, failures, trouble, due_at "
        "FROM announcements WHERE id = ? AND shown < owed AND due_at <= ?"
    )
    for number, kind, *rest in await db.rows(sql, announcement_id, now):
        return Announcement(number, Work(kind), *rest)
    return None


async def next_due(db: Rows, kind: Work, now: float) -> float | None:
    """Return the earliest later moment at which a message of a kind will be due, if there is one."""
    sql = "SELECT min(due_at) FROM announcements WHERE kind = ? AND shown < owed AND due_at > ?"
    [(due_at,)] = await db.rows(sql, kind, now)
    return None if due_at is None else float(due_at)


async def save(db: Rows, announcement: Announcement) -> None:
    """Store the result of a delivery. Keep changes that were queued during the delivery, and a later due time."""
    sql = (
        "UPDATE announcements SET channel_id = ?, message_id = ?, edition = ?, shown = ?, failures = ?, trouble = ?, "
        "due_at = CASE WHEN due_at > ? THEN due_at ELSE ? END WHERE id = ?"
    )
    _, _, _, _, channel, message, edition, _, shown, failures, trouble, due = announcement
    await db.run(sql, channel, message, edition, shown, failures, trouble, due, due, announcement.id)


async def drop(db: Rows, announcement_id: int) -> None:
    """Give up a message. Its row stays, so that nothing is announced again."""
    await db.run("UPDATE announcements SET shown = ? WHERE id = ?", _NEVER_BEHIND, announcement_id)


async def forbidden(db: Rows, guild_id: int) -> set[tuple[Work, int | None]]:
    """Return the kinds of the messages that a server's permissions hold back, each with its channel, if known."""
    sql = (
        "SELECT DISTINCT kind, channel_id FROM announcements "
        "WHERE guild_id = ? AND shown < owed AND trouble = 'forbidden'"
    )
    return {(Work(kind), channel_id) for kind, channel_id in await db.rows(sql, guild_id)}


async def retry_forbidden(db: Rows, guild_id: int, now: float) -> None:
    """Make the messages due now that a server's permissions held back."""
    sql = "UPDATE announcements SET due_at = ? WHERE guild_id = ? AND shown < owed AND trouble = 'forbidden'"
    await db.run(sql, now, guild_id)
