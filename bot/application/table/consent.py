"""Take plies back, and carry out what all players agree on: undos, draws, computers that take over, ends without a
result.

A safe undo needs no agreement, since nobody has learnt anything from the ply (`rules.core.undo`). Everything else is
proposed, and takes effect once all other players have agreed. Computers agree to everything.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from bot.application.match.change import Change
from bot.application.match.end_notes import end_without_result
from bot.application.match.plies import ply_change
from bot.application.match.positions import Positions
from bot.application.match.seats import playing
from bot.application.table.takeovers import taken_over, with_computer
from bot.application.table.undo import Log, before_safe_undo, before_steps, own_latest, steps, taken_back
from bot.clock import Clock, seconds
from bot.computer.levels import Level
from bot.model import life
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.breaks import AGREED, Break
from bot.model.life import Step
from bot.model.match import MatchId, UserId
from bot.model.notes import BreakEnded, Note, ProposalExpired, ProposalMade, ProposalRefused
from bot.model.pauses import Reason
from bot.model.position import Position
from bot.model.proposal import CLOCKED, LIVE, SLOW, VOTES, Kind, Proposal, find_open
from bot.model.reasons.match import NoLongerDue
from bot.model.reasons.table import (
    AlreadyAgreed,
    AlreadyAsked,
    NoBreakNow,
    NotYourOffer,
    OtherProposalOpen,
    OwnProposal,
    SeatNeedsNoVote,
    TimeoutNeedsVote,
    UndoNotSafe,
)
from bot.store import matches as sql
from bot.store import outbox
from bot.store import proposals as stored
from bot.store.database import Rows
from bot.store.pauses import save_breaks
from bot.store.plies import Cause, PlyKind
from rules.core.events import Seat


class Consents:
    """Take plies back, and make, answer and settle proposals. This is also the duty (see `Duty`) that drops expired
    proposals. Methods that take a match raise the same refusals as methods of `Matches`.
    """

    def __init__(self, positions: Positions, clock: Clock, seeds: Callable[[], int]) -> None:
        """seeds: returns the seeds for the decisions of computers that take over seats."""
        self._positions = positions
        self._clock = clock
        self._seeds = seeds

    async def undo(self, match_id: MatchId, user: UserId, *, interaction: int) -> Position:
        """Take back the user's latest ply if that is a safe undo.

        Raises:
            NotLive, NotAtThisTable: the match is not played, or not by this user.
            NotAllowed: the user has no ply to take back, or has forfeited the seat.
            NeedsConsent: the undo is not safe, or other players have acted since.
        """

        async def make(before: Position) -> Change:
            _, seat = playing(before, user)
            log = await Log.read(self._positions, match_id)
            own_latest(match_id, log.line, seat)
            to = await before_safe_undo(before, log, seat)
            if to is None:
                raise UndoNotSafe
            return taken_back(before, to, seat, 1, self._cause(interaction))

        return await self._positions.change(match_id, interaction, make)

    async def propose(
        self, match_id: MatchId, user: UserId, kind: Kind, *, undoes: int | None = None, interaction: int
    ) -> Position:
        """Make a proposal of one of the kinds in `VOTES`. undoes: for an undo, how many of the latest plies to take
        back, no matter whose; None: all from the user's own latest ply on.

        Raises:
            NotLive, NotAtThisTable: the match is not played, or not by this user.
            NotAllowed: another proposal is open, or there is nothing to take back.
        """

        async def make(before: Position) -> Change:
            _, seat = playing(before, user)
            made = await self._new(before, seat, kind)
            count = 0
            if kind is Kind.UNDO:
                count = steps(match_id, (await Log.read(self._positions, match_id)).line, seat, undoes)
            return await self._asked(before, replace(made, undoes=count), interaction)

        return await self._positions.change(match_id, interaction, make)

    async def propose_computer(  # noqa: PLR0913 # all parts of such a proposal
        self,
        match_id: MatchId,
        user: UserId,
        level: Level,
        *,
        owner: UserId | None = None,
        absent: Collection[Seat] = (),
        interaction: int,
    ) -> Position:
        """Propose that a computer takes over a seat. owner, absent: as for `with_computer`. The caller must check that
        an owner other than the user has left the server.

        Raises:
            NotLive, NotAtThisTable: the match is not played, or not by these users.
            NotAllowed: another proposal is open, or no computer can take this seat.
        """

        async def make(before: Position) -> Change:
            _, seat = playing(before, user)
            made = with_computer(before, await self._new(before, seat, Kind.COMPUTER), level, owner, absent)
            return await self._asked(before, made, interaction)

        return await self._positions.change(match_id, interaction, make)

    async def agree(self, match_id: MatchId, user: UserId, made: int, *, interaction: int) -> Position:
        """Agree to a proposal. It takes effect once everyone has agreed.

        Raises:
            NotLive, NotAtThisTable: the match is not played, or not by this user.
            NothingProposed: the proposal is no longer open.
            NotAllowed: the user made the proposal or has agreed already, or the proposal offers a seat or is a vote
                about a timeout.
        """

        async def make(before: Position) -> Change:
            table, seat = playing(before, user)
            proposal = find_open(before.proposals, made, self._clock().timestamp())
            if proposal.kind is Kind.SEAT:
                raise SeatNeedsNoVote
            _check_not_late(proposal)
            if seat == proposal.seat:
                raise OwnProposal
            if seat in proposal.agreed:
                raise AlreadyAgreed
            agreed = replace(proposal, agreed=proposal.agreed | {seat})
            if agreed.asks(table):
                return _proposed(before, (*_without(before, proposal), agreed), _nothing)
            return await self._settled(before, agreed, interaction)

        return await self._positions.change(match_id, interaction, make)

    async def refuse(self, match_id: MatchId, user: UserId, made: int, *, interaction: int) -> Position:
        """Refuse a proposal of another player, or withdraw the user's own. The proposal is dropped.

        Raises:
            NotLive, NotAtThisTable, NothingProposed: as for `agree`.
            NotAllowed: the proposal offers a seat, and the user has neither made nor received the offer; or it is a
                vote about a timeout.
        """

        async def make(before: Position) -> Change:
            life.after(before.match, Step.ACT)
            proposal = find_open(before.proposals, made, self._clock().timestamp())
            owner = before.match.players[proposal.seat].user
            _check_not_late(proposal)
            if proposal.kind is not Kind.SEAT:
                playing(before, user)
            elif user not in (owner, proposal.to):
                raise NotYourOffer(owner_id=owner)
            note = ProposalRefused(user_id=user, terms=proposal.terms)
            seats = [] if user == owner else [proposal.seat]
            return _proposed(before, _without(before, proposal), self._note_writer(before, seats, note))

        return await self._positions.change(match_id, interaction, make)

    async def end_break(self, match_id: MatchId, user: UserId, *, interaction: int) -> Position:
        """End the break on which the players have agreed, for all of them. The others are told.

        Raises:
            NotLive, NotAtThisTable: the match is not played, or not by this user.
            NotAllowed: there is no break now.
        """

        async def make(before: Position) -> Change:
            table, seat = playing(before, user)
            now = self._clock().timestamp()
            await self._positions.clocks.pauses.all()
            on = next((each for each in self._positions.clocks.pauses.known_agreed(match_id) if each.is_on(now)), None)
            if on is None:
                raise NoBreakNow(match_id=match_id)
            change = await self._with_break(before, on._replace(ends=now), before.proposals)
            others = [each for each in range(len(before.match.players)) if each != seat and each not in table.left]
            add_notes = self._note_writer(before, others, BreakEnded(user_id=user))

            async def work(db: Rows) -> None:
                await change.work(db)
                await add_notes(db)

            return replace(change, work=work)

        return await self._positions.change(match_id, interaction, make)

    async def carry_out(self, match_id: MatchId) -> Position:
        """Drop the proposals of a match that have expired, and return the match."""
        position = await self._positions.get(match_id)
        now = self._clock().timestamp()
        if not _lapsed(position, now):
            return position

        async def make(before: Position) -> Change:
            late = _lapsed(before, now)
            rest = tuple(proposal for proposal in before.proposals if proposal not in late)
            if not late:
                raise NoLongerDue
            note = ProposalExpired(terms=late[0].terms)
            return _proposed(before, rest, self._note_writer(before, [late[0].seat], note))

        return await self._positions.change(match_id, None, make)

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return when the next proposal of each match expires, the earliest first, in seconds since 1970-01-01 UTC."""
        return await self._positions.read(stored.due)

    def next_of(self, position: Position) -> float | None:
        """Return when the next proposal of a match expires, or None if no proposal is open."""
        return min((each.due for each in position.proposals if each.kind not in CLOCKED), default=None)

    async def _new(self, before: Position, seat: Seat, kind: Kind) -> Proposal:
        """Return a new proposal of a seat. Raise NotAllowed if another proposal is open."""
        now = self._clock().timestamp()
        _check_alone(before, seat, now)
        return Proposal(
            made=before.match.version + 1,
            kind=kind,
            seat=seat,
            due=now + await self._lasts(before.match.id, now),
            agreed=frozenset(before.match.computers),
        )

    async def _asked(self, before: Position, made: Proposal, interaction: int) -> Change:
        """Return the change that asks the other players to agree, or the proposed change itself if nobody has to
        agree.
        """
        match, asked = before.match, made.asks(before.seen)
        if not asked:
            return await self._settled(before, made, interaction)
        note = ProposalMade(user_id=match.players[made.seat].user, terms=made.terms)
        timed_out = _lapsed(before, self._clock().timestamp())
        others = (proposal for proposal in before.proposals if proposal not in timed_out)
        return _proposed(before, (*others, made), self._note_writer(before, asked, note))

    async def _settled(self, before: Position, proposal: Proposal, interaction: int) -> Change:
        """Return the change that a proposal makes now that everyone has agreed."""
        match proposal.kind:
            case Kind.UNDO:
                count, log = proposal.undoes, await Log.read(self._positions, before.match.id)
                to = await before_steps(before, log, count)
                return taken_back(before, to, proposal.seat, count, self._cause(interaction))
            case Kind.DRAW:
                table, cause = before.seen.agree(proposal.seat), self._cause(interaction)
                return ply_change(before.match, table, proposal.seat, None, cause, kind=PlyKind.DRAW)
            case Kind.BREAK:
                now = self._clock().timestamp()
                return await self._with_break(before, Break(now, now + AGREED), _without(before, proposal))
            case Kind.COMPUTER:
                return taken_over(before, proposal, seconds(self._clock), self._seeds())
            case _:
                return self._ended(before, proposal.seat)

    async def _with_break(self, before: Position, last: Break, proposals: tuple[Proposal, ...]) -> Change:
        """Return the change after which this is the last break of a match."""
        match_id, pauses = before.match.id, self._positions.clocks.pauses
        await pauses.all()
        breaks = [*(each for each in pauses.known_agreed(match_id) if each.begins != last.begins), last]

        async def work(db: Rows) -> None:
            await save_breaks(db, Reason.AGREED, match_id, breaks)

        committed = partial(pauses.set_breaks, Reason.AGREED, match_id, breaks)
        return replace(_proposed(before, proposals, work), committed=committed)

    def _ended(self, before: Position, seat: Seat) -> Change:
        """Return the change that ends a match without a result by agreement."""
        match, user = before.match, before.match.players[seat].user
        act = AdminAction(ply=match.ply, user=user, kind=AdminActionKind.AGREED, at=seconds(self._clock))
        after = life.after(match, Step.ABANDON)

        async def work(db: Rows) -> None:
            await end_without_result(db, after, act)

        return Change(match=after, table=None, work=work)

    async def _lasts(self, match_id: MatchId, now: float) -> int:
        """Return the number of seconds for which a new proposal stays open."""
        idle = now - await self._positions.read(lambda db: sql.touched(db, match_id))
        return LIVE if idle < LIVE else SLOW

    def _cause(self, interaction: int) -> Cause:
        return Cause.interaction(interaction, seconds(self._clock))

    def _note_writer(self, before: Position, seats: Sequence[Seat], note: Note) -> Callable[[Rows], Awaitable[None]]:
        """Return a function that adds a note for each of these seats."""
        now = self._clock().timestamp()

        async def work(db: Rows) -> None:
            for seat in seats:
                await outbox.add_note(db, before.match.id, seat, note, now)

        return work


def _lapsed(position: Position, now: float) -> list[Proposal]:
    """Return the proposals that have expired, without votes about players who are late or absent:
    `bot.application.time.deadlines` counts those.
    """
    return [each for each in position.proposals if each.due <= now and each.kind not in CLOCKED]


def _check_not_late(proposal: Proposal) -> None:
    if proposal.kind in CLOCKED:
        raise TimeoutNeedsVote


def _check_alone(before: Position, seat: Seat, now: float) -> None:
    for other in before.proposals:
        if other.kind not in (*VOTES, Kind.COMPUTER):
            continue
        if other.due > now and other.seat == seat:
            raise AlreadyAsked(proposal=other)
        if other.due > now:
            raise OtherProposalOpen(proposal=other, user_id=before.match.players[other.seat].user)


def _without(before: Position, settled: Proposal) -> tuple[Proposal, ...]:
    return tuple(proposal for proposal in before.proposals if proposal.made != settled.made)


def _proposed(before: Position, proposals: tuple[Proposal, ...], work: Callable[[Rows], Awaitable[None]]) -> Change:
    return Change(match=before.match, table=before.table, work=work, proposals=proposals)


async def _nothing(_: Rows) -> None: ...
