"""Suspend duties in matches whose place is absent or whose shard is lost."""

from dataclasses import replace

from bot.application.match.positions import Positions
from bot.application.time.timers import Duty
from bot.clock import Clock
from bot.model.match import MatchId
from bot.model.position import Position


class WhilePresent:
    """A duty that is suspended in matches whose place is absent or whose shard is lost. Work that comes due meanwhile
    is done once the place or shard is back. If only direct messages do not arrive, the duty goes on, but time does not
    run out for players whose hand is in a direct message. The same is true of players who could not be told that it is
    their turn, and of players whose clock stands still for a break.
    """

    def __init__(self, duty: Duty, positions: Positions, clock: Clock) -> None:
        self._duty = duty
        self._positions = positions
        self._clock = clock

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return the stored moment at which the duty is next due in each match."""
        return await self._duty.due()

    async def carry_out(self, match_id: MatchId) -> Position:
        """Do the duty in a match if that is due and the duty is not suspended there. Return the match. Raise the same
        errors as the duty.
        """
        position = await self._positions.get(match_id)
        clocks = self._positions.clocks
        if await clocks.stopped_since(position.match) is not None:
            return position
        stands_still = bool(clocks.pauses.known_untold(match_id)) or clocks.is_behind(
            position.match, position.clocks, self._now
        )
        if position.clocks and (stands_still or await clocks.pauses.direct_messages_since() is not None):
            await self._positions.credit_outage(match_id)
        return await self._duty.carry_out(match_id)

    def next_of(self, position: Position) -> float | None:
        """Return the moment at which the duty is next due in a match, or None if it is not due or is suspended
        there. The clock of a seat that could not be told comes due after the longest time for which it can stand still.
        """
        clocks, match = self._positions.clocks, position.match
        if clocks.known_stopped_since(match) is not None:
            return None
        return self._duty.next_of(replace(position, clocks=clocks.as_due(match, position.clocks, self._now)))

    @property
    def _now(self) -> float:
        return self._clock().timestamp()
