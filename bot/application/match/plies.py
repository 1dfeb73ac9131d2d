"""Make the change that adds a ply to a match, and stores the result and the ratings if the ply ends the match."""

from dataclasses import replace

from bot.application.match.change import Change
from bot.application.match.end_notes import add_end_notes, end_without_result
from bot.application.match.folding import Timed
from bot.model import life
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.life import Step
from bot.model.match import Match, Status
from bot.model.pre_moves import SeatPreMove
from bot.model.table import Table
from bot.ratings import ratings
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.plies import Cause, Ply, PlyKind, insert_ply
from rules.core.events import Seat


def ply_change(  # noqa: PLR0913 # all parts of a ply
    before: Match,
    table: Table,
    seat: Seat,
    action: str | None,
    cause: Cause,
    *,
    kind: PlyKind | None = None,
    undoes: int = 0,
    anew: bool = False,
    pre_moves: tuple[SeatPreMove, ...] | None = None,
    timed_out: Seat | None = None,
) -> Change:
    """Return the change that stores a ply of a seat. table: the table after the ply.

    action: the action in notation; None: the ply is not an action. kind: the kind of the ply; None: an action if
    `action` is given, else a resignation. undoes, anew: as for `Ply`. pre_moves, timed_out: as for `Change`.
    """
    outcome = table.state.outcome
    after = replace(life.after(before, _step(before, table)), ply=table.ply, outcome=outcome)
    kind = kind or (PlyKind.RESIGNATION if action is None else PlyKind.ACTION)
    ply = Ply(number=table.ply, seat=seat, kind=kind, action=action, undoes=undoes, anew=anew, digest=table.digest)

    async def work(db: Rows) -> None:
        await insert_ply(db, before.id, ply, cause)
        if outcome:
            await sql.save_ranks(db, before.id, outcome)
            await ratings.record(db, before, table, cause.at)
            knows = before.players[seat].user if timed_out is None else None
            await add_end_notes(db, after, knows, cause.at)
        elif after.status is Status.ABANDONED:
            user = before.players[seat].user
            act = AdminAction(ply=table.ply, user=user, kind=AdminActionKind.LEFT, at=cause.at)
            await end_without_result(db, after, act)

    return Change(
        match=after,
        table=table,
        work=work,
        pre_moves=pre_moves,
        timed_out=timed_out,
        ply=Timed(ply, cause.source, cause.at),
    )


def _step(before: Match, table: Table) -> Step:
    """Return the step in the life of a match that a ply causes. Once all people have left, an unrated match ends
    without a result. A rated match goes on, so that nobody avoids a loss by leaving last. A match that began with
    computers alone is played to its end.
    """
    if table.state.outcome:
        return Step.END
    if all(player.computer and not player.since for player in before.players):
        return Step.ACT
    people = set(range(len(before.players))).difference(before.computers)
    return Step.ABANDON if people <= table.left and not before.is_rated else Step.ACT
