"""SQL about the living processes, and about the leases by which each piece of work is done by one of them.

A lease is held for as long as its process lives: nothing renews it but the row of the process. Each request here is one
write: writes of one process follow each other, and those of several are serializable. Two never hold the same lease.
"""

from enum import StrEnum

from bot.store.database import Rows


class Work(StrEnum):
    """The kinds of work that one process at a time does."""

    OUTBOX = "outbox"
    """The messages of a match."""
    DUTIES = "duties"
    """What is due in a match."""
    COMPUTERS = "computers"
    """The turn of a match's computers."""
    PUZZLES = "puzzles"
    """The daily puzzles of a server."""


class Taken(StrEnum):
    """What came of an attempt to take a lease."""

    FREE = "free"
    """It is ours; nobody held it."""
    INHERITED = "inherited"
    """It is ours; the process that held it has died, perhaps in the middle of the work."""
    OTHERS = "others"
    """A living process holds it."""


async def beat(db: Rows, process: str, alive_until: float) -> None:
    """Record that a process lives until some moment at least."""
    sql = (
        "INSERT INTO processes (id, alive_until) VALUES (?, ?) "
        "ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until"
    )
    await db.rows(sql, process, alive_until)


async def take(db: Rows, work: Work, key: int, process: str, now: float) -> Taken:
    """Take a lease, unless another living process holds it."""
    sql = (
        "SELECT leases.process_id, coalesce(processes.alive_until, 0) FROM leases "
        "LEFT JOIN processes ON processes.id = leases.process_id WHERE leases.work = ? AND leases.work_key = ?"
    )
    rows = await db.rows(sql, work, key)
    if rows and rows[0][0] == process:
        return Taken.FREE
    if rows and rows[0][1] >= now:
        return Taken.OTHERS
    sql = (
        "INSERT INTO leases (work, work_key, process_id) VALUES (?, ?, ?) "
        "ON CONFLICT (work, work_key) DO UPDATE SET process_id = excluded.process_id"
    )
    await db.rows(sql, work, key, process)
    return Taken.INHERITED if rows else Taken.FREE


async def holds(db: Rows, work: Work, key: int, process: str) -> bool:
    """Return whether a process holds a lease."""
    sql = "SELECT 1 FROM leases WHERE work = ? AND work_key = ? AND process_id = ?"
    return bool(await db.rows(sql, work, key, process))


async def release(db: Rows, work: Work, key: int, process: str) -> None:
    """Let others take a lease, if this process holds it."""
    await db.rows("DELETE FROM leases WHERE work = ? AND work_key = ? AND process_id = ?", work, key, process)


async def end(db: Rows, process: str) -> None:
    """Record that a process ends in order: it was in the middle of nothing."""
    await db.rows("DELETE FROM leases WHERE process_id = ?", process)
    await db.rows("DELETE FROM processes WHERE id = ?", process)


async def end_all(db: Rows) -> None:
    """Record that no process lives."""
    await db.rows("DELETE FROM leases")
    await db.rows("DELETE FROM processes")


async def forget_dead(db: Rows, now: float) -> None:
    """Delete the rows of processes that have died and that nobody inherits from any more."""
    sql = (
        "DELETE FROM processes WHERE alive_until < ? "
        "AND NOT EXISTS (SELECT 1 FROM leases WHERE leases.process_id = processes.id)"
    )
    await db.rows(sql, now)
