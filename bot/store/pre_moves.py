"""SQL about pre-moves: answers that players choose in advance."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.model.match import MatchId
from bot.model.pre_moves import SeatPreMove
from bot.store.database import Rows
from rules.core.events import Seat


class Row(NamedTuple):
    """A row of `pre_moves`. Only its seat may know it."""

    seat: Seat
    answer: str
    """The pre-move in notation."""
    due: float | None
    since: int


async def of_match(db: Rows, match_id: MatchId) -> list[Row]:
    """Return the pre-moves of a match."""
    sql = "SELECT seat, answer, due_at, since_ply FROM pre_moves WHERE match_id = ? ORDER BY seat, answer"
    return [Row(*row) for row in await db.rows(sql, match_id)]


async def save(db: Rows, match_id: MatchId, pre_moves: Iterable[SeatPreMove]) -> None:
    """Store the pre-moves of a match, in place of earlier ones."""
    await db.run("DELETE FROM pre_moves WHERE match_id = ?", match_id)
    for pre_move in pre_moves:
        sql = "INSERT INTO pre_moves (match_id, seat, answer, since_ply, due_at) VALUES (?, ?, ?, ?, ?)"
        await db.run(sql, match_id, pre_move.seat, str(pre_move.answer), pre_move.since, pre_move.due)


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """Return each match with a pre-move to play and the moment of the first one, the earliest first."""
    sql = "SELECT min(due_at), match_id FROM pre_moves WHERE due_at IS NOT NULL GROUP BY match_id ORDER BY 1, 2"
    return [(due_at, MatchId(match_id)) for due_at, match_id in await db.rows(sql)]
