"""What a player proposes to the others: it happens once all who are concerned have agreed."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.match import Match, Status
from bot.model.table import Table
from rules.core.events import Seat

LASTS: Final = 10 * 60
"""Seconds for which a proposal waits for answers."""


class Kind(StrEnum):
    """What is proposed."""

    UNDO = "undo"  # that the latest plies are taken back
    DRAW = "draw"  # that the match ends as a draw
    ABANDON = "abandon"  # that it ends without a result


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Open until all have agreed, one refuses, it is withdrawn, somebody plays on, or its time is over."""

    made: int
    """The version of the match with it, by which its buttons name it."""
    kind: Kind
    seat: Seat
    """Whose it is."""
    undoes: int = 0
    """Of an undo: how many of the plies that stand."""
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

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """Who has not agreed yet of those who are concerned: all others that have not left."""
        settled = {self.seat, *self.agreed, *table.left}
        return tuple(seat for seat in range(len(table.acted)) if seat not in settled)


def still_open(proposals: Iterable[Proposal], before: Match, after: Match) -> tuple[Proposal, ...]:
    """Those that are not settled by a change of their match: whoever plays on has answered."""
    return tuple(proposals) if after.status is Status.LIVE and after.ply == before.ply else ()
