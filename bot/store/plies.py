"""SQL about who decided the plies of a match: its players, or the clock."""

from bot.model.match import MatchId
from bot.store.database import Rows
from rules.core.events import Seat

_OWN = "plies.kind = 'action' AND plies.source IN ('interaction', 'pre-move')"


async def count_plies(db: Rows, match_id: MatchId) -> None:
    """Store how many plies of each seat its player decided, and how many the clock. Skip seats that changed hands."""
    sql = (
        "UPDATE players SET own_plies = (SELECT count(*) FROM plies WHERE plies.match_id = players.match_id "  # noqa: S608 # ours
        f"AND plies.seat = players.seat AND {_OWN}), timed_out_plies = (SELECT count(*) FROM plies "
        "WHERE plies.match_id = players.match_id AND plies.seat = players.seat AND plies.source = 'timer'), "
        "lost_on_time = (SELECT count(*) FROM plies WHERE plies.match_id = players.match_id "
        "AND plies.seat = players.seat AND plies.source = 'timer' AND plies.kind = 'resignation') "
        "WHERE match_id = ? AND since_version = 0"
    )
    await db.run(sql, match_id)


async def idle_seats(db: Rows, match_id: MatchId) -> frozenset[Seat]:
    """Return the seats whose players were out of time at every decision."""
    sql = "SELECT seat FROM players WHERE match_id = ? AND own_plies = 0 AND timed_out_plies > 0"
    return frozenset(seat for (seat,) in await db.rows(sql, match_id))
