"""SQL about plies that were not their player's ordinary doing."""

from dataclasses import dataclass

from bot.model.match import MatchId
from bot.store.database import Rows
from bot.store.matches import What
from rules.core.events import Seat


@dataclass(frozen=True, slots=True)
class Remark:
    """What a log says besides what the game tells of a ply."""

    ply: int
    seat: Seat
    what: What
    lapsed: bool
    """Whether it was made because its player had no time left."""


async def of_match(db: Rows, number: MatchId) -> list[Remark]:
    """What was resigned, agreed or done for somebody in a match, in order."""
    sql = (
        "SELECT ply, seat, what, source FROM plies WHERE match = ? "
        "AND (source = 'timer' OR what IN ('resignation', 'draw')) ORDER BY ply"
    )
    return [Remark(ply, seat, What(what), source == "timer") for ply, seat, what, source in await db.rows(sql, number)]
