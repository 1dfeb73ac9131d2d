"""SQL about what players propose to each other."""

from collections.abc import Iterable

from bot.model.match import MatchId
from bot.model.proposal import Kind, Proposal, Verdict
from bot.store.database import Rows


async def of_match(db: Rows, number: MatchId) -> list[Proposal]:
    """What is proposed in a match, oldest first."""
    sql = (
        "SELECT made, kind, seat, undoes, offered_to, computer, due, verdict FROM proposals WHERE match = ? "
        "ORDER BY made"
    )
    found = []
    for made, kind, seat, undoes, to, computer, due_at, verdict in await db.rows(sql, number):
        sql = "SELECT seat, verdict FROM consents WHERE match = ? AND made = ? ORDER BY seat"
        answers = await db.rows(sql, number, made)
        found.append(
            Proposal(
                made=made,
                kind=Kind.COMPUTER if computer else Kind(kind),
                seat=seat,
                undoes=undoes,
                to=to,
                computer=computer or "",
                due=due_at,
                agreed=frozenset(other for other, chosen in answers if chosen is None),
                votes={other: Verdict(chosen) for other, chosen in answers if chosen is not None},
                verdict=None if verdict is None else Verdict(verdict),
            )
        )
    return found


async def save(db: Rows, number: MatchId, proposals: Iterable[Proposal]) -> None:
    """What is proposed in it from now on, instead of what was."""
    await db.rows("DELETE FROM consents WHERE match = ?", number)
    await db.rows("DELETE FROM proposals WHERE match = ?", number)
    for made in proposals:
        sql = (
            "INSERT INTO proposals (match, made, kind, seat, undoes, offered_to, computer, due, verdict) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        what = (made.kind, made.seat, made.undoes, made.to, made.computer or None)
        await db.rows(sql, number, made.made, *what, made.due, made.verdict)
        for seat, verdict in [*((seat, None) for seat in sorted(made.agreed)), *sorted(made.votes.items())]:
            sql = "INSERT INTO consents (match, made, seat, verdict) VALUES (?, ?, ?, ?)"
            await db.rows(sql, number, made.made, seat, verdict)


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """When a proposal lapses next in every match that has one, the earliest first."""
    sql = "SELECT min(due), match FROM proposals WHERE kind <> 'late' GROUP BY match ORDER BY min(due), match"
    return [(float(at), MatchId(number)) for at, number in await db.rows(sql)]
