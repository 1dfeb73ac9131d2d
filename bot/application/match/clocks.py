"""Compute the clocks of matches from the preferences of their players, without the time of outages."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.application.match.pauses import Pauses
from bot.model import clocks
from bot.model.absence import Place
from bot.model.clocks import Clocks, Habits, Outage, Passage
from bot.model.match import Match, UserId
from bot.model.pace import Kind
from rules.core.events import Seat

HabitsOf = Callable[[UserId], Awaitable[Habits]]
"""A function that returns the active hours of a user, and how often they want reminders."""


class MatchClocks:
    """Compute the clocks of matches. Habits are looked up only for matches that need them."""

    def __init__(self, habits: HabitsOf, pauses: Pauses) -> None:
        self._habits = habits
        self.pauses: Final = pauses

    async def carried_on(self, match: Match, before: Clocks, passage: Passage) -> Clocks:
        """Return the clocks of a match after a change, given those before it."""
        if match.pace.kind is Kind.NONE or (passage.after is None and not before):
            return before
        before = await self.counted(match, before, passage.now)
        return clocks.carried_on(before, match.pace, passage, await self.habits(match))

    async def stopped_since(self, match: Match) -> float | None:
        """Return when a match stopped because its place became absent or its shard was lost, or None if it goes on.

        Raises:
            Unavailable: the database cannot be read.
        """
        return await self.pauses.since(Place(match.guild, match.channel))

    def known_stopped_since(self, match: Match) -> float | None:
        """Return the same as `stopped_since` from memory. The pauses must have been read before."""
        return self.pauses.known_since(Place(match.guild, match.channel))

    async def counted(self, match: Match, stored: Clocks, now: float) -> Clocks:
        """Return the clocks of a match with all pauses left out: the latest one of everything, the time since the match
        stopped, and for seats whose hand is in a direct message, the time since direct messages stopped arriving. Time
        that the stored clocks leave out already is not left out twice.
        """
        stopped = await self.stopped_since(match)
        direct = await self.pauses.direct_messages_since()
        by_hand = frozenset[Seat]() if direct is None or not stored else await self.pauses.hands(match.id)
        habits: Sequence[Habits] = ()
        counted = []
        for seat, before in enumerate(stored):
            clock = before
            moments = filter(None, [stopped, direct if seat in by_hand else None])
            for outage in sorted([self.pauses.down, *(Outage(since, now) for since in moments)]):
                if clock.deadline is not None and clock.counted < outage.end:
                    habits = habits or await self.habits(match)
                    clock = clocks.after_outage(clock, outage, habits[seat])
            counted.append(clock)
        return tuple(counted)

    async def habits(self, match: Match) -> Sequence[Habits]:
        """Return the habits of the players by seat; the default ones unless the pace is by correspondence."""
        if match.pace.kind is not Kind.CORRESPONDENCE:
            return [Habits()] * len(match.players)
        return [await self._habits(player.user) for player in match.players]
