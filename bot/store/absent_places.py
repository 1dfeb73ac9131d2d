"""SQL about the servers and channels that the bot cannot get to."""

from collections.abc import Mapping
from typing import Final

from bot.model.absence import WHOLE_SERVER, Place
from bot.model.match import MatchId
from bot.store.database import Rows

_UNFINISHED: Final = "status IN ('lobby', 'live', 'quarantined')"


async def load(db: Rows) -> dict[Place, float]:
    """Return every absent place and since when it is absent."""
    rows = await db.rows("SELECT guild_id, channel_id, since FROM absent_places")
    return {Place(guild_id, channel_id): since for guild_id, channel_id, since in rows}


async def insert(db: Rows, places: Mapping[Place, float]) -> None:
    """Store since when places are absent, unless that is stored already."""
    for place, since in places.items():
        sql = "INSERT INTO absent_places (guild_id, channel_id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        await db.rows(sql, place.guild, place.channel, since)


async def delete(db: Rows, place: Place) -> None:
    """Store that a place is absent no more."""
    await db.rows("DELETE FROM absent_places WHERE guild_id = ? AND channel_id = ?", place.guild, place.channel)


async def matches_at(db: Rows, place: Place) -> list[MatchId]:
    """Return the lobbies, live and quarantined matches of a server or of a channel."""
    sql = f"SELECT id FROM matches WHERE guild_id = ? AND {_UNFINISHED}"  # noqa: S608 # ours
    if place.channel == WHOLE_SERVER:
        rows = await db.rows(f"{sql} ORDER BY id", place.guild)
    else:
        rows = await db.rows(f"{sql} AND channel_id = ? ORDER BY id", place.guild, place.channel)
    return [MatchId(match_id) for (match_id,) in rows]


async def is_concerned(db: Rows, place: Place) -> bool:
    """Return whether anything would end with a place: a match there, or the settings of the server."""
    if await matches_at(db, place):
        return True
    sql = "SELECT 1 FROM server_preferences WHERE guild_id = ?"
    return place.channel == WHOLE_SERVER and bool(await db.rows(sql, place.guild))


async def concerned_servers(db: Rows) -> set[int]:
    """Return the servers that have settings or an unfinished match."""
    sql = f"SELECT guild_id FROM matches WHERE {_UNFINISHED} UNION SELECT guild_id FROM server_preferences"  # noqa: S608 # ours
    return {guild_id for (guild_id,) in await db.rows(sql)}


async def channels(db: Rows) -> list[Place]:
    """Return the channels that have an unfinished match."""
    sql = f"SELECT DISTINCT guild_id, channel_id FROM matches WHERE {_UNFINISHED} ORDER BY guild_id, channel_id"  # noqa: S608 # ours
    return [Place(guild_id, channel_id) for guild_id, channel_id in await db.rows(sql)]


async def delete_settings(db: Rows, guild_id: int) -> None:
    """Delete the settings of a server."""
    await db.rows("DELETE FROM server_preferences WHERE guild_id = ?", guild_id)
