"""SQL about what players propose to each other."""

from collections.abc import Iterable

from bot.model.match import MatchId
from bot.model.proposal import Kind, Proposal
from bot.store.database import Rows


async def of_match(db: Rows, number: MatchId) -> list[Proposal]:
    """What is proposed in a match, oldest first."""
    sql = "SELECT made, kind, seat, undoes, offered_to, due FROM proposals WHERE match = ? ORDER BY made"
    found = []
    for made, kind, seat, undoes, to, due_at in await db.rows(sql, number):
        agreed = await db.rows("SELECT seat FROM consents WHERE match = ? AND made = ?", number, made)
        found.append(
            Proposal(
                made=made,
                kind=Kind(kind),
                seat=seat,
                undoes=undoes,
                to=to,
                due=due_at,
                agreed=frozenset(other for (other,) in agreed),
            )
        )
    return found


async def save(db: Rows, number: MatchId, proposals: Iterable[Proposal]) -> None:
    """What is proposed in it from now on, instead of what was."""
    await db.rows("DELETE FROM consents WHERE match = ?", number)
    await db.rows("DELETE FROM proposals WHERE match = ?", number)
    for made in proposals:
        sql = "INSERT INTO proposals (match, made, kind, seat, undoes, offered_to, due) VALUES (?, ?, ?, ?, ?, ?, ?)"
        await db.rows(sql, number, made.made, made.kind, made.seat, made.undoes, made.to, made.due)
        for seat in sorted(made.agreed):
            await db.rows("INSERT INTO consents (match, made, seat) VALUES (?, ?, ?)", number, made.made, seat)


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """When a proposal lapses next in every match that has one, the earliest first."""
    sql = "SELECT min(due), match FROM proposals GROUP BY match ORDER BY min(due), match"
    return [(float(at), MatchId(number)) for at, number in await db.rows(sql)]
