"""Remind players before their time runs out, and at intervals in correspondence matches."""

from bot.application.match.change import Change
from bot.application.match.positions import Positions
from bot.application.match.seats import seat_in_play
from bot.clock import Clock
from bot.model.clocks import first_reminder, muted, next_reminder, reminded
from bot.model.match import MatchId, UserId
from bot.model.position import Position
from bot.model.reasons.match import NoLongerDue, PingOutdated
from bot.store import clocks as sql
from bot.store import pings
from bot.store.database import Rows


class Reminders:
    """A duty (see `Duty`) that pings players of correspondence games again. It stops after a mute, or after `PATIENT`
    unanswered pings (`bot.model.clocks`).
    """

    def __init__(self, positions: Positions, clock: Clock) -> None:
        self._positions = positions
        self._clock = clock

    async def carry_out(self, match_id: MatchId) -> Position:
        """Send one reminder that is due in a match, if there is one, and return the match."""
        position = await self._positions.get(match_id)
        now = self._clock().timestamp()
        if first_reminder(position.clocks, now) is None:
            return position

        async def make(before: Position) -> Change:
            match, table, seat = before.match, before.seen, first_reminder(before.clocks, now)
            asked = None if seat is None else table.opened[seat]
            if seat is None or asked is None:
                raise NoLongerDue
            habits = await self._positions.clocks.habits(match)
            clocks = reminded(before.clocks, seat, match.pace, now, habits[seat])

            async def work(db: Rows) -> None:
                await pings.ping_again(db, match_id, seat, asked, now)

            return Change(match=match, table=table, work=work, clocks=clocks, is_shown=False)

        return await self._positions.change(match_id, None, make)

    async def mute(self, match_id: MatchId, user: UserId, *, asked: int) -> Position:
        """Mute the reminders of a user until their next decision opens. asked: the ply that the button of the reminder
        names.

        Raises:
            NotLive, NotAtThisTable: the match is not being played, or not by this user.
            NotAllowed: the user has acted since.
        """

        async def make(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            if not before.clocks or not before.asks(seat, asked):
                raise PingOutdated

            async def work(db: Rows) -> None:
                await pings.withdraw_ping(db, match_id, seat, self._clock().timestamp())

            clocks = muted(before.clocks, seat)
            return Change(match=before.match, table=table, work=work, clocks=clocks, is_shown=False)

        return await self._positions.change(match_id, None, make)

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return the moment of the next reminder in each match, earliest first, in seconds since 1970-01-01 UTC."""
        return await self._positions.read(sql.reminders)

    def next_of(self, position: Position) -> float | None:
        """Return the moment of the next reminder in a match, or None if no reminder will follow."""
        return next_reminder(position.clocks)
