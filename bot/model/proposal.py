"""Proposals: a player, or the bot about a player who is out of time, asks the other players to agree on something."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from bot.model.clocks import Clocks, Passage
from bot.model.match import Match, Status, UserId
from bot.model.reasons.proposals import OwnerGone, ProposalClosed
from bot.model.table import Table
from rules.core.events import Seat

_PAIR: Final = 2

LIVE: Final = 10 * 60
"""Seconds for which a proposal is open in a match whose latest move is not older than this."""
SLOW: Final = 24 * 60 * 60
"""Seconds for which a proposal is open in any other match."""


class Kind(StrEnum):
    """The kinds of proposals."""

    UNDO = "undo"  # take back the latest plies
    DRAW = "draw"  # end the match as a draw
    ABANDON = "abandon"  # end the match without a result
    BREAK = "break"  # stop all clocks for a while
    SEAT = "seat"  # let another user take over the seat
    COMPUTER = "computer"  # let a computer take over a seat
    LATE = "late"  # vote on the consequence for a seat whose time is over
    CLAIM = "claim"  # claim that a player is absent, in a match without a pace (`bot.model.waiting`)


VOTES: Final = (Kind.UNDO, Kind.DRAW, Kind.ABANDON, Kind.BREAK)
"""The kinds that all others answer and that name no other player or computer."""

CLOCKED: Final = (Kind.LATE, Kind.CLAIM)
"""The kinds that are about a seat whose time is over. Their end is that of the seat's clock."""


class Verdict(StrEnum):
    """The choices of a vote about a player who is out of time."""

    MORE = "more"  # the player gets more time (`Pace.extension`)
    PASS = "pass"  # noqa: S105 # no password: the default action is taken; also the result without a majority
    END = "end"  # the player gives up


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The content of a proposal. The fields mean the same as those of `Proposal`."""

    kind: Kind
    undoes: int = 0
    to: UserId | None = None
    computer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A proposal, open until it is settled, withdrawn, or expired. All other players answer it, and a player who moves
    refuses it, unless it is a break. But an offered seat can be taken by one user at any time, and a vote about a
    player who is out of time or absent ends when that player moves.
    """

    made: int
    """The version that the match had after the proposal was made. The proposal's buttons carry it."""
    kind: Kind
    seat: Seat
    """The seat that proposes; for a vote, the seat that is out of time or absent."""
    undoes: int = 0
    """For an undo: the number of plies to take back."""
    to: UserId | None = None
    """For a seat: the user who may take it; None: anyone. For a computer: the user whose seat it is to take; None: the
    user who proposes it.
    """
    computer: str = ""
    """For a computer: its level (`bot.computer.levels.Level`). For a claim: the level of the computer that takes the
    seat when the claim is due; "": none does.
    """
    due: float
    """The moment at which the proposal expires, in seconds since 1970-01-01 UTC. For a vote: the moment at which the
    clock of the player who is late or absent runs out, which was extended for the vote.
    """
    agreed: frozenset[Seat] = frozenset()
    """The seats that agree, and those of computers, which are not asked."""
    votes: Mapping[Seat, Verdict] = field(default_factory=dict)
    """For a vote: the choices so far."""
    verdict: Verdict | None = None
    """For a vote: its result, until it is carried out or for the rest of the turn."""

    @property
    def terms(self) -> Terms:
        """Return the content of the proposal, without its maker and its times."""
        return Terms(kind=self.kind, undoes=self.undoes, to=self.to, computer=self.computer)

    def given_up(self, match: Match) -> Seat:
        """Return the seat that a computer is to take.

        Raises:
            NothingProposed: the player no longer has a seat.
        """
        seat = self.seat if self.to is None else match.seat_of(self.to)
        if seat is None:
            raise OwnerGone
        return seat

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """Return the seats whose answer is missing, except the proposer's and resigned ones.

        Return () if a seat is offered, or if the proposal is decided. Only players who wait answer a claim.
        """
        if self.kind is Kind.SEAT or self.verdict is not None:
            return ()
        settled = {self.seat, *self.agreed, *self.votes, *table.left}
        if self.kind is Kind.CLAIM:
            settled.update(table.state.phase.waiting)
        return tuple(seat for seat in range(len(table.acted)) if seat not in settled)

    def decided(self, table: Table) -> Verdict | None:
        """Return the result of a vote: the choice of the majority; if all have answered without a majority, `PASS`, or
        `MORE` for a claim; None: answers are awaited.
        """
        answers = [verdict for seat, verdict in self.votes.items() if seat not in table.left]
        waiting = self.asks(table)
        for verdict, count in Counter(answers).items():
            if 2 * count > len(answers) + len(waiting):
                return verdict
        if waiting:
            return None
        return Verdict.MORE if self.kind is Kind.CLAIM else Verdict.PASS

    def is_ended_alone(self, table: Table) -> bool:
        """Return whether one voter alone, in a match with more than two seats, has decided that a player gives up. They
        could gain by that, so a computer plays on instead.
        """
        return len(table.acted) > _PAIR and list(self.votes.values()).count(Verdict.END) == 1


def still_open(proposals: Iterable[Proposal], match: Match, passage: Passage, clocks: Clocks) -> tuple[Proposal, ...]:
    """Return the proposals that are still open after a change. match, clocks: as they are after the change."""
    after = passage.after
    if after is None or match.status is not Status.LIVE:
        return ()
    found = []
    for proposal in proposals:
        if proposal.seat in after.left:
            continue
        if proposal.kind is Kind.CLAIM:
            found += _still_claimed(proposal, passage, clocks)
        elif proposal.kind is Kind.LATE:
            found += _still_late(proposal, passage, clocks)
        elif not _falls(proposal, match, passage):
            found.append(proposal)
    return tuple(found)


def _falls(proposal: Proposal, match: Match, passage: Passage) -> bool:
    """Return whether the latest ply settles a proposal. An offer of a seat and a break stay open while others play on.
    If a computer was to replace a player who then moves, the player keeps the seat.
    """
    before, after = passage.before, passage.after
    if after is None or (before is not None and before.ply == after.ply):
        return False
    match proposal.kind:
        case Kind.SEAT | Kind.BREAK:
            return False
        case Kind.COMPUTER:
            seat = None if proposal.to is None else match.seat_of(proposal.to)
            return seat is not None and (seat in after.left or after.acted[seat] == after.ply)
        case _:
            return True


def _still_late(proposal: Proposal, passage: Passage, clocks: Clocks) -> list[Proposal]:
    """Return [the vote] while it is open. It ends when the late player moves or gets a new clock. Once the bot has
    passed for the player, it passes until their turn ends.
    """
    before, after, seat = passage.before, passage.after, proposal.seat
    if before is None or after is None or clocks[seat].deadline != proposal.due:
        return []
    if passage.timed_out == seat:
        return [replace(proposal, verdict=Verdict.PASS)]
    return [proposal] if before.acted[seat] == after.acted[seat] else []


def _still_claimed(claim: Proposal, passage: Passage, clocks: Clocks) -> list[Proposal]:
    """Return a claim if it is still open, else []. It ends when its player's clock starts anew, which a ply that the
    player can take back alone does not cause. A pause only postpones it.
    """
    before, after, seat, deadline = passage.before, passage.after, claim.seat, clocks[claim.seat].deadline
    if before is None or after is None or deadline is None:
        return []
    is_asked_anew = before.acted[seat] != after.acted[seat] or before.opened[seat] != after.opened[seat]
    return [] if is_asked_anew and deadline != claim.due else [replace(claim, due=deadline)]


def as_clocks_run(proposals: Iterable[Proposal], clocks: Clocks) -> tuple[Proposal, ...]:
    """Return stored proposals. The deadline of a vote is that of its player's clock, which outages may have moved."""
    found = []
    for proposal in proposals:
        deadline = clocks[proposal.seat].deadline if proposal.kind in CLOCKED and clocks else proposal.due
        if deadline is not None:
            found.append(replace(proposal, due=deadline))
    return tuple(found)


def find_open(proposals: Iterable[Proposal], made: int, now: float) -> Proposal:
    """Return the proposal that a button names.

    Raises:
        NothingProposed: the proposal is settled, or its time is over.
    """
    found = next((proposal for proposal in proposals if proposal.made == made and proposal.due > now), None)
    if found is None or found.verdict is not None:
        raise ProposalClosed
    return found
