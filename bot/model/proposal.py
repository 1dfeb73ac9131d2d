"""What a player proposes to the others, or the bot does for one who has no time left: it happens once those who are
concerned have agreed.
"""

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

LIVE: Final = 10 * 60
"""Seconds for which a proposal waits for answers in a match in which somebody has acted as lately as that..."""
SLOW: Final = 24 * 60 * 60
"""... and in any other."""


class Kind(StrEnum):
    """What is proposed."""

    UNDO = "undo"  # that the latest plies are taken back
    DRAW = "draw"  # that the match ends as a draw
    ABANDON = "abandon"  # that it ends without a result
    SEAT = "seat"  # that somebody else plays on
    COMPUTER = "computer"  # that a computer does
    LATE = "late"  # that something is done about a seat whose time is over


VOTES: Final = (Kind.UNDO, Kind.DRAW, Kind.ABANDON)
"""What all others answer, and is proposed without further words."""


class Verdict(StrEnum):
    """What the others can choose for somebody who has no time left."""

    MORE = "more"  # they get more (`Pace.extension`)
    PASS = "pass"  # noqa: S105 # no password: what costs them nothing is done, and so it is if most do not agree
    END = "end"  # they have given up


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a proposal is about. The fields are as those of `Proposal`."""

    kind: Kind
    undoes: int = 0
    to: UserId | None = None
    computer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Open until it is settled, withdrawn, or its time is over. All others answer it, and whoever plays on has; but a
    seat is taken by one, at any time, and somebody who is late settles it by acting.
    """

    made: int
    """The version of the match with it, by which its buttons name it."""
    kind: Kind
    seat: Seat
    """Whose it is; who is late."""
    undoes: int = 0
    """Of an undo: how many of the plies that stand."""
    to: UserId | None = None
    """Of a seat: who may take it; None: anybody. Of a computer: for whom it is to play on; None: for
    whoever proposes it.
    """
    computer: str = ""
    """Of a computer: how well it plays (`bot.computer.levels.Level`)."""
    due: float
    """When it lapses, in seconds since 1970-01-01 UTC. Of somebody who is late: when their clock runs out, which has
    been put off for that.
    """
    agreed: frozenset[Seat] = frozenset()
    """Who agrees, or has nothing to say: computers."""
    votes: Mapping[Seat, Verdict] = field(default_factory=dict)
    """Of somebody who is late: what the others have chosen."""
    verdict: Verdict | None = None
    """The same: what it has come to, as long as that is not done, or for the rest of the turn."""

    @property
    def terms(self) -> Terms:
        """What is proposed, without who and when."""
        return Terms(kind=self.kind, undoes=self.undoes, to=self.to, computer=self.computer)

    def given_up(self, match: Match) -> Seat:
        """Of a computer: the seat that it is to take.

        Raises:
            NothingProposed: whoever sat there does not any more.
        """
        seat = self.seat if self.to is None else match.seat_of(self.to)
        if seat is None:
            raise OwnerGone
        return seat

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """Who has not answered yet of those who are concerned: all others that have not left; nobody, of a seat or once
        it is decided.
        """
        if self.kind is Kind.SEAT or self.verdict is not None:
            return ()
        settled = {self.seat, *self.agreed, *self.votes, *table.left}
        return tuple(seat for seat in range(len(table.acted)) if seat not in settled)

    def decided(self, table: Table) -> Verdict | None:
        """What most of those who are concerned have chosen for somebody who is late; `PASS`, if all have answered and
        most do not agree; None: answers are awaited.
        """
        answers = [verdict for seat, verdict in self.votes.items() if seat not in table.left]
        waiting = self.asks(table)
        for verdict, count in Counter(answers).items():
            if 2 * count > len(answers) + len(waiting):
                return verdict
        return None if waiting else Verdict.PASS


def still_open(proposals: Iterable[Proposal], match: Match, passage: Passage, clocks: Clocks) -> tuple[Proposal, ...]:
    """Those that are not settled by a change, after which their match and its clocks are these."""
    after = passage.after
    if after is None or match.status is not Status.LIVE:
        return ()
    found = []
    for proposal in proposals:
        if proposal.seat in after.left:
            continue
        if proposal.kind is Kind.LATE:
            found += _still_late(proposal, passage, clocks)
        elif not _falls(proposal, match, passage):
            found.append(proposal)
    return tuple(found)


def _falls(proposal: Proposal, match: Match, passage: Passage) -> bool:
    """Whether it is settled by the latest ply: seats change hands while others play on, but not of whoever is back."""
    before, after = passage.before, passage.after
    if after is None or (before is not None and before.ply == after.ply):
        return False
    match proposal.kind:
        case Kind.SEAT:
            return False
        case Kind.COMPUTER:
            seat = None if proposal.to is None else match.seat_of(proposal.to)
            return seat is not None and (seat in after.left or after.acted[seat] == after.ply)
        case _:
            return True


def _still_late(proposal: Proposal, passage: Passage, clocks: Clocks) -> list[Proposal]:
    """One about somebody who is late: until they act, or their clock runs anew. Once I have passed for them, that is
    what happens for the rest of their turn.
    """
    before, after, seat = passage.before, passage.after, proposal.seat
    if before is None or after is None or clocks[seat].deadline != proposal.due:
        return []
    if passage.lapsed == seat:
        return [replace(proposal, verdict=Verdict.PASS)]
    return [proposal] if before.acted[seat] == after.acted[seat] else []


def as_clocks_run(proposals: Iterable[Proposal], clocks: Clocks) -> tuple[Proposal, ...]:
    """What is stored of proposals, with the times in which the bot was down counted in as they are in the clocks."""
    found = []
    for proposal in proposals:
        deadline = clocks[proposal.seat].deadline if proposal.kind is Kind.LATE and clocks else proposal.due
        if deadline is not None:
            found.append(replace(proposal, due=deadline))
    return tuple(found)


def find_open(proposals: Iterable[Proposal], made: int, now: float) -> Proposal:
    """The proposal that a button names.

    Raises:
        NothingProposed: it is settled, or its time is over.
    """
    found = next((proposal for proposal in proposals if proposal.made == made and proposal.due > now), None)
    if found is None or found.verdict is not None:
        raise ProposalClosed
    return found
