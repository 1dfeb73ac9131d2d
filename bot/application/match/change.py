"""What a request makes of a match, and how it is stored with what is owed to whom."""

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
    """What a request makes of a match."""

    match: Match
    """Its version is counted up when it is committed."""
    game: Game | None = None
    """None: as before."""
    table: Table | None
    work: Callable[[Rows], Awaitable[None]]
    """What it stores, besides the status and the version of the match, what stands and what is owed to whom."""
    standing: tuple[Standing, ...] | None = None
    """What players have said ahead; None: as before, as far as it still holds."""
    proposals: tuple[Proposal, ...] | None = None
    """What players propose to the others; None: as before, as far as it is still open."""
    shown_to: Seat | None = None
    """Whom alone it concerns: to anybody else, nothing may show that there was a change. None: everybody."""
    lapsed: Seat | None = None
    """Whose time was over, if it was made for that."""
    clocks: Clocks | None = None
    """Until when who has time, and who is called when; None: as follows from the pace."""
    is_shown: bool = True
    """Whether anything changes that is shown; if not, what `work` owes is all."""

    @property
    def is_public(self) -> bool:
        """Whether everybody is shown it."""
        return self.shown_to is None and self.is_shown


def seat_changed(before: Position, after: Match, seat: Seat, work: Callable[[Rows], Awaitable[None]]) -> Change:
    """Somebody else, or a computer, plays on for a seat: what was said ahead there falls, and whatever was proposed,
    but for other seats that are offered.
    """
    return Change(
        match=after,
        table=before.seen,
        work=work,
        standing=tuple(said for said in before.standing if said.seat != seat),
        proposals=tuple(p for p in before.proposals if p.kind is Kind.SEAT and p.seat != seat),
    )


async def save_change(db: Rows, before: Position, after: Position, change: Change, now: float) -> None:
    """Store what a match has come to, and what is owed to whom."""
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
