"""SQL about standing answers."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.model.match import MatchId
from bot.model.pre_moves import Standing
from bot.store.database import Rows
from rules.core.events import Seat


class Row(NamedTuple):
    """A standing answer as it is stored; for the eyes of its seat alone."""

    seat: Seat
    answer: str
    """In notation."""
    due: float | None
    since: int


async def of_match(db: Rows, number: MatchId) -> list[Row]:
    """What the players of a match have said ahead."""
    sql = "SELECT seat, answer, due, since FROM standing_answers WHERE match = ? ORDER BY seat, answer"
    return [Row(*found) for found in await db.rows(sql, number)]


async def save(db: Rows, number: MatchId, standing: Iterable[Standing]) -> None:
    """What they have said ahead from now on, instead of what they had."""
    await db.rows("DELETE FROM standing_answers WHERE match = ?", number)
    for said in standing:
        sql = "INSERT INTO standing_answers (match, seat, answer, due, since) VALUES (?, ?, ?, ?, ?)"
        await db.rows(sql, number, said.seat, str(said.answer), said.due, said.since)


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """When something is to be given next in every match in which that is known, the earliest first."""
    sql = "SELECT min(due), match FROM standing_answers WHERE due IS NOT NULL GROUP BY match ORDER BY 1"
    return [(at, MatchId(number)) for at, number in await db.rows(sql)]
