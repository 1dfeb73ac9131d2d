"""Duties that wait while the bot cannot get to the server or the channel of a match."""

from bot.application.match.positions import Positions
from bot.application.time.timers import Duty
from bot.model.match import MatchId
from bot.model.position import Position


class WhilePresent:
    """A duty that does nothing in a match at an absent place. The return makes what was due meanwhile due at once."""

    def __init__(self, duty: Duty, positions: Positions) -> None:
        self._duty = duty
        self._positions = positions

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return when something of the duty is due next in each match, as it is stored."""
        return await self._duty.due()

    async def give(self, number: MatchId) -> Position:
        """Do one thing of the duty that is due in a match, unless its place is absent. Raise as the duty does."""
        position = await self._positions.get(number)
        if await self._positions.clocks.absent.since(position.match) is not None:
            return position
        return await self._duty.give(number)

    def next_of(self, position: Position) -> float | None:
        """Return when something of the duty is due next in a match; None: nothing is before the return."""
        if self._positions.clocks.absent.known_since(position.match) is not None:
            return None
        return self._duty.next_of(position)
