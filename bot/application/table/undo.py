"""Take plies back: count them, check whether the undo is safe, and make the change.

Nothing is ever deleted from a log. An undo is a ply of its own, which says how many of the plies before it no longer
count; the table after it is the table before them, with a higher ply. The plies that count are the *line*; a count
always means plies of the line, so that an undo can be taken over by a later one.

Three things must not become profitable:

- **Peeking.** An undo without consent must be *safe*: nobody, the player included, knows more than before
  (`rules/core/undo.py` proves it by sampling). The cheap test at every ply only decides whether the button is shown.
- **Trying again.** If chance has decided anything since the table that comes back, everything that nobody knew there is
  drawn anew (`Table.left_to_chance`): the next draw differs, and what was seen is worthless. This also holds for undos
  with consent.
- **Stalling.** No seat gains time by acting and undoing (`bot/model/clocks.py`).

A resignation is never taken back, and neither is anything before it: the others may have given up their plans, or their
seats, because of it. Pre-moves survive if they were made before the plies that go; those of the player who undoes do
not.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from bot.application.match.change import Change
from bot.application.match.plies import ply_change
from bot.application.match.positions import Positions
from bot.application.match.replay import standing_plies, table_before
from bot.model.match import MatchId
from bot.model.position import Position, rules_of
from bot.model.pre_moves import SeatPreMove
from bot.model.reasons.table import NothingToUndo, ResignationInBetween, TooManySteps
from bot.model.table import Table
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.matches import Deal
from bot.store.plies import Cause, Ply, PlyKind, plies_of
from rules.core.events import Seat
from rules.core.undo import is_safe

T = TypeVar("T")


class Log(NamedTuple):
    """The stored deal and plies of a match."""

    deal: Deal
    plies: Sequence[Ply]

    @classmethod
    async def read(cls, positions: Positions, match_id: MatchId) -> "Log":
        """Return the log of a match."""

        async def work(db: Rows) -> "Log":
            return cls(await sql.deal_of(db, match_id), await plies_of(db, match_id))

        return await positions.read(work)

    @property
    def line(self) -> Sequence[Ply]:
        """The plies that still count: no undos, and no plies that were taken back."""
        return standing_plies(self.plies)


def own_latest(match_id: MatchId, line: Sequence[Ply], seat: Seat) -> int:
    """Return how many plies must be taken back to undo the latest ply of a seat. line: the plies that still count.

    Raises:
        NotAllowed: no ply of the seat still counts.
    """
    count = next((back for back, ply in enumerate(reversed(line), 1) if ply.seat == seat), 0)
    if not count:
        raise NothingToUndo(match_id=match_id)
    return count


def steps(match_id: MatchId, line: Sequence[Ply], seat: Seat, wanted: int | None) -> int:
    """Return the number of plies to take back: `wanted`, or all from the latest ply of the seat on if that is None.
    line: the plies that still count.

    Raises:
        NotAllowed: fewer plies still count, or one of those to take back is a resignation.
    """
    count = own_latest(match_id, line, seat) if wanted is None else wanted
    if not 0 < count <= len(line):
        raise TooManySteps(steps=len(line))
    if any(ply.kind is PlyKind.RESIGNATION for ply in line[-count:]):
        raise ResignationInBetween
    return count


async def before_safe_undo(before: Position, log: Log, seat: Seat) -> Table | None:
    """Return the table before the latest ply that still counts, or None if taking that ply back is no safe undo of this
    seat.
    """
    return await _thought(before, lambda: _before_free(before, log, seat))


async def before_steps(before: Position, log: Log, count: int) -> Table:
    """Return the table before the last `count` plies that still count."""
    return await _thought(before, lambda: table_before(before.game, before.match, log.deal, log.plies, count))


def taken_back(before: Position, to: Table, seat: Seat, count: int, cause: Cause) -> Change:
    """Return the change by which a seat takes back `count` plies. to: the table before them."""
    table = before.seen
    anew = table.left_to_chance(to)
    after = table.take_back(seat, to, count, anew=anew)
    pre_moves = _still_made(before.pre_moves, seat, to)
    return ply_change(
        before.match, after, seat, None, cause, kind=PlyKind.UNDO, undoes=count, anew=anew, pre_moves=pre_moves
    )


def _before_free(before: Position, log: Log, seat: Seat) -> Table | None:
    table, latest = before.seen, log.line[-1]
    if table.may_undo != seat or latest.seat != seat or latest.action is None:
        return None
    to = table_before(before.game, before.match, log.deal, log.plies, 1)
    action = before.game.parse(latest.action)
    seats = len(before.match.players)
    return to if is_safe(before.game, to.state, seat, action, table.state, seats=seats) else None


def _still_made(pre_moves: Sequence[SeatPreMove], seat: Seat, to: Table) -> tuple[SeatPreMove, ...]:
    """Return the pre-moves that stay valid: those that other seats made before the plies that are taken back."""
    return tuple(pre_move for pre_move in pre_moves if pre_move.seat != seat and pre_move.since <= to.ply)


async def _thought(before: Position, work: Callable[[], T]) -> T:
    """Do slow work with the rules of a match in a thread, and return the result."""
    with rules_of(before.match):
        return await asyncio.to_thread(work)
