"""Undos: which plies are taken back, whether that is free, and the change that does it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from bot.application.match.change import Change
from bot.application.match.plies import ply_change
from bot.application.match.positions import Positions
from bot.application.match.replay import standing_plies, table_before
from bot.model.match import MatchId
from bot.model.position import Position, rules_of
from bot.model.pre_moves import Standing
from bot.model.reasons.table import NothingToUndo, ResignationInBetween, TooManySteps
from bot.model.table import Table
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.matches import Cause, Deal, Ply, PlyKind
from rules.core.events import Seat
from rules.core.undo import is_free

T = TypeVar("T")


class Log(NamedTuple):
    """The stored deal and plies of a match."""

    deal: Deal
    plies: Sequence[Ply]

    @classmethod
    async def read(cls, positions: Positions, number: MatchId) -> "Log":
        """Return the log of a match."""

        async def work(db: Rows) -> "Log":
            return cls(await sql.deal_of(db, number), await sql.plies_of(db, number))

        return await positions.read(work)

    @property
    def line(self) -> Sequence[Ply]:
        """Return the plies that stand."""
        return standing_plies(self.plies)


def own_latest(number: MatchId, line: Sequence[Ply], seat: Seat) -> int:
    """Return the number of plies from a seat's latest one to the end, of those that stand.

    Raises:
        NotAllowed: it has done nothing that stands.
    """
    found = next((back for back, ply in enumerate(reversed(line), 1) if ply.seat == seat), 0)
    if not found:
        raise NothingToUndo(match_id=number)
    return found


def steps(number: MatchId, line: Sequence[Ply], seat: Seat, wanted: int | None) -> int:
    """Return the number of plies to take back. wanted: that number; None: back to before the seat's latest one.

    Raises:
        NotAllowed: there are not so many, or somebody has left since.
    """
    count = own_latest(number, line, seat) if wanted is None else wanted
    if not 0 < count <= len(line):
        raise TooManySteps(steps=len(line))
    if any(ply.kind is PlyKind.RESIGNATION for ply in line[-count:]):
        raise ResignationInBetween
    return count


async def before_free(before: Position, log: Log, seat: Seat) -> Table | None:
    """Return the table before the latest ply if a seat may take that back freely, else None."""
    return await _thought(before, lambda: _before_free(before, log, seat))


async def before_steps(before: Position, log: Log, count: int) -> Table:
    """Return the table before the latest `count` plies that stand."""
    return await _thought(before, lambda: table_before(before.game, before.match, log.deal, log.plies, count))


def taken_back(before: Position, to: Table, seat: Seat, count: int, cause: Cause) -> Change:
    """Return the change by which a seat takes back `count` plies, which leads to this table."""
    table = before.seen
    anew = table.left_to_chance(to)
    after = table.take_back(seat, to, count, anew=anew)
    standing = _still_said(before.standing, seat, to)
    return ply_change(
        before.match, after, seat, None, cause, kind=PlyKind.UNDO, undoes=count, anew=anew, standing=standing
    )


def _before_free(before: Position, log: Log, seat: Seat) -> Table | None:
    table, latest = before.seen, log.line[-1]
    if table.may_undo != seat or latest.seat != seat or latest.action is None:
        return None
    to = table_before(before.game, before.match, log.deal, log.plies, 1)
    action = before.game.parse(latest.action)
    seats = len(before.match.players)
    return to if is_free(before.game, to.state, seat, action, table.state, seats=seats) else None


def _still_said(standing: Sequence[Standing], seat: Seat, to: Table) -> tuple[Standing, ...]:
    """Return the pre-moves that survive an undo: those of other seats from before the plies that are taken back."""
    return tuple(said for said in standing if said.seat != seat and said.since <= to.ply)


async def _thought(before: Position, work: Callable[[], T]) -> T:
    """Return what the work computes in a thread, by the rules of a match."""
    with rules_of(before.match):
        return await asyncio.to_thread(work)
