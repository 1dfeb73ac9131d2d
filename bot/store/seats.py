"""SQL about seats that change hands during a match."""

from collections.abc import Sequence

from bot.model.match import Match, MatchId, Player, UserId
from bot.store.database import Rows
from rules.core.events import Seat


async def hand_over(db: Rows, match_id: MatchId, seat: Seat, player: Player) -> None:
    """Give a seat to a player from the version `player.since` of the match on, and record the former player."""
    sql = (
        "INSERT INTO former_players (match_id, until_version, seat, user_id) "
        "SELECT match_id, CAST(? AS INTEGER), seat, user_id FROM players WHERE match_id = ? AND seat = ?"
    )
    await db.run(sql, player.since, match_id, seat)
    sql = (
        "UPDATE players SET user_id = ?, computer_level = ?, since_version = ?, pinged_turn = NULL, "
        "place_guild_id = NULL, place_channel_id = NULL WHERE match_id = ? AND seat = ?"
    )
    who = (None, player.computer) if player.computer else (player.user, None)
    await db.run(sql, *who, player.since, match_id, seat)


async def save_places(db: Rows, match: Match) -> None:
    """Store the places of the seats of a match."""
    for seat, player in enumerate(match.players):
        sql = "UPDATE players SET place_guild_id = ?, place_channel_id = ? WHERE match_id = ? AND seat = ?"
        await db.run(sql, *(player.place or (None, None)), match.id, seat)


async def former(db: Rows, match_id: MatchId) -> Sequence[tuple[Seat, UserId]]:
    """Return the former players of a match with their seats, in the order in which they left."""
    sql = "SELECT seat, user_id FROM former_players WHERE match_id = ? ORDER BY until_version"
    return [(seat, user_id) for seat, user_id in await db.rows(sql, match_id)]


async def save_former_change(db: Rows, match_id: MatchId, seat: Seat, before: int, after: int) -> None:
    """Store the points, before and after a match, of the player who began it at a seat and gave the seat up."""
    sql = (
        "UPDATE former_players SET points_before = ?, points_after = ? WHERE match_id = ? AND until_version = "
        "(SELECT min(until_version) FROM former_players AS earliest WHERE earliest.match_id = ? AND earliest.seat = ?)"
    )
    await db.run(sql, before, after, match_id, match_id, seat)
