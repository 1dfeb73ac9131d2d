"""SQL about plies to remark on in a log: resignations, draws and plies made because time had run out."""

from dataclasses import dataclass

from bot.model.match import MatchId
from bot.store.database import Rows
from bot.store.plies import PlyKind
from rules.core.events import Seat


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark that a log shows in addition to the events of the game."""

    ply: int
    seat: Seat
    kind: PlyKind
    timed_out: bool
    """Whether the ply was made because its player was out of time."""


async def of_match(db: Rows, match_id: MatchId) -> list[Remark]:
    """Return the remarks on the resignations, the draws and the timed-out plies of a match, in order."""
    sql = (
        "SELECT ply, seat, kind, source FROM plies WHERE match_id = ? "
        "AND (source = 'timer' OR kind IN ('resignation', 'draw')) ORDER BY ply"
    )
    return [
        Remark(ply, seat, PlyKind(kind), source == "timer") for ply, seat, kind, source in await db.rows(sql, match_id)
    ]
