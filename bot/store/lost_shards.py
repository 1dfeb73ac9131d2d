"""SQL about lost shards, and about the matches that a lost shard affects."""

from collections.abc import Iterable, Mapping

from bot.model.match import MatchId
from bot.model.shards import Shard
from bot.store.database import Rows
from bot.store.notices import Notice, Subject
from rules.core.events import Seat


async def load(db: Rows) -> dict[Shard, float]:
    """Return every lost shard and when it was lost."""
    rows = await db.rows("SELECT shard_id, shard_count, since FROM lost_shards")
    return {Shard(shard_id, shard_count): since for shard_id, shard_count, since in rows}


async def insert(db: Rows, lost: Mapping[Shard, float]) -> None:
    """Store the moment at which shards were lost. A shard that is already stored keeps its earlier moment."""
    for shard, since in lost.items():
        sql = "INSERT INTO lost_shards (shard_id, shard_count, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        await db.run(sql, shard.id, shard.total, since)
    await db.notify(Notice.of(Subject.SHARDS))


async def delete(db: Rows, shards: Iterable[Shard]) -> None:
    """Store that shards are no longer lost."""
    for shard in shards:
        await db.run("DELETE FROM lost_shards WHERE shard_id = ? AND shard_count = ?", shard.id, shard.total)
    await db.notify(Notice.of(Subject.SHARDS))


async def live_matches(db: Rows) -> list[tuple[MatchId, int]]:
    """Return every live match and its server."""
    rows = await db.rows("SELECT id, guild_id FROM matches WHERE status = 'live' ORDER BY id")
    return [(MatchId(match_id), guild_id) for match_id, guild_id in rows]


async def hands_by_direct_message(db: Rows, match_id: MatchId) -> frozenset[Seat]:
    """Return the seats of a match whose hand is shown in a direct message."""
    sql = "SELECT seat FROM outbox WHERE match_id = ? AND kind = 'hand' AND message_id IS NOT NULL"
    return frozenset(seat for (seat,) in await db.rows(sql, match_id))
