"""What a player proposes to the others: it happens once all who are concerned have agreed."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.match import Match, Status, UserId
from bot.model.refusals import NothingProposed
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


VOTES: Final = (Kind.UNDO, Kind.DRAW, Kind.ABANDON)
"""What all others answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Open until it is settled, withdrawn, or its time is over. All others answer it, and whoever plays on has; but a
    seat is taken by one, at any time.
    """

    made: int
    """The version of the match with it, by which its buttons name it."""
    kind: Kind
    seat: Seat
    """Whose it is."""
    undoes: int = 0
    """Of an undo: how many of the plies that stand."""
    to: UserId | None = None
    """Of a seat: who may take it; None: anybody."""
    due: float
    """When it lapses, in seconds since 1970-01-01 UTC."""
    agreed: frozenset[Seat] = frozenset()

    @property
    def wish(self) -> str:
        """What is proposed, in words that go on after “Ada would like to”."""
        match self.kind:
            case Kind.UNDO:
                return "take back the latest step" if self.undoes == 1 else f"take back the latest {self.undoes} steps"
            case Kind.DRAW:
                return "end the match as a draw"
            case Kind.ABANDON:
                return "end the match without a result"
            case Kind.SEAT:
                return "hand a seat over" + (f" to <@{self.to}>" if self.to else "")

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """Who has not agreed yet of those who are concerned: all others that have not left; nobody, of a seat."""
        if self.kind is Kind.SEAT:
            return ()
        settled = {self.seat, *self.agreed, *table.left}
        return tuple(seat for seat in range(len(table.acted)) if seat not in settled)


def still_open(proposals: Iterable[Proposal], before: Match, after: Match, table: Table | None) -> tuple[Proposal, ...]:
    """Those that are not settled by a change of their match, which has led to this table."""
    if after.status is not Status.LIVE or table is None:
        return ()
    played = after.ply != before.ply
    return tuple(p for p in proposals if p.seat not in table.left and (p.kind is Kind.SEAT or not played))


def find_open(proposals: Iterable[Proposal], made: int, now: float) -> Proposal:
    """The proposal that a button names.

    Raises:
        NothingProposed: it is settled, or its time is over.
    """
    found = next((proposal for proposal in proposals if proposal.made == made and proposal.due > now), None)
    if found is None:
        raise NothingProposed("That has been settled, or its time is over. The table shows how things stand now.")
    return found
