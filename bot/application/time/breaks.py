"""Record the holidays of users, and credit clocks when holidays and agreed breaks begin and end.

What is stored never has to be taken back: a break is left out of a clock whenever the clock is looked at
(`MatchClocks.counted`). This duty looks when a break begins or ends, so that messages say it at once.
"""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bot.application.match.announcer import Announcer
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model.breaks import Break, check_days, days_in, holiday
from bot.model.match import Match, MatchId, UserId
from bot.model.notes import HolidayCancelled, HolidayTaken, Note
from bot.model.pace import Kind, Pace
from bot.model.pauses import Reason
from bot.model.position import Position
from bot.people.preferences import PreferenceBook
from bot.store import outbox
from bot.store.database import Rows
from bot.store.pauses import save_breaks
from rules.core.events import Seat


class Breaks:
    """The holidays of users, and the duty (see `Duty`) that credits clocks at both ends of each break. Every coroutine
    may raise `Unavailable`.
    """

    def __init__(self, positions: Positions, preferences: PreferenceBook, announcer: Announcer, clock: Clock) -> None:
        self._positions = positions
        self._pauses = positions.clocks.pauses
        self._preferences = preferences
        self._announcer = announcer
        self._clock = clock

    async def holiday(self, user: UserId) -> Break | None:
        """Return the present or the next holiday of a user; None if they plan none."""
        return next((each for each in await self._holidays(user) if each.ends > self._now), None)

    async def days_taken(self, user: UserId) -> int:
        """Return the number of days of holiday that a user has taken or planned in the present year of their time
        zone.
        """
        zone = await self._zone(user)
        return days_in(datetime.fromtimestamp(self._now, zone).year, await self._holidays(user), zone)

    async def take(self, user: UserId, first: date, last: date) -> Break:
        """Plan a holiday from one day to another, both included, in place of the present or the next one, and tell the
        opponents. A holiday that has begun goes on, with a new end.

        Raises:
            NotUnderstood: the days have passed, are in the wrong order or too many, or too far away.
        """
        zone, planned, now = await self._zone(user), await self.holiday(user), self._now
        if planned is None or planned.begins > now:
            taken = holiday(first, last, zone, now)
        else:
            today = datetime.fromtimestamp(now, zone).date()
            taken = holiday(max(first, today), last, zone, now)._replace(begins=planned.begins)
        past = [each for each in await self._holidays(user) if each.ends <= now]
        check_days([*past, taken], zone)
        note = HolidayTaken(user_id=user, begins_at=int(taken.begins), ends_at=int(taken.ends))
        await self._store(user, [*past, taken], note)
        return taken

    async def cancel(self, user: UserId) -> None:
        """End the present holiday of a user now, or cancel the planned one, and tell the opponents. Do nothing if there
        is none.
        """
        planned, now = await self.holiday(user), self._now
        if planned is None:
            return
        past = [each for each in await self._holidays(user) if each.ends <= now]
        had = [planned._replace(ends=now)] if planned.begins < now else []
        await self._store(user, [*past, *had], HolidayCancelled(user_id=user))

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return the next moment in each match at which a break begins or ends for a running clock."""
        return await self._positions.read(_due)

    async def carry_out(self, match_id: MatchId) -> Position:
        """Credit the clocks of a match if a break has begun or ended, and return the match."""
        await self._pauses.all()
        position = await self._positions.get(match_id)
        due = self.next_of(position)
        if due is None or due > self._now:
            return position
        await self._positions.credit_outage(match_id)
        return await self._positions.get(match_id)

    def next_of(self, position: Position) -> float | None:
        """Return the next moment at which a break begins or ends for a running clock of a match; None: never."""
        return self._positions.clocks.next_break(position.match, position.clocks)

    async def _store(self, user: UserId, holidays: Sequence[Break], note: Note) -> None:
        """Store the holidays of a user, with a note to everyone whom their clock concerns."""
        matches = [(match, seats) for match in await self._matches(user) if (seats := _others(match, user))]

        async def work(db: Rows) -> None:
            await save_breaks(db, Reason.HOLIDAY, user, holidays)
            for match, seats in matches:
                await outbox.redraw(db, match.id, self._now)
                for seat in seats:
                    await outbox.add_note(db, match.id, seat, note, self._now)

        for match, _ in matches:  # by the holidays as they were until now
            await self._positions.credit_outage(match.id)
        await self._positions.write(work)
        self._pauses.set_breaks(Reason.HOLIDAY, user, holidays)
        for match, _ in matches:
            self._announcer.pending(match.id)
            self._announcer.due(match.id, self._now)

    async def _matches(self, user: UserId) -> Sequence[Match]:
        """Return the live matches of a user whose clocks a holiday stops."""

        async def work(db: Rows) -> list[tuple[MatchId, str]]:
            sql = (
                "SELECT matches.id, matches.pace FROM players JOIN matches ON matches.id = players.match_id "
                "WHERE players.user_id = ? AND players.ended_at IS NULL AND matches.status = 'live' ORDER BY matches.id"
            )
            return [(MatchId(match_id), pace) for match_id, pace in await db.rows(sql, user)]

        slow = [number for number, pace in await self._positions.read(work) if Pace.read(pace).kind is not Kind.LIVE]
        return [(await self._positions.get(number)).match for number in slow]

    async def _holidays(self, user: UserId) -> Sequence[Break]:
        await self._pauses.all()
        return self._pauses.known_holidays(user)

    async def _zone(self, user: UserId) -> ZoneInfo:
        return ZoneInfo((await self._preferences.of(user)).active_hours.zone)

    @property
    def _now(self) -> float:
        return self._clock().timestamp()


def _others(match: Match, user: UserId) -> Sequence[Seat]:
    """Return the seats of the other people in a match."""
    return [seat for seat in range(len(match.players)) if match.person(seat) not in (None, user)]


async def _due(db: Rows) -> list[tuple[float, MatchId]]:
    turns = (
        "SELECT CASE WHEN clocks.pauses_counted_until < pauses.since THEN pauses.since ELSE pauses.ends_at END, "
        "clocks.match_id FROM pauses {joins} WHERE pauses.reason = ? AND clocks.deadline_at > pauses.since "
        "AND clocks.pauses_counted_until < pauses.ends_at"
    )
    joins = {
        Reason.HOLIDAY: (
            "JOIN players ON players.user_id = pauses.first_id "
            "JOIN clocks ON clocks.match_id = players.match_id AND clocks.seat = players.seat"
        ),
        Reason.AGREED: "JOIN clocks ON clocks.match_id = pauses.first_id",
    }
    rows = [row for reason, join in joins.items() for row in await db.rows(turns.format(joins=join), reason)]
    return [(moment, MatchId(match_id)) for moment, match_id in rows]
