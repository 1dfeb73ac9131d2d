"""Let a computer take over the seat of a player who leaves the match or the server, with the consent of all others.

The computer keeps the seat to the end. The seat is rated like any seat that changes hands
(`bot.ratings.ratings.record`).
"""

from collections.abc import Collection
from dataclasses import replace

from bot.application.match.change import Change, seat_changed
from bot.computer.levels import Level
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.match import COMPUTERS, UserId, with_player
from bot.model.notes import ComputerTookOver
from bot.model.position import Position
from bot.model.proposal import Kind, Proposal
from bot.model.reasons.match import UserNotSeated
from bot.model.reasons.table import ComputerPlays, NobodyElsePlays, PlayerLeft
from bot.store import admin_actions, computers, outbox
from bot.store import seats as sql
from bot.store.database import Rows
from rules.core.events import Seat


def with_computer(
    before: Position, proposal: Proposal, level: Level, owner: UserId | None, absent: Collection[Seat]
) -> Proposal:
    """Return a proposal changed so that a computer of this level takes over a seat.

    owner: the user whose seat it is; None: the user who proposes. absent: the seats of players who have left the
    server. They need not agree.

    Raises:
        NotAtThisTable: the owner has no seat in the match.
        NotAllowed: the owner is a computer or has forfeited the seat, or only computers and absent players would be
            left.
    """
    match, left = before.match, before.seen.left
    seat = proposal.seat if owner is None else match.seat_of(owner)
    if seat is None:
        assert owner is not None  # a user who proposes has a seat
        raise UserNotSeated(match_id=match.id, user_id=owner)
    if match.players[seat].computer:
        raise ComputerPlays
    if seat in left:
        raise PlayerLeft
    if {seat, *left, *absent, *match.computers}.issuperset(range(len(match.players))):
        raise NobodyElsePlays
    to = None if seat == proposal.seat else owner
    agreed = proposal.agreed.union(absent, [seat])
    return replace(proposal, kind=Kind.COMPUTER, to=to, computer=level, agreed=agreed)


def taken_over(before: Position, proposal: Proposal, now: int, seed: int) -> Change:
    """Return the change by which the computer of a proposal takes over the seat.

    now: in seconds since 1970-01-01 UTC. seed: the seed of the decisions of the match's computers, used unless the
    match has one already.

    Raises:
        NothingProposed: the owner no longer has the seat.
    """
    number, seat = before.match.id, proposal.given_up(before.match)
    version = before.match.version + 1
    after = with_player(before.match, seat, COMPUTERS, since=version, computer=proposal.computer)
    whom = before.match.players[seat].user
    note = ComputerTookOver(level=proposal.computer, owner_id=whom)

    act = AdminAction(
        ply=before.match.ply,
        user=before.match.players[proposal.seat].user,
        kind=AdminActionKind.COMPUTER,
        about=whom,
        at=now,
    )

    async def work(db: Rows) -> None:
        await admin_actions.insert(db, number, act)
        await outbox.add_note(db, number, None, note, now)
        await sql.hand_over(db, number, seat, after.players[seat])
        await computers.save_seed(db, number, seed)
        await outbox.retire_hand(db, number, seat, now)

    return seat_changed(before, after, seat, work)
