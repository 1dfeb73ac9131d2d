"""SQL about the living processes, and about the leases that give each piece of work to only one of them.

A process holds a lease for as long as it lives; it renews its own row, not its leases. Two processes never hold the
same lease, since each function here runs within one write: writes of one process follow each other, and those of
several processes are serializable.
"""

from enum import StrEnum
from typing import NamedTuple

from bot.model.pauses import Pause
from bot.model.shards import Shard, ShardRange
from bot.store import pauses
from bot.store.database import Rows
from bot.store.notices import Notice, Subject


class Work(StrEnum):
    """The kinds of work that only one process may do at a time."""

    OUTBOX = "outbox"
    """The messages of a match."""
    DUTIES = "duties"
    """The duties that are due in a match."""
    COMPUTERS = "computers"
    """The turns of the computer players in a match."""
    PUZZLES = "puzzles"
    """The daily puzzles of a server."""
    REPORTS = "reports"
    """The weekly reports of a server's designers."""
    TOURNAMENTS = "tournaments"
    """The messages of a server's tournaments, and the start of their matches."""
    LOGINS = "logins"
    """The logins of shards with one rate limit key."""
    SEASONS = "seasons"
    """The announcements of a server's seasons."""
    COMPARISONS = "comparisons"
    """The announcements of a server's comparisons of drafts."""


class Taken(StrEnum):
    """The results of an attempt to take a lease."""

    FREE = "free"
    """The lease is ours: nobody held it, or this process did already."""
    INHERITED = "inherited"
    """The lease is ours; the process that held it has died, perhaps in the middle of the work."""
    OTHERS = "others"
    """Another living process holds the lease."""


class Rival(NamedTuple):
    """Another living process, and its shards."""

    name: str
    shards: ShardRange
    serves: bool
    """Whether all shards of the process have connected."""
    alive_until: float
    """The moment until which the process counts as alive, by its latest sign of life."""


async def beat(db: Rows, process: str, name: str, alive_until: float) -> None:
    """Record that a process counts as alive until this moment at least."""
    sql = (
        "INSERT INTO processes (id, name, alive_until) VALUES (?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until"
    )
    await db.run(sql, process, name, alive_until)


async def claim(db: Rows, process: str, shards: ShardRange) -> None:
    """Record the shards of a process that has given a sign of life."""
    sql = (
        "UPDATE processes SET first_shard = ?, last_shard = ?, shard_count = ? "
        "WHERE id = ? AND first_shard IS NULL RETURNING id"
    )
    if await db.rows(sql, *shards, process):
        await db.notify(Notice.of(Subject.PROCESSES))


async def lose_unclaimed(db: Rows, process: str, shards: ShardRange, now: float) -> None:
    """Record as lost all shards of the bot that no other living process has.

    They count as lost from now on; if a single process had all shards before, from the time at which it was last up.
    """
    others = [rival.shards.shards for rival in await rivals(db, process, now)]
    unclaimed = shards.all - frozenset[Shard]().union(*others)
    up_until = [moment for (moment,) in await db.rows("DELETE FROM pauses WHERE reason = 'down' RETURNING since")]
    await pauses.begin(db, dict.fromkeys(map(Pause.lost, sorted(unclaimed)), min([now, *up_until])))


async def serve(db: Rows, process: str) -> None:
    """Record that all shards of a process have connected."""
    await db.run("UPDATE processes SET serves = 1 WHERE id = ?", process)


async def rivals(db: Rows, process: str, now: float) -> list[Rival]:
    """Return the other living processes that have claimed shards."""
    sql = (
        "SELECT name, first_shard, last_shard, shard_count, serves, alive_until FROM processes "
        "WHERE id <> ? AND alive_until >= ? AND first_shard IS NOT NULL ORDER BY first_shard, name"
    )
    return [
        Rival(name, ShardRange(*shards), bool(serves), alive_until)
        for name, *shards, serves, alive_until in await db.rows(sql, process, now)
    ]


async def living(db: Rows, now: float) -> int:
    """Return the number of living processes that have claimed shards."""
    sql = "SELECT count(*) FROM processes WHERE alive_until >= ? AND first_shard IS NOT NULL"
    [(count,)] = await db.rows(sql, now)
    return int(count)


async def take(db: Rows, work: Work, key: int, process: str, now: float) -> Taken:
    """Take a lease, unless another living process holds it.

    It inserts before it reads: a write that has read a table conflicts with every other one that adds to it.
    """
    sql = (
        "INSERT INTO leases (work, work_key, process_id) VALUES (?, ?, ?) "
        "ON CONFLICT (work, work_key) DO NOTHING RETURNING work"
    )
    if await db.rows(sql, work, key, process):
        return Taken.FREE
    sql = (
        "SELECT leases.process_id, coalesce(processes.alive_until, 0) FROM leases "
        "LEFT JOIN processes ON processes.id = leases.process_id WHERE leases.work = ? AND leases.work_key = ?"
    )
    [(holder, alive_until)] = await db.rows(sql, work, key)
    if holder == process:
        return Taken.FREE
    if alive_until >= now:
        return Taken.OTHERS
    await db.run("UPDATE leases SET process_id = ? WHERE work = ? AND work_key = ?", process, work, key)
    return Taken.INHERITED


async def holds(db: Rows, work: Work, key: int, process: str) -> bool:
    """Return whether a process holds a lease."""
    sql = "SELECT 1 FROM leases WHERE work = ? AND work_key = ? AND process_id = ?"
    return bool(await db.rows(sql, work, key, process))


async def release(db: Rows, work: Work, key: int, process: str) -> None:
    """Release a lease, if this process holds it, so that others can take it."""
    await db.run("DELETE FROM leases WHERE work = ? AND work_key = ? AND process_id = ?", work, key, process)


async def end(db: Rows, process: str, now: float) -> None:
    """Record that a process has shut down properly, with no work half done."""
    await _lose_shards(db, "id = ?", process, now=now)
    await db.run("DELETE FROM leases WHERE process_id = ?", process)
    await db.run("DELETE FROM processes WHERE id = ?", process)
    await db.notify(Notice.of(Subject.PROCESSES))


async def end_all(db: Rows) -> None:
    """Record that no process lives."""
    await db.run("DELETE FROM leases")
    await db.run("DELETE FROM processes")


async def forget_dead(db: Rows, now: float, lasted: float) -> None:
    """Record the shards of dead processes as lost since their last sign of life, and delete the rows of dead processes
    that leave no lease to inherit. lasted: the seconds for which a sign of life counts.
    """
    await _lose_shards(db, "alive_until < ?", now, now=now, lasted=lasted)
    sql = (
        "DELETE FROM processes WHERE alive_until < ? AND first_shard IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM leases WHERE leases.process_id = processes.id)"
    )
    await db.run(sql, now)


async def lose(db: Rows, process: str, shards: ShardRange, *, since: float, now: float) -> None:
    """Record as lost the shards of a process that was stalled, unless another process has taken over serving them."""
    if not any(rival.shards == shards and rival.serves for rival in await rivals(db, process, now)):
        await pauses.begin(db, dict.fromkeys(map(Pause.lost, sorted(shards.shards)), since))


async def _lose_shards(db: Rows, which: str, key: str | float, *, now: float, lasted: float = 0.0) -> None:
    """Record as lost the shards of processes, except those that another living process serves."""
    sql = (
        "SELECT id, first_shard, last_shard, shard_count, alive_until FROM processes "  # noqa: S608 # ours
        f"WHERE first_shard IS NOT NULL AND {which}"
    )
    for process, first, last, total, alive_until in await db.rows(sql, key):
        await lose(db, process, ShardRange(first, last, total), since=min(now, alive_until - lasted), now=now)
        await db.run("UPDATE processes SET first_shard = NULL WHERE id = ?", process)
