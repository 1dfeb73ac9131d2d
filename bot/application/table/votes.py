"""Let the other players vote about a player who is out of time, in a match with `Timeout.VOTE`: more time, a skipped
turn, or the end of the match for the player. In a match without a pace, those who wait vote on a claim alike.

The player's clock is extended to the end of the vote, so that outages are left out of the vote as well. If the player
acts meanwhile, the vote is over.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.application.match.change import Change
from bot.application.match.positions import Positions
from bot.application.match.seats import playing
from bot.application.table.claims import Claims
from bot.clock import Clock, seconds
from bot.model import clocks
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.match import MatchId, UserId
from bot.model.notes import MoreTimeGiven, OwnTimeoutVoteOpened, TimeoutVoteOpened
from bot.model.position import Position
from bot.model.proposal import CLOCKED, Kind, Proposal, Verdict, find_open
from bot.model.reasons.table import AlreadyVoted, AskedToo, NotATimeoutVote, OwnTimeout
from bot.store import admin_actions, outbox
from bot.store.database import Rows
from rules.core.events import Seat

_ACTIONS: Final = {
    Verdict.MORE: AdminActionKind.MORE,
    Verdict.PASS: AdminActionKind.PASSED,
    Verdict.END: AdminActionKind.OUT,
}


class Votes:
    """Open votes, count them, and give more time. `Deadlines` carries out every other result, as a ply."""

    def __init__(self, positions: Positions, claims: Claims, clock: Clock) -> None:
        self._positions = positions
        self._claims = claims
        self._clock = clock

    def about(self, before: Position, seat: Seat) -> Proposal | None:
        """Return the open vote about a seat that is out of time, or None if there is no such vote."""
        late = (each for each in before.proposals if each.kind is Kind.LATE and each.seat == seat)
        return next(late, None)

    def opened(self, before: Position, seat: Seat) -> Change | None:
        """Return the change that opens a vote about a seat, or None if nobody could vote."""
        match, now = before.match, self._clock().timestamp()
        until = now + match.pace.vote
        made = Proposal(made=match.version + 1, kind=Kind.LATE, seat=seat, due=until, agreed=frozenset(match.computers))
        asked = made.asks(before.seen)
        if not asked:
            return None
        note = TimeoutVoteOpened(user_id=match.players[seat].user)

        async def work(db: Rows) -> None:
            for other in asked:
                await outbox.add_note(db, match.id, other, note, now)
            if not match.players[seat].computer:
                await outbox.add_note(db, match.id, seat, OwnTimeoutVoteOpened(), now)

        return Change(
            match=match,
            table=before.table,
            work=work,
            proposals=(*before.proposals, made),
            clocks=clocks.extended(before.clocks, seat, until),
        )

    async def choose(
        self, match_id: MatchId, user: UserId, made: int, verdict: Verdict, *, interaction: int
    ) -> Position:
        """Vote about a player. The result takes effect as soon as more than half of the voters have chosen it, or
        everyone has voted.

        Raises:
            NotLive, NotAtThisTable: the match is not played, or not by this user.
            NothingProposed: the vote is decided, or the late player has acted.
            NotAllowed: the vote is about this user, the user has voted already, or the proposal is no such vote.
        """

        async def make(before: Position) -> Change:
            late, now = self.check(before, user, made), self._clock().timestamp()
            table, seat = playing(before, user)
            if late.kind is Kind.CLAIM and verdict is Verdict.PASS:
                raise NotATimeoutVote
            chosen = replace(late, votes={**late.votes, seat: verdict})
            decided = chosen.decided(table)
            if decided is None:
                return self._change(before, chosen)
            act = AdminAction(
                ply=before.match.ply,
                user=user,
                kind=_ACTIONS[decided],
                about=before.match.players[late.seat].user,
                at=seconds(self._clock),
            )
            if decided is Verdict.MORE:
                return await self.given_more(before, late, act)
            if late.kind is Kind.CLAIM:
                return await self._claims.claimed(before, chosen, replace(act, kind=AdminActionKind.CLAIMED))
            over = clocks.extended(before.clocks, late.seat, now)
            return self._change(before, replace(chosen, verdict=decided, due=now), over, act)

        return await self._positions.change(match_id, interaction, make)

    def check(self, before: Position, user: UserId, made: int) -> Proposal:
        """Check that a user may take part in a vote, and return the vote.

        Raises:
            Refusal: as for `choose`.
        """
        table, seat = playing(before, user)
        late = find_open(before.proposals, made, self._clock().timestamp())
        if late.kind not in CLOCKED:
            raise NotATimeoutVote
        if seat == late.seat:
            raise OwnTimeout
        if seat in late.votes:
            raise AlreadyVoted
        if seat not in late.asks(table):
            raise AskedToo
        return late

    async def given_more(self, before: Position, late: Proposal, act: AdminAction | None = None) -> Change:
        """Return the change that gives more time to the player of a vote. act: the action to record, if any."""
        match, now = before.match, self._clock().timestamp()
        habits = await self._positions.clocks.habits(match)
        more = float(match.pace.extension)
        given = clocks.given(before.clocks[late.seat], more, match.pace, now, habits[late.seat])
        after = clocks.with_clock(before.clocks, late.seat, given)
        rest = tuple(proposal for proposal in before.proposals if proposal.made != late.made)

        async def work(db: Rows) -> None:
            await _stands(match.id, act)(db)
            if not match.players[late.seat].computer:
                await outbox.add_note(db, match.id, late.seat, MoreTimeGiven(), now)

        return Change(match=match, table=before.table, work=work, proposals=rest, clocks=after)

    def _change(
        self, before: Position, late: Proposal, moved: clocks.Clocks | None = None, act: AdminAction | None = None
    ) -> Change:
        match = before.match
        return Change(
            match=match,
            table=before.table,
            work=_stands(match.id, act),
            proposals=tuple(late if each.made == late.made else each for each in before.proposals),
            clocks=moved or before.clocks,
        )


def _stands(match_id: MatchId, act: AdminAction | None) -> Callable[[Rows], Awaitable[None]]:
    """Return a function that stores an action on a match, if there is one."""

    async def work(db: Rows) -> None:
        if act is not None:
            await admin_actions.insert(db, match_id, act)

    return work
