"""Waiting in a match without a pace: who waits, for whom, and how long.

Each seat that is asked has a clock there as well (`bot.model.clocks`). It counts the days since the player was asked,
stands still in every pause, counts active hours alone, and is wound up by a ply of that player alone. When it runs
out, nothing happens by itself: those who wait may claim that the player is absent. The player then has `NOTICE` to
move, after which the consequence that the lobby named follows. If nobody claims for `IDLE`, or nobody waits since all
are asked at once, the match ends without a result.
"""

from typing import Final

from bot.model.match import Match
from bot.model.pace import DAY, Kind
from bot.model.table import Table
from rules.core.events import Seat

NOTICE: Final = 1 * DAY
"""The active seconds that an absent player has to move after a claim."""

IDLE: Final = 30 * DAY
"""The active seconds without a ply of a seat that is asked after which the match ends without a result, if nobody
claims.
"""

SOUGHT: Final = 7 * DAY
"""The seconds for which the seat of an absent player is offered to anyone before a computer takes it."""

_PAIR: Final = 2


def are_counted(match: Match, table: Table) -> bool:
    """Return whether absences are counted: the match has no pace, and at least two people still play."""
    return match.pace.kind is Kind.NONE and len(_people(match, table)) >= _PAIR


def waiting(match: Match, table: Table) -> frozenset[Seat]:
    """Return the seats that wait for others: those of people who are not asked themselves."""
    return _people(match, table).difference(table.state.phase.waiting)


def _people(match: Match, table: Table) -> frozenset[Seat]:
    """Return the seats of people who still play."""
    return frozenset(range(len(match.players))).difference(match.computers, table.left)
