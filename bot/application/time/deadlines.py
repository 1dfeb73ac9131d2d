"""Act, by ordinary plies, for seats whose time has run out."""

from secrets import choice, randbits

from bot.application.match.change import Change
from bot.application.match.plies import ply_change
from bot.application.match.positions import Positions
from bot.application.table.claims import Claims
from bot.application.table.votes import Votes
from bot.clock import Clock, seconds
from bot.model.clocks import first_over, next_deadline
from bot.model.match import MatchId, Status
from bot.model.pace import Kind, Timeout
from bot.model.position import Position, rules_of
from bot.model.proposal import Verdict
from bot.model.reasons.match import NoLongerDue
from bot.store import clocks as sql
from bot.store.plies import Cause
from rules.core.events import Seat


class Deadlines:
    """A duty (see `Duty`) that acts for seats whose clocks have run out. The primary key of plies ensures that this
    happens only once, even after a crash.
    """

    def __init__(self, positions: Positions, votes: Votes, claims: Claims, clock: Clock) -> None:
        self._positions = positions
        self._votes = votes
        self._claims = claims
        self._clock = clock

    async def carry_out(self, match_id: MatchId) -> Position:
        """Apply the timeout rule of a match to the seat whose time ran out first, if there is one; without a pace, let
        those who wait claim an absence, or carry a claim out. Return the match.

        If several seats ran out of time at the same moment, draw one at random, since the order may decide the match.
        Raise the same refusals as methods of `Matches`.
        """
        position = await self._positions.get(match_id)
        now = self._clock().timestamp()
        if not first_over(position.clocks, now):
            return position

        async def make(before: Position) -> Change:
            seats = first_over(before.clocks, now)
            if not seats or before.match.status is not Status.LIVE:
                raise NoLongerDue
            seat, timeout = choice(seats), before.match.pace.timeout
            if before.match.pace.kind is Kind.NONE:
                return await self._claims.over(before, seat) or self._lapsed(before, seat, Timeout.FORFEIT)
            if timeout is not Timeout.VOTE:
                return self._lapsed(before, seat, timeout)
            late = self._votes.about(before, seat)
            if late is None:
                return self._votes.opened(before, seat) or self._lapsed(before, seat, Timeout.DEFAULT)
            match late.verdict or late.decided(before.seen):
                case Verdict.MORE:
                    return await self._votes.given_more(before, late)
                case Verdict.END if late.is_ended_alone(before.seen):
                    return self._claims.replaced(before, late)
                case Verdict.END:
                    return self._lapsed(before, seat, Timeout.FORFEIT)
                case _:
                    return self._lapsed(before, seat, Timeout.DEFAULT)

        return await self._positions.change(match_id, None, make)

    def _lapsed(self, before: Position, seat: Seat, timeout: Timeout) -> Change:
        """Return the change by which a seat that is out of time acts or resigns, according to the timeout rule."""
        table, action = before.seen, None
        with rules_of(before.match):
            match timeout:
                case Timeout.COMPUTER:
                    action = table.game.greedy(table.view(seat), randbits(63))
                case Timeout.FORFEIT:
                    pass
                case _:
                    action = table.game.default_action(table.view(seat), randbits(63))
            after = table.resign(seat) if action is None else table.play(seat, action)
        notation, cause = None if action is None else str(action), Cause.timer(seconds(self._clock))
        return ply_change(before.match, after, seat, notation, cause, timed_out=seat)

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return when the next clock of each match runs out, earliest first, in seconds since 1970-01-01 UTC."""
        return await self._positions.read(sql.due)

    def next_of(self, position: Position) -> float | None:
        """Return when the next clock of a match runs out, or None if no clock runs."""
        return next_deadline(position.clocks)
