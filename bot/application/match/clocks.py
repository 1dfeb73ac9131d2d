"""Compute the clocks of matches from the habits of the players, leaving out the times of outages."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.application.match.absent_places import AbsentPlaces
from bot.model import clocks
from bot.model.clocks import NEVER_DOWN, Clocks, Habits, Life, Passage
from bot.model.match import Match, UserId
from bot.model.pace import Kind

HabitsOf = Callable[[UserId], Awaitable[Habits]]
"""Look up the waking hours of a user and how often they want reminders."""


class MatchClocks:
    """Compute the clocks of matches. Matches without a clock cause no look-ups of habits."""

    def __init__(self, habits: HabitsOf, absent: AbsentPlaces) -> None:
        self._habits = habits
        self.absent: Final = absent
        self.life: Life = NEVER_DOWN
        """The latest outage of the bot."""

    async def carried_on(self, match: Match, before: Clocks, passage: Passage) -> Clocks:
        """Return the clocks of a match after a change."""
        if match.pace.kind is Kind.NONE or (passage.after is None and not before):
            return before
        before = await self.counted(match, before, passage.now)
        return clocks.carried_on(before, match.pace, passage, await self.habits(match))

    async def counted(self, match: Match, stored: Clocks, now: float) -> Clocks:
        """Return the clocks of a match with the latest outage, and the bot's absence from its channel, left out.

        Return the same clocks if both are already left out.
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
        """Return, by seat, the habits of the players on which their clocks depend."""
        if match.pace.kind is not Kind.CORRESPONDENCE:
            return [Habits()] * len(match.players)
        return [await self._habits(player.user) for player in match.players]
