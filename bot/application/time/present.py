"""Suspend duties while nobody can act in a match: its place is absent, or its shard is lost."""

from bot.application.match.positions import Positions
from bot.application.time.timers import Duty
from bot.model.match import MatchId
from bot.model.position import Position


class WhilePresent:
    """Suspend a duty in matches whose place is absent or whose shard is lost. Work that came due meanwhile is done when
    they are back. If only direct messages do not arrive, the duty goes on, but time never runs out for players whose
    hand is in one.
    """

    def __init__(self, duty: Duty, positions: Positions) -> None:
        self._duty = duty
        self._positions = positions

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return the stored moment at which the duty is next due in each match."""
        return await self._duty.due()

    async def give(self, match_id: MatchId) -> Position:
        """Do one due piece of the duty in a match, unless nobody can act in the match. Raise the same errors as the
        duty.
        """
        position = await self._positions.get(match_id)
        clocks = self._positions.clocks
        if await clocks.stopped_since(position.match) is not None:
            return position
        if position.clocks and await clocks.lost.direct_messages_since() is not None:
            await self._positions.credit_outage(match_id)
        return await self._duty.give(match_id)

    def next_of(self, position: Position) -> float | None:
        """Return the moment at which the duty is next due in a match; None if it is not, or nobody can act in it."""
        if self._positions.clocks.known_stopped_since(position.match) is not None:
            return None
        return self._duty.next_of(position)
