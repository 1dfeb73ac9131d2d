"""Seats whose server or channel is absent while other players of the match sit elsewhere: they move to direct messages.

A match within one place waits for that place instead (`Absences`).
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import structlog

from bot.application.match.change import Change
from bot.application.match.positions import Positions
from bot.application.time.absences import Absences
from bot.clock import Clock
from bot.model.absence import Place
from bot.model.match import DIRECT_MESSAGES, Match, MatchId, Status, UserId
from bot.model.notes import SeatMoved
from bot.model.position import Position
from bot.model.reasons.match import NoLongerDue
from bot.store import outbox, seats
from bot.store.database import Rows

log = structlog.stdlib.get_logger(__name__)


class StrandedSeats(NamedTuple):
    """The users of a match who cannot see its board."""

    match_id: MatchId
    users: Sequence[UserId]


class Stranded:
    """Finds the seats at absent places, and moves them. Every coroutine may raise `Unavailable`, and can then be called
    again.
    """

    def __init__(self, positions: Positions, absences: Absences, clock: Clock) -> None:
        self._positions = positions
        self._absences = absences
        self._clock = clock

    async def find(self) -> list[StrandedSeats]:
        """Return the seats to move of each live match."""
        found, absent = [], await self._absences.all()
        for match_id in sorted({number for place in absent for number in await self._absences.matches_at(place)}):
            users = _stranded((await self._positions.get(match_id)).match, absent)
            if users:
                found.append(StrandedSeats(match_id, users))
        return found

    async def move(self, match_id: MatchId, channels: Mapping[UserId, int]) -> None:
        """Move the stranded seats of a match to direct messages. Clocks leave out the time up to now. Do nothing if no
        seat is stranded any more.

        channels: the direct messages of each user. Another match may be there already.
        """

        async def make(before: Position) -> Change:
            stranded = _stranded(before.match, await self._absences.all())
            places = {user: Place(DIRECT_MESSAGES, channels[user]) for user in stranded if user in channels}
            if not places:
                raise NoLongerDue
            after, now = before.match.moved(places), self._clock().timestamp()

            async def work(db: Rows) -> None:
                await seats.save_places(db, after)
                await outbox.follow_places(db, after, now)
                for user in places:
                    await outbox.add_note(db, match_id, after.seat_of(user), SeatMoved(), now)

            clocks = await self._positions.clocks.counted(before.match, before.clocks, now)
            return Change(match=after, table=before.table, work=work, clocks=clocks)

        with suppress(NoLongerDue):
            await self._positions.change(match_id, None, make)
            log.info("seats have moved to direct messages", match=match_id)


def _stranded(match: Match, absent: Sequence[Place]) -> list[UserId]:
    """Return the users of a live match who sit at an absent place while others sit at a present one."""
    if match.status is not Status.LIVE:
        return []
    people = {
        user: match.place_of(seat) for seat in range(len(match.players)) if (user := match.person(seat)) is not None
    }
    stranded = [user for user, place in people.items() if any(each.covers(place) for each in absent)]
    return stranded if len(stranded) < len(people) else []
