"""Offer seats of live matches, each to one user or to anyone on the server, and hand them over."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.application.lobby.meeting import check_may_meet
from bot.application.match.change import Change, seat_changed
from bot.application.match.positions import Positions
from bot.application.match.seats import playing
from bot.clock import Clock, seconds
from bot.model import life
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.life import Step
from bot.model.match import Match, MatchId, UserId, with_player
from bot.model.notes import Note, SeatOffered, SeatTaken
from bot.model.position import Position
from bot.model.proposal import Kind, Proposal, find_open
from bot.model.reasons.table import (
    AlreadyPlays,
    ComputerPlays,
    FormerPlayerUnknown,
    NoSeatOffered,
    PlayerLeft,
    SawAnotherHand,
    SeatAlreadyOffered,
    SeatForAnother,
    SeatsApart,
)
from bot.people.blocks import blocked_by
from bot.store import admin_actions, matches, outbox
from bot.store import seats as sql
from bot.store.database import Rows
from rules.core.events import Seat

OFFERED: Final = 24 * 60 * 60
"""Seconds for which a seat is offered to one user."""

OPEN: Final = 7 * 24 * 60 * 60
"""Seconds for which a seat is offered to anyone on the server."""


class Substitutes:
    """Offer seats and hand them over. The owner plays on until someone takes the seat. The new player gets the hand,
    and the seat's pre-moves are dropped. Methods raise the same refusals as methods of `Matches`.
    """

    def __init__(self, positions: Positions, clock: Clock) -> None:
        self._positions = positions
        self._clock = clock

    async def offer(
        self, match_id: MatchId, user: UserId, *, to: UserId | None, absent: Seat | None = None, interaction: int
    ) -> Position:
        """Offer a seat. to: the only user who may take it; None: anyone on the server. absent: the seat to offer
        instead of the user's own; its player must have left the server.

        Raises:
            NotLive, NotAtThisTable: the match is not played, or not by this user.
            NotAllowed: the seat is offered already or cannot be handed over, or `to` has had, or may have had, another
                seat of this match.
            AlreadyAtThisTable: `to` has a seat in this match.
        """

        async def make(before: Position) -> Change:
            _, own = playing(before, user)
            if to is not None:
                await self._check_new(before.match, own, to)
            quiet = to is not None and user in await self._positions.read(lambda db: blocked_by(db, to))
            return self._offered(before, own if absent is None else absent, to, quiet=quiet)

        return await self._positions.change(match_id, interaction, make)

    async def offer_absent(self, match_id: MatchId, seat: Seat) -> Position:
        """Offer the seat of a player who has left the server to anyone on it.

        Raises:
            NotLive, NotAllowed: as for `offer`.
        """

        async def make(before: Position) -> Change:
            life.after(before.match, Step.ACT)
            return self._offered(before, seat, None)

        return await self._positions.change(match_id, None, make)

    def _offered(self, before: Position, seat: Seat, to: UserId | None, *, quiet: bool = False) -> Change:
        """Return the change that offers a seat. quiet: do not ping `to`, who has blocked the user who makes the
        offer.
        """
        number, table = before.match.id, before.seen
        if len(before.match.places) > 1:
            raise SeatsApart(match_id=number)
        if seat in table.left:
            raise PlayerLeft
        if before.match.players[seat].computer:
            raise ComputerPlays
        if any(proposal.kind is Kind.SEAT and proposal.seat == seat for proposal in before.proposals):
            raise SeatAlreadyOffered
        made = Proposal(
            made=before.match.version + 1,
            kind=Kind.SEAT,
            seat=seat,
            to=to,
            due=self._clock().timestamp() + (OPEN if to is None else OFFERED),
        )
        owner = before.match.players[seat].user
        work = self._note_writer(number, SeatOffered(owner_id=owner, to=to), pings=None if quiet else to)
        return Change(match=before.match, table=table, work=work, proposals=(*before.proposals, made))

    async def take(self, match_id: MatchId, user: UserId, made: int, *, interaction: int) -> Position:
        """Take a seat that is offered.

        Raises:
            NotLive: the match is not played.
            NothingProposed: the seat is no longer offered.
            NotAllowed: the seat is offered to another user, or the user has had, or may have had, another seat of this
                match, or has blocked one of its players.
            TableFull: one of the players has blocked the user.
            AlreadyAtThisTable: the user has a seat in this match.
        """

        async def make(before: Position) -> Change:
            proposal = await self.check(before, user, made)
            seat, match = proposal.seat, before.match
            version = match.version + 1
            after = with_player(match, seat, user, since=version)
            forbids = await self._positions.read(lambda db: matches.forbids_opening(db, [user]))
            after = replace(after, is_open=match.is_open and not forbids)

            owner = match.players[seat].user
            act = AdminAction(ply=match.ply, user=user, kind=AdminActionKind.TOOK, about=owner, at=seconds(self._clock))
            write_note = self._note_writer(match_id, SeatTaken(user_id=user, owner_id=owner))

            async def work(db: Rows) -> None:
                await write_note(db)
                await admin_actions.insert(db, match_id, act)
                await sql.hand_over(db, match_id, seat, after.players[seat])
                if forbids:
                    await matches.close_replays(db, match_id)
                await outbox.pass_hand(db, match_id, seat, version, self._clock().timestamp())

            return seat_changed(before, after, seat, work)

        return await self._positions.change(match_id, interaction, make)

    def _note_writer(
        self, match_id: MatchId, note: Note, pings: UserId | None = None
    ) -> Callable[[Rows], Awaitable[None]]:
        """Return a function that adds a note for everyone in the channel. pings: the user whom the note pings; None:
        nobody.
        """
        now = self._clock().timestamp()
        return lambda db: outbox.add_note(db, match_id, None, note, now, pinged=pings)

    async def check(self, before: Position, user: UserId, made: int) -> Proposal:
        """Check that a user may take an offered seat, and return the offer.

        Raises:
            Refusal: as for `take`.
        """
        life.after(before.match, Step.ACT)
        proposal = find_open(before.proposals, made, self._clock().timestamp())
        if proposal.kind is not Kind.SEAT:
            raise NoSeatOffered
        if proposal.to is not None and proposal.to != user:
            raise SeatForAnother(user_id=proposal.to)
        await self._check_new(before.match, proposal.seat, user)
        others = [player.user for seat, player in enumerate(before.match.players) if seat != proposal.seat]
        await check_may_meet(self._positions, before.match, user, others, before.match.guild)
        return proposal

    async def _check_new(self, match: Match, seat: Seat, user: UserId) -> None:
        """Raise a refusal if a user has a seat of the match or has had another one, or if that cannot be known because
        a former player of another seat has deleted their data.
        """
        if match.seat_of(user) is not None:
            raise AlreadyPlays(match_id=match.id, user_id=user)
        former = await self._positions.read(lambda db: sql.former(db, match.id))
        seen = {who for other, who in former if other != seat}
        if user in seen:
            raise SawAnotherHand(match_id=match.id, user_id=user)
        if min(seen, default=0) < 0:
            raise FormerPlayerUnknown(match_id=match.id)
