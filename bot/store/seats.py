"""SQL about seats that change hands while a match is played."""

from collections.abc import Sequence

from bot.model.match import MatchId, Player, UserId
from bot.store.database import Rows
from rules.core.events import Seat


async def hand_over(db: Rows, number: MatchId, seat: Seat, player: Player) -> None:
    """This player sits at a seat from its version of the match on; who sat there is remembered."""
    sql = (
        "INSERT INTO former_players (match, seat, user, until) "
        "SELECT match, seat, user, ? FROM players WHERE match = ? AND seat = ?"
    )
    await db.rows(sql, player.since, number, seat)
    sql = "UPDATE players SET user = ?, computer = ?, since = ? WHERE match = ? AND seat = ?"
    who = (None, player.computer) if player.computer else (player.user, None)
    await db.rows(sql, *who, player.since, number, seat)


async def former(db: Rows, number: MatchId) -> Sequence[tuple[Seat, UserId]]:
    """Who sat where and does not any more, in the order in which they got up."""
    sql = "SELECT seat, user FROM former_players WHERE match = ? ORDER BY until"
    return [(seat, user) for seat, user in await db.rows(sql, number)]


async def save_former_change(db: Rows, number: MatchId, seat: Seat, before: int, after: int) -> None:
    """Store what a match made of the points of whoever began with a seat that has changed hands."""
    sql = (
        "UPDATE former_players SET points_before = ?, points_after = ? WHERE match = ? "
        "AND until = (SELECT min(until) FROM former_players AS first WHERE first.match = ? AND first.seat = ?)"
    )
    await db.rows(sql, before, after, number, number, seat)
