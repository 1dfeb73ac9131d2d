"""The clocks of matches as requests find them: with the players' own hours, and without the times of outages."""

from collections.abc import Awaitable, Callable, Sequence

from bot.model import clocks
from bot.model.clocks import NEVER_DOWN, Clocks, Life, Passage
from bot.model.match import Match, UserId
from bot.model.pace import Kind
from bot.model.waking import ALWAYS, Waking

HoursOf = Callable[[UserId], Awaitable[Waking]]
"""When somebody is awake."""


class MatchClocks:
    """Nothing is asked for where no time is counted."""

    def __init__(self, hours: HoursOf) -> None:
        self._hours = hours
        self.life: Life = NEVER_DOWN
        """When the bot was down last."""

    async def carried_on(self, match: Match, before: Clocks, passage: Passage) -> Clocks:
        """The clocks of a match after a change."""
        if match.pace.kind is Kind.NONE or (passage.after is None and not before):
            return before
        return clocks.carried_on(before, match.pace, passage, await self._waking(match))

    async def counted(self, match: Match, stored: Clocks) -> Clocks:
        """The clocks of a match with the latest outage counted in; the same ones, if it has been."""
        if all(clock.deadline is None or clock.counted >= self.life.began for clock in stored):
            return stored
        hours = await self._waking(match)
        return tuple(clocks.after_outage(clock, self.life, hours[seat]) for seat, clock in enumerate(stored))

    async def _waking(self, match: Match) -> Sequence[Waking]:
        """When the clock of each seat runs."""
        if match.pace.kind is not Kind.CORRESPONDENCE:
            return [ALWAYS] * len(match.players)
        return [await self._hours(player.user) for player in match.players]
