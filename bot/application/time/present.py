"""Suspend duties while the bot cannot reach the server or the channel of a match."""

from bot.application.match.positions import Positions
from bot.application.time.timers import Duty
from bot.model.match import MatchId
from bot.model.position import Position


class WhilePresent:
    """Suspend a duty in matches whose place is absent. Work that came due meanwhile is done on its return."""

    def __init__(self, duty: Duty, positions: Positions) -> None:
        self._duty = duty
        self._positions = positions

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return the stored moment at which the duty is next due in each match."""
        return await self._duty.due()

    async def give(self, match_id: MatchId) -> Position:
        """Do one due piece of the duty in a match unless its place is absent. Raise as the duty does."""
        position = await self._positions.get(match_id)
        if await self._positions.clocks.absent.since(position.match) is not None:
            return position
        return await self._duty.give(match_id)

    def next_of(self, position: Position) -> float | None:
        """Return the moment at which the duty is next due in a match; None if it is not, or its place is absent."""
        if self._positions.clocks.absent.known_since(position.match) is not None:
            return None
        return self._duty.next_of(position)
