"""The clocks of matches with the players' own habits, and without the times of outages."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.application.match.absent_places import AbsentPlaces
from bot.model import clocks
from bot.model.clocks import NEVER_DOWN, Clocks, Habits, Life, Passage
from bot.model.match import Match, UserId
from bot.model.pace import Kind

HabitsOf = Callable[[UserId], Awaitable[Habits]]
"""Return a user's active hours, and how often they want reminders."""


class MatchClocks:
    """Counts the clocks of matches; where no time is counted, it asks for nothing."""

    def __init__(self, habits: HabitsOf, absent: AbsentPlaces) -> None:
        self._habits = habits
        self.absent: Final = absent
        self.life: Life = NEVER_DOWN
        """The latest outage."""

    async def carried_on(self, match: Match, before: Clocks, passage: Passage) -> Clocks:
        """Return the clocks of a match after a change."""
        if match.pace.kind is Kind.NONE or (passage.after is None and not before):
            return before
        before = await self.counted(match, before, passage.now)
        return clocks.carried_on(before, match.pace, passage, await self.habits(match))

    async def counted(self, match: Match, stored: Clocks, now: float) -> Clocks:
        """Return the clocks with the latest outage counted in, and the absence of the match's place until now; the same
        clocks if both have been counted.
        """
        since = await self.absent.since(match)
        lives = [self.life] if since is None else sorted([self.life, Life(since, now)])
        counted = stored
        for life in lives:
            if any(clock.deadline is not None and clock.counted < life.began for clock in counted):
                habits = await self.habits(match)
                counted = tuple(clocks.after_outage(clock, life, habits[seat]) for seat, clock in enumerate(counted))
        return counted

    async def habits(self, match: Match) -> Sequence[Habits]:
        """Return, by seat, what a clock heeds of its player."""
        if match.pace.kind is not Kind.CORRESPONDENCE:
            return [Habits()] * len(match.players)
        return [await self._habits(player.user) for player in match.players]
