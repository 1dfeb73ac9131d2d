"""The change that a request makes to a match, and how it is stored together with the messages that show it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.application.match.pings import seats_to_ping, seats_to_ping_at_once
from bot.model.clocks import Clocks, started, unseen
from bot.model.match import Match
from bot.model.position import Position
from bot.model.pre_moves import Standing
from bot.model.proposal import Kind, Proposal
from bot.model.table import Table
from bot.store import clocks as stored_clocks
from bot.store import matches as sql
from bot.store import outbox
from bot.store import pre_moves as stored_pre_moves
from bot.store import proposals as stored_proposals
from bot.store.database import Rows
from rules.core.events import Seat
from rules.core.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The change that a request makes to a match."""

    match: Match
    """Its version is raised when the change is committed."""
    game: Game | None = None
    """None: as before."""
    table: Table | None
    work: Callable[[Rows], Awaitable[None]]
    """Stores what the change itself stores; `save_change` adds status, version, clocks, proposals and outbox rows."""
    standing: tuple[Standing, ...] | None = None
    """The pre-moves after the change; None: as before, as far as they still hold."""
    proposals: tuple[Proposal, ...] | None = None
    """The proposals after the change; None: as before, as far as they are still open."""
    shown_to: Seat | None = None
    """The only seat that may notice the change; None: everyone may."""
    lapsed: Seat | None = None
    """The seat whose timeout made the change."""
    clocks: Clocks | None = None
    """The clocks after the change; None: as follows from the pace."""
    is_shown: bool = True
    """Whether the change is visible at all; if not, only `work` is stored."""

    @property
    def is_public(self) -> bool:
        """Return whether everyone is shown the change."""
        return self.shown_to is None and self.is_shown


def seat_changed(before: Position, after: Match, seat: Seat, work: Callable[[Rows], Awaitable[None]]) -> Change:
    """Return the change by which another player, or a computer, plays on for a seat: its pre-moves are dropped, and all
    proposals but offers of other seats.
    """
    return Change(
        match=after,
        table=before.seen,
        work=work,
        standing=tuple(said for said in before.standing if said.seat != seat),
        proposals=tuple(p for p in before.proposals if p.kind is Kind.SEAT and p.seat != seat),
    )


async def save_change(db: Rows, before: Position, after: Position, change: Change, now: float) -> None:
    """Store a changed match with its outbox rows."""
    match, clocks = after.match, after.clocks
    await change.work(db)
    if after.standing != before.standing:
        await stored_pre_moves.save(db, match.id, after.standing)
    if clocks != before.clocks:
        await stored_clocks.save(db, match.id, clocks, before.clocks)
    if after.proposals != before.proposals:
        await stored_proposals.save(db, match.id, after.proposals)
    if change.is_public:
        at_once = seats_to_ping_at_once(match, after.table, started(before.clocks, clocks))
        await sql.save_version(db, match, int(now))
        await outbox.raise_version(db, match.id, match.version, now)
        if unseen(before.clocks):  # hands that would not be drawn for this change are
            await outbox.redraw(db, match.id, now)
        await outbox.update_pings(db, match.id, seats_to_ping(match, after.table, clocks), now, at_once)
    elif change.shown_to is not None:
        await outbox.redraw_hand(db, match.id, change.shown_to, now)
