"""Compute the clocks of matches from the preferences of their players, without the time of outages."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from bot.application.match.pauses import Pauses
from bot.model import clocks
from bot.model.breaks import Break, SeatBreak
from bot.model.clocks import Clocks, Habits, Outage, Passage
from bot.model.match import Match, UserId
from bot.model.pace import Kind
from bot.model.waiting import are_counted
from rules.core.events import Seat

_PAUSED, _UNTOLD, _BREAK = range(3)
"""The ways in which a pause is left out of a clock."""

HabitsOf = Callable[[UserId], Awaitable[Habits]]
"""A function that returns the active hours of a user, and how often they want reminders."""


class MatchClocks:
    """Compute the clocks of matches. Habits are looked up only for matches that need them."""

    def __init__(self, habits: HabitsOf, pauses: Pauses) -> None:
        self._habits = habits
        self.pauses: Final = pauses

    async def carried_on(self, match: Match, before: Clocks, passage: Passage) -> Clocks:
        """Return the clocks of a match after a change, given those before it. Without a pace, they run only while
        absences are counted (`bot.model.waiting`).
        """
        if passage.after is None and not before:
            return before
        if match.pace.kind is Kind.NONE and passage.after is not None and not are_counted(match, passage.after):
            return clocks.stopped(before)
        before = await self.counted(match, before, passage.now)
        return clocks.carried_on(before, match.pace, passage, await self.habits(match))

    async def stopped_since(self, match: Match) -> float | None:
        """Return when a match stopped because one of its places became absent or the shard of one was lost, or None if
        it goes on.

        Raises:
            Unavailable: the database cannot be read.
        """
        await self.pauses.all()
        return self.known_stopped_since(match)

    def known_stopped_since(self, match: Match) -> float | None:
        """Return the same as `stopped_since` from memory. The pauses must have been read before."""
        if not self.pauses.is_anything_paused:
            return None
        return min(filter(None, map(self.pauses.known_since, match.places)), default=None)

    async def counted(self, match: Match, stored: Clocks, now: float) -> Clocks:
        """Return the clocks of a match with all pauses left out: the latest one of everything, the time since the match
        stopped, and for seats whose hand is in a direct message, the time since direct messages stopped arriving; for
        seats that cannot be told of their turn, the time since that was found out, within its bound; and all breaks.
        Time that the stored clocks leave out already is not left out twice.
        """
        await self.pauses.all()
        if not self.pauses.is_anything_paused and not self.pauses.knows_breaks:  # as at nearly every ply
            until = self.pauses.down.end
            if all(clock.deadline is None or clock.counted >= until for clock in stored):
                return stored
        stopped = self.known_stopped_since(match)
        direct = await self.pauses.direct_messages_since()
        by_hand = frozenset[Seat]() if direct is None or not stored else await self.pauses.hands(match.id)
        untold = self.pauses.known_untold(match.id)
        habits: Sequence[Habits] = ()
        counted = []
        for seat, before in enumerate(stored):
            clock = before
            if clock.deadline is None:
                counted.append(clock)
                continue
            moments = filter(None, [stopped, direct if seat in by_hand else None])
            outages = [(self.pauses.down, _PAUSED), *((Outage(since, now), _PAUSED) for since in moments)]
            outages += [(Outage(untold[seat], now), _UNTOLD)] if seat in untold else []
            outages += [(Outage(*each), _BREAK) for each in self._breaks(match, seat)]
            for outage, kind in sorted(outages):
                if clock.counted < outage.end:
                    habits = habits or await self.habits(match)
                    if kind == _UNTOLD:
                        clock = clocks.while_untold(clock, outage.start, now, match.pace, habits[seat])
                    elif kind == _BREAK:
                        clock = clocks.in_break(clock, Break(*outage), now, match.pace, habits[seat])
                    else:
                        clock = clocks.after_outage(clock, outage, habits[seat])
            counted.append(clock)
        return tuple(counted)

    def untold(self, match: Match, stored: Clocks, now: float) -> Mapping[Seat, float]:
        """Return the seats whose clocks stand still because their players could not be told of their turn, each
        with the moment at which its clock goes on at the latest. The pauses must have been read before.
        """
        since = self.pauses.known_untold(match.id) if stored else {}
        until = {seat: clocks.stands_until(stored[seat], since[seat], now, match.pace) for seat in since}
        return {seat: moment for seat, moment in until.items() if moment is not None}

    def resting(self, match: Match, stored: Clocks, now: float) -> Mapping[Seat, SeatBreak]:
        """Return the seats whose clocks stand still for a break, each with the break that ends last. The pauses must
        have been read before.
        """
        found = {}
        for seat in range(len(stored)):
            breaks = [(each.ends, is_agreed) for each, is_agreed in self._kinds(match, seat) if each.is_on(now)]
            if breaks:
                found[seat] = SeatBreak(*max(breaks))
        return found

    def next_break(self, match: Match, stored: Clocks) -> float | None:
        """Return the next moment at which a break begins or ends for one of the running clocks of a match, which may
        have passed; None if there is none. The pauses must have been read before.
        """
        turns = [
            clocks.break_turns(clock, each) for seat, clock in enumerate(stored) for each in self._breaks(match, seat)
        ]
        return min((turn for turn in turns if turn is not None), default=None)

    def is_behind(self, match: Match, stored: Clocks, now: float) -> bool:
        """Return whether stored clocks still count time of a break. The pauses must have been read before."""
        running = [(seat, clock) for seat, clock in enumerate(stored) if clock.deadline is not None]
        return any(
            each.begins <= now and clock.counted < min(now, each.ends)
            for seat, clock in running
            for each in self._breaks(match, seat)
        )

    def _breaks(self, match: Match, seat: Seat) -> Sequence[Break]:
        return [each for each, _ in self._kinds(match, seat)]

    def _kinds(self, match: Match, seat: Seat) -> Sequence[tuple[Break, bool]]:
        """Return the breaks for which the clock of a seat stands still, each with whether the players agreed on it."""
        if not self.pauses.knows_breaks:
            return ()
        user = match.person(seat)
        has_holidays = user is not None and match.pace.kind is not Kind.LIVE
        holidays = self.pauses.known_holidays(user) if user is not None and has_holidays else ()
        agreed = self.pauses.known_agreed(match.id)
        return [*((each, False) for each in holidays), *((each, True) for each in agreed)]

    def as_due(self, match: Match, stored: Clocks, now: float) -> Clocks:
        """Return clocks as they come due: those that `untold` or `resting` names, later and without a reminder. The
        pauses must have been read before.
        """
        since = self.pauses.known_untold(match.id)
        due = []
        for seat, before in enumerate(stored):
            clock = clocks.as_due(before, since[seat], now, match.pace) if seat in since else before
            for each in self._breaks(match, seat):
                clock = clocks.due_after(clock, each, now)
            due.append(clock)
        return tuple(due)

    async def habits(self, match: Match) -> Sequence[Habits]:
        """Return the habits of the players by seat; the default ones in a live match."""
        if match.pace.kind is Kind.LIVE:
            return [Habits()] * len(match.players)
        return [await self._habits(player.user) for player in match.players]
