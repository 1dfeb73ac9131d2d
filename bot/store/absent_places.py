"""SQL about what an absent place affects: a server or a channel that the bot cannot reach."""

from typing import Final

from bot.model.absence import WHOLE_SERVER, Place
from bot.model.match import MatchId
from bot.store import announcements
from bot.store.database import Rows
from bot.store.leases import Work
from bot.store.notices import Notice, Subject

_AT_PLACE: Final = f"guild_id = ? AND ? IN ({WHOLE_SERVER}, channel_id)"
_UNFINISHED: Final = "status IN ('lobby', 'live', 'quarantined')"
_UNFINISHED_TOURNAMENT: Final = "status IN ('open', 'running')"


async def matches_at(db: Rows, place: Place) -> list[MatchId]:
    """Return the lobbies, live and quarantined matches of a server or of a channel."""
    sql = f"SELECT id FROM matches WHERE {_AT_PLACE} AND {_UNFINISHED} ORDER BY id"  # noqa: S608 # ours
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, *place)]


async def is_concerned(db: Rows, place: Place) -> bool:
    """Return whether a match, a tournament or the settings of a server depend on a place."""
    sql = f"SELECT 1 FROM tournaments WHERE {_AT_PLACE} AND {_UNFINISHED_TOURNAMENT}"  # noqa: S608 # ours
    if await matches_at(db, place) or await db.rows(sql, *place):
        return True
    sql = "SELECT 1 FROM server_preferences WHERE guild_id = ?"
    return place.channel == WHOLE_SERVER and bool(await db.rows(sql, place.guild))


async def concerned_servers(db: Rows) -> set[int]:
    """Return the servers that have settings or an unfinished match or tournament. Direct messages do not count as a
    server.
    """
    sql = (
        f"SELECT guild_id FROM matches WHERE {_UNFINISHED} AND guild_id <> 0 "  # noqa: S608 # ours
        "UNION SELECT guild_id FROM server_preferences "
        f"UNION SELECT guild_id FROM tournaments WHERE {_UNFINISHED_TOURNAMENT}"
    )
    return {guild_id for (guild_id,) in await db.rows(sql)}


async def channels(db: Rows) -> list[Place]:
    """Return the channels of servers that have an unfinished match or an unfinished tournament."""
    sql = (
        f"SELECT guild_id, channel_id FROM matches WHERE {_UNFINISHED} AND guild_id <> 0 "  # noqa: S608 # ours
        f"UNION SELECT guild_id, channel_id FROM tournaments WHERE {_UNFINISHED_TOURNAMENT} "
        "ORDER BY guild_id, channel_id"
    )
    return [Place(guild_id, channel_id) for guild_id, channel_id in await db.rows(sql)]


async def threads_of(db: Rows, place: Place) -> list[Place]:
    """Return the threads in a channel in which a tournament of this channel has unfinished matches."""
    sql = (
        "SELECT DISTINCT matches.channel_id FROM matches "  # noqa: S608 # ours
        "JOIN announcements ON announcements.message_id = matches.channel_id AND announcements.kind = 'tournaments' "
        f"WHERE announcements.guild_id = ? AND announcements.channel_id = ? AND matches.{_UNFINISHED}"
    )
    return [Place(place.guild, channel_id) for (channel_id,) in await db.rows(sql, place.guild, place.channel)]


async def end_tournaments(db: Rows, place: Place) -> None:
    """End the unfinished tournaments of a server or of a channel."""
    sql = (
        "UPDATE tournaments SET status = 'ended', version = version + 1 "  # noqa: S608 # ours
        f"WHERE {_AT_PLACE} AND {_UNFINISHED_TOURNAMENT} RETURNING id, tag"
    )
    for number, tag in await db.rows(sql, *place):
        await announcements.owe_change(db, Work.TOURNAMENTS, place.guild, f"{number}-{tag}", 0.0)


async def delete_settings(db: Rows, guild_id: int) -> None:
    """Delete the settings of a server, and its pending welcome."""
    await db.run("DELETE FROM server_preferences WHERE guild_id = ?", guild_id)
    await db.run("DELETE FROM pending_welcomes WHERE guild_id = ?", guild_id)
    await db.notify(Notice.of(Subject.SERVER, guild_id))
