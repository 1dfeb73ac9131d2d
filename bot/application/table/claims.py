"""Claim that a player is absent, in a match without a pace (`bot.model.waiting`).

A claim is a vote of the players who wait (`bot.application.table.votes`). It opens when the clock of the absent player
has run out, and its end is that of the clock, so that all pauses are left out of it as well. A ply of the player ends
it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.application.match.change import Change
from bot.application.match.end_notes import end_without_result
from bot.application.match.positions import Positions
from bot.application.table.takeovers import taken_over
from bot.clock import Clock, seconds
from bot.computer.levels import Level
from bot.model import clocks, life
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.clocks import Clocks
from bot.model.life import Step
from bot.model.notes import AbsenceClaimed, AbsenceNoticed, OwnAbsenceNoticed, SeatOffered
from bot.model.pace import Timeout
from bot.model.position import Position
from bot.model.proposal import Kind, Proposal, Verdict
from bot.model.waiting import IDLE, NOTICE, SOUGHT, waiting
from bot.store import admin_actions, outbox, pings
from bot.store.database import Rows
from rules.core.events import Seat

STAND_IN: Final = Level.REGULAR
"""The level of the computer that takes the seat of an absent player."""


class Claims:
    """Open claims, and carry them out. Its methods return changes of a match."""

    def __init__(self, positions: Positions, clock: Clock, seeds: Callable[[], int]) -> None:
        """seeds: returns the seeds for the decisions of computers that take seats."""
        self._positions = positions
        self._clock = clock
        self._seeds = seeds

    async def over(self, before: Position, seat: Seat) -> Change | None:
        """Return the change that follows now that the clock of a seat has run out; None: its player gives up."""
        claim = next((each for each in before.proposals if each.kind is Kind.CLAIM and each.seat == seat), None)
        if claim is None:
            return await self._opened(before, seat)
        if claim.verdict is not Verdict.END:
            return self._unclaimed(before, seat)
        if claim.computer:
            return self.replaced(before, claim)
        if before.match.pace.timeout is Timeout.SUBSTITUTE:
            return await self._offered(before, claim)
        return None

    async def claimed(self, before: Position, claim: Proposal, act: AdminAction) -> Change:
        """Return the change by which those who wait have claimed that a player is absent. The player is told, and has
        `NOTICE` to move.
        """
        match, seat, now = before.match, claim.seat, self._clock().timestamp()
        after, due = await self._given(before, seat, NOTICE)
        is_neutral = match.pace.timeout is Timeout.COMPUTER or claim.is_ended_alone(before.seen)
        made = replace(claim, verdict=Verdict.END, computer=STAND_IN if is_neutral else "", due=due)
        asked = before.seen.opened[seat]

        async def work(db: Rows) -> None:
            await admin_actions.insert(db, match.id, act)
            await outbox.add_note(db, match.id, seat, AbsenceClaimed(until=int(due)), now)
            if asked is not None:
                await pings.ping_again(db, match.id, seat, asked, now)

        return self._change(before, made, after, work)

    def replaced(self, before: Position, claim: Proposal) -> Change:
        """Return the change by which a computer takes the seat of a player who is absent or late."""
        return taken_over(before, replace(claim, computer=STAND_IN), seconds(self._clock), self._seeds())

    async def _opened(self, before: Position, seat: Seat) -> Change:
        """Return the change that lets those who wait claim that a player is absent, until `IDLE` is over."""
        match, now = before.match, self._clock().timestamp()
        after, due = await self._given(before, seat, float(IDLE - match.pace.seconds))
        agreed = frozenset(match.computers)
        made = Proposal(made=match.version + 1, kind=Kind.CLAIM, seat=seat, due=due, agreed=agreed)
        note = AbsenceNoticed(user_id=match.players[seat].user)

        async def work(db: Rows) -> None:
            await outbox.add_note(db, match.id, seat, OwnAbsenceNoticed(), now)
            for other in sorted(waiting(match, before.seen)):
                await outbox.add_note(db, match.id, other, note, now)

        return self._change(before, made, after, work)

    async def _offered(self, before: Position, claim: Proposal) -> Change:
        """Return the change that offers the seat of an absent player to anyone, before a computer takes it."""
        match, seat, now = before.match, claim.seat, self._clock().timestamp()
        after, due = await self._given(before, seat, SOUGHT)
        offer = Proposal(made=match.version + 1, kind=Kind.SEAT, seat=seat, due=due)
        is_offered = any(each.kind is Kind.SEAT and each.seat == seat for each in before.proposals)

        async def work(db: Rows) -> None:
            if not is_offered:
                note = SeatOffered(owner_id=match.players[seat].user, to=None)
                await outbox.add_note(db, match.id, None, note, now)

        change = self._change(before, replace(claim, computer=STAND_IN, due=due), after, work)
        return change if is_offered else replace(change, proposals=(*(change.proposals or ()), offer))

    def _unclaimed(self, before: Position, seat: Seat) -> Change:
        """Return the change that ends a match without a result, since nobody has claimed an absence."""
        match = before.match
        after = life.after(match, Step.ABANDON)
        user = match.players[seat].user
        act = AdminAction(ply=match.ply, user=user, kind=AdminActionKind.IDLE, at=seconds(self._clock))
        return Change(match=after, table=None, work=lambda db: end_without_result(db, after, act))

    async def _given(self, before: Position, seat: Seat, time: float) -> tuple[Clocks, float]:
        """Return the clocks with this time for a seat, in active seconds, and the moment at which it is over."""
        match = before.match
        habits = await self._positions.clocks.habits(match)
        given = clocks.given(before.clocks[seat], time, match.pace, self._clock().timestamp(), habits[seat])
        assert given.deadline is not None
        return clocks.with_clock(before.clocks, seat, given), given.deadline

    def _change(
        self, before: Position, made: Proposal, after: Clocks, work: Callable[[Rows], Awaitable[None]]
    ) -> Change:
        others = (each for each in before.proposals if each.made != made.made)
        return Change(match=before.match, table=before.table, work=work, proposals=(*others, made), clocks=after)
