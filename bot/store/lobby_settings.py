"""SQL about lobbies: their invitations, their settings, and when they close automatically."""

from typing import Final

from bot.model.lobby_settings import LobbySettings
from bot.model.match import MatchId, UserId
from bot.model.match_request import MatchRequest
from bot.store import comparisons
from bot.store.database import Rows


async def find(db: Rows, match_id: MatchId) -> LobbySettings:
    """Return the settings of the lobby of a match."""
    sql = (
        "SELECT player_count, rematch_of, merged_into, match_request, closes_at, expired, code, comparison_id "
        "FROM lobby_settings "
        "WHERE match_id = ?"
    )
    [row] = await db.rows(sql, match_id)
    player_count, rematch_of, merged_into, match_request, closes_at, expired, code, comparison_id = row
    sql = (
        "SELECT user_id, seat_position, answer, direct_channel_id FROM invitations WHERE match_id = ? "
        "ORDER BY seat_position IS NOT NULL, seat_position, user_id"
    )
    invitations = await db.rows(sql, match_id)
    sql = "SELECT user_id, request FROM match_requests WHERE match_id = ? ORDER BY user_id"
    requests = await db.rows(sql, match_id) if match_request else []
    return LobbySettings(
        asked=tuple(user_id for user_id, _, answer, _ in invitations if answer is not None),
        declined=tuple(user_id for user_id, _, answer, _ in invitations if answer == "declined"),
        asked_in=tuple((user_id, channel_id) for user_id, _, _, channel_id in invitations if channel_id is not None),
        wanted=player_count,
        order=tuple(user_id for user_id, seat_position, _, _ in invitations if seat_position is not None),
        rematch=rematch_of,
        closes=closes_at,
        timed_out=bool(expired),
        request=MatchRequest.read(match_request) if match_request else None,
        requests=tuple((user_id, MatchRequest.read(request)) for user_id, request in requests),
        code=code,
        merged=merged_into,
        compared=await comparisons.compared(db, comparison_id),
    )


async def with_code(db: Rows, code: str) -> MatchId | None:
    """Return the lobby that can be joined with a code, if there is one."""
    sql = (
        "SELECT matches.id FROM lobby_settings JOIN matches ON matches.id = lobby_settings.match_id "
        "WHERE lobby_settings.code = ? AND lobby_settings.code <> '' AND matches.status = 'lobby'"
    )
    rows = await db.rows(sql, code)
    return MatchId(rows[0][0]) if rows else None


async def save(db: Rows, match_id: MatchId, settings: LobbySettings) -> None:
    """Store the settings of a lobby, in place of earlier ones."""
    sql = (
        "INSERT INTO lobby_settings (match_id, player_count, rematch_of, merged_into, match_request, closes_at, "
        "expired, code, comparison_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id) DO UPDATE SET "
        "player_count = excluded.player_count, merged_into = excluded.merged_into, "
        "match_request = excluded.match_request, closes_at = excluded.closes_at, expired = excluded.expired, "
        "code = excluded.code, comparison_id = excluded.comparison_id"
    )
    others = (settings.rematch, settings.merged, str(settings.request or ""))
    closing = (settings.closes, int(settings.timed_out), settings.code)
    compared = settings.compared.id if settings.compared else None
    await db.run(sql, match_id, settings.wanted, *others, *closing, compared)
    await db.run("DELETE FROM match_requests WHERE match_id = ?", match_id)
    for user_id, request in settings.requests:
        sql = "INSERT INTO match_requests (match_id, user_id, request) VALUES (?, ?, ?)"
        await db.run(sql, match_id, user_id, str(request))
    await db.run("DELETE FROM invitations WHERE match_id = ?", match_id)
    channels = dict(settings.asked_in)
    for user_id in dict.fromkeys((*settings.order, *settings.asked)):
        seat_position = settings.order.index(user_id) if user_id in settings.order else None
        answer = "declined" if user_id in settings.declined else "asked" if user_id in settings.asked else None
        sql = (
            "INSERT INTO invitations (match_id, user_id, seat_position, answer, direct_channel_id) "
            "VALUES (?, ?, ?, ?, ?)"
        )
        await db.run(sql, match_id, user_id, seat_position, answer, channels.get(user_id))


async def delete_requests(db: Rows, match_id: MatchId) -> None:
    """Delete the match requests of a lobby whose match has started."""
    await db.run("UPDATE lobby_settings SET match_request = '' WHERE match_id = ?", match_id)
    await db.run("DELETE FROM match_requests WHERE match_id = ?", match_id)


_OPEN_LOBBIES: Final = (
    "SELECT matches.id FROM matches JOIN lobby_settings ON lobby_settings.match_id = matches.id "
    "WHERE matches.status = 'lobby' AND lobby_settings.match_request <> ''"
)


async def open_lobbies(db: Rows) -> list[MatchId]:
    """Return the lobbies that are open to matchmaking, oldest first."""
    return [MatchId(match_id) for (match_id,) in await db.rows(f"{_OPEN_LOBBIES} ORDER BY matches.id")]


async def open_lobbies_of(db: Rows, guild_id: int) -> list[MatchId]:
    """Return the lobbies of a server that are open to matchmaking, oldest first."""
    rows = await db.rows(f"{_OPEN_LOBBIES} AND matches.guild_id = ? ORDER BY matches.id", guild_id)
    return [MatchId(match_id) for (match_id,) in rows]


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """Return each lobby and the moment at which it closes automatically, the earliest first."""
    sql = (
        "SELECT lobby_settings.closes_at, matches.id FROM matches "
        "JOIN lobby_settings ON lobby_settings.match_id = matches.id "
        "WHERE matches.status = 'lobby' ORDER BY lobby_settings.closes_at, matches.id"
    )
    return [(closes_at, MatchId(match_id)) for closes_at, match_id in await db.rows(sql)]


async def rematch_of(db: Rows, match_id: MatchId) -> MatchId | None:
    """Return the lobby of the rematch of a match, if one is open."""
    sql = (
        "SELECT matches.id FROM lobby_settings JOIN matches ON matches.id = lobby_settings.match_id "
        "WHERE lobby_settings.rematch_of = ? AND matches.status = 'lobby'"
    )
    rows = await db.rows(sql, match_id)
    return MatchId(rows[0][0]) if rows else None


async def of_asked(db: Rows, user_id: UserId) -> list[MatchId]:
    """Return the lobbies with an invitation that a user has not declined, whether or not they have joined."""
    sql = (
        "SELECT matches.id FROM invitations JOIN matches ON matches.id = invitations.match_id "
        "WHERE invitations.user_id = ? AND invitations.answer = 'asked' AND matches.status = 'lobby' "
        "ORDER BY matches.id"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, user_id)]


async def lobbies_of(db: Rows, guild_id: int) -> list[MatchId]:
    """Return the lobbies of a server, oldest first."""
    sql = "SELECT id FROM matches WHERE guild_id = ? AND status = 'lobby' ORDER BY id"
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, guild_id)]
