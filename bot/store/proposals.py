"""SQL about the proposals that the players of a match make to each other."""

from collections.abc import Iterable

from bot.model.match import MatchId
from bot.model.proposal import Kind, Proposal, Verdict
from bot.store.database import Rows


async def of_match(db: Rows, match_id: MatchId) -> list[Proposal]:
    """Return the open proposals of a match, oldest first."""
    sql = (
        "SELECT made_version, kind, seat, undone_plies, target_user_id, computer_level, due_at, verdict "
        "FROM proposals WHERE match_id = ? ORDER BY made_version"
    )
    rows = await db.rows(sql, match_id)
    answers_sql = "SELECT seat, verdict FROM proposal_answers WHERE match_id = ? AND made_version = ? ORDER BY seat"
    proposals = []
    for made_version, kind, seat, undone_plies, target_user_id, computer_level, due_at, verdict in rows:
        answers = await db.rows(answers_sql, match_id, made_version)
        proposals.append(
            Proposal(
                made=made_version,
                kind=Kind(kind),
                seat=seat,
                undoes=undone_plies,
                to=target_user_id,
                computer=computer_level or "",
                due=due_at,
                agreed=frozenset(other for other, chosen in answers if chosen is None),
                votes={other: Verdict(chosen) for other, chosen in answers if chosen is not None},
                verdict=None if verdict is None else Verdict(verdict),
            )
        )
    return proposals


async def save(db: Rows, match_id: MatchId, proposals: Iterable[Proposal]) -> None:
    """Store the open proposals of a match, in place of earlier ones."""
    await db.run("DELETE FROM proposal_answers WHERE match_id = ?", match_id)
    await db.run("DELETE FROM proposals WHERE match_id = ?", match_id)
    for proposal in proposals:
        sql = (
            "INSERT INTO proposals (match_id, made_version, kind, seat, undone_plies, target_user_id, computer_level, "
            "due_at, verdict) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        proposed = (proposal.kind, proposal.seat, proposal.undoes, proposal.to, proposal.computer or None)
        await db.run(sql, match_id, proposal.made, *proposed, proposal.due, proposal.verdict)
        agreements = [(seat, None) for seat in sorted(proposal.agreed)]
        for seat, verdict in [*agreements, *sorted(proposal.votes.items())]:
            sql = "INSERT INTO proposal_answers (match_id, made_version, seat, verdict) VALUES (?, ?, ?, ?)"
            await db.run(sql, match_id, proposal.made, seat, verdict)


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """Return each match with a proposal that can expire and the moment of the first one, the earliest first."""
    sql = (
        "SELECT min(due_at), match_id FROM proposals WHERE kind NOT IN ('late', 'claim') GROUP BY match_id "
        "ORDER BY min(due_at), match_id"
    )
    return [(float(due_at), MatchId(match_id)) for due_at, match_id in await db.rows(sql)]
