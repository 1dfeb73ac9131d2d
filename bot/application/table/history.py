"""List the matches that a user has finished, on all servers."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.application.match.positions import Positions
from bot.model.history import Filter
from bot.model.match import MatchId, UserId
from bot.model.position import Position
from bot.model.reasons.replay import NothingFinished
from bot.store import history as sql
from bot.store.database import Rows
from rules.core.events import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedMatch:
    """A finished match in the list of one of its players."""

    position: Position
    own: Seat
    """The seat of the player whose list this is."""
    ended_at: int
    """The moment of its end, in seconds since 1970-01-01 UTC."""


class History:
    """List the finished matches of a user. Every method may raise `Unavailable`."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    async def count(self, user: UserId, only: Filter) -> int:
        """Return the number of matches that a user has finished."""
        return await self._positions.read(lambda db: sql.count_finished(db, user, only))

    async def of(self, user: UserId, only: Filter, *, first: int, count: int) -> Sequence[FinishedMatch]:
        """Return matches that a user has finished, with a result or without, the latest end first.

        first: the number of later matches to leave out. count: the maximum number of matches.
        """

        async def work(db: Rows) -> list[tuple[MatchId, int]]:
            return await sql.finished(db, user, only, first, count)

        found = [(await self._positions.get(number), ended_at) for number, ended_at in await self._positions.read(work)]
        return [
            FinishedMatch(position=position, own=seat, ended_at=ended_at)
            for position, ended_at in found
            if (seat := position.match.seat_of(user)) is not None
        ]

    async def latest(self, user: UserId) -> MatchId:
        """Return the match that a user has played to its end last, on whichever server.

        Raises:
            NothingFinished: the user has played no match to its end.
        """
        number = await self._positions.read(lambda db: sql.last_over(db, user))
        if number is None:
            raise NothingFinished
        return number

    async def latest_of_both(self, user: UserId, other: UserId) -> MatchId | None:
        """Return the match of two users that began last, finished or not; None: they have played none."""
        return await self._positions.read(lambda db: sql.latest_of_both(db, user, other))
