"""Changes of matches: what a request changes, and how that is stored, with the messages that show it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.application.match.folding import Timed
from bot.application.match.pings import pings_after
from bot.model.clocks import Clocks, started, unseen
from bot.model.match import Match, Status, UserId
from bot.model.position import Position
from bot.model.pre_moves import SeatPreMove
from bot.model.proposal import Kind, Proposal
from bot.model.table import Table
from bot.store import clocks as stored_clocks
from bot.store import matches as sql
from bot.store import outbox
from bot.store import pre_moves as stored_pre_moves
from bot.store import proposals as stored_proposals
from bot.store.database import Rows
from bot.store.pings import update_pings
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import Outcome


def _done() -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The change that a request makes to a match."""

    match: Match
    """The match after the change, still with its old version: the commit of a public change raises that."""
    game: Game | None = None
    """The game after the change; None to keep it."""
    table: Table | None
    work: Callable[[Rows], Awaitable[None]]
    """A function that stores everything but the version, pre-moves, clocks, proposals and pending messages, which
    `save_change` stores.
    """
    pre_moves: tuple[SeatPreMove, ...] | None = None
    """The pre-moves of all seats after the change; None to keep those that are still valid."""
    proposals: tuple[Proposal, ...] | None = None
    """The proposals after the change; None to keep those that are still open."""
    shown_to: Seat | None = None
    """The only seat that may notice the change; None if everyone may."""
    timed_out: Seat | None = None
    """The seat whose time ran out, if that caused the change."""
    clocks: Clocks | None = None
    """The clocks of the seats after the change; None to compute them from the pace."""
    ply: Timed | None = None
    """The ply that the change adds, if it adds one."""
    committed: Callable[[], None] = _done
    """A function to call once the change is committed, before anyone hears of it."""
    is_shown: bool = True
    """Whether the change is to be shown. If not, no message is queued except by `work`."""

    @property
    def is_public(self) -> bool:
        """Whether the change is shown to everyone."""
        return self.shown_to is None and self.is_shown


def seat_changed(before: Position, after: Match, seat: Seat, work: Callable[[Rows], Awaitable[None]]) -> Change:
    """Return the change by which another user or a computer takes over a seat. It drops the pre-moves of that seat, and
    all proposals except offers of other seats and claims about them.
    """
    return Change(
        match=after,
        table=before.seen,
        work=work,
        pre_moves=tuple(pre_move for pre_move in before.pre_moves if pre_move.seat != seat),
        proposals=tuple(p for p in before.proposals if p.kind in (Kind.SEAT, Kind.CLAIM) and p.seat != seat),
    )


async def save_change(db: Rows, before: Position, after: Position, change: Change, now: float) -> None:
    """Store the change of a match, and make the messages and pings that it causes pending.

    Raises:
        OvertakenError: another process has changed the match since it was loaded.
    """
    match, clocks = after.match, after.clocks
    await sql.raise_revision(db, match.id, before.revision, match.version)
    await change.work(db)
    if after.pre_moves != before.pre_moves:
        await stored_pre_moves.save(db, match.id, after.pre_moves)
    if clocks != before.clocks:
        await stored_clocks.save(db, match.id, clocks, before.clocks)
    if after.proposals != before.proposals:
        await stored_proposals.save(db, match.id, after.proposals)
    if change.is_public:
        if _standing(match) != _standing(before.match):
            await sql.save_status(db, match, int(now))
        await outbox.raise_version(db, match.id, match.version, now)
        if unseen(before.clocks):  # an outage moved the deadlines, so redraw even hands that this change leaves alone
            await outbox.redraw(db, match.id, now)
        anew = started(before.clocks, clocks)
        await update_pings(db, match.id, pings_after(match, before.table, after.table, clocks, anew), now)
    elif change.shown_to is not None:
        await outbox.redraw_hand(db, match.id, change.shown_to, now)


def _standing(match: Match) -> tuple[Status, UserId, Outcome | None]:
    return match.status, match.host, match.outcome
