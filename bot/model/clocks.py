"""The clocks of a match: the time that each seat has left. Moments are seconds since 1970-01-01 UTC.

A clock runs while its seat has a decision to make. Only the moment at which it runs out is stored, so that a running
clock needs no updates; an outage of the bot moves that moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, NamedTuple

from bot.model.active_hours import ALWAYS, ActiveHours
from bot.model.breaks import Break
from bot.model.pace import DAY, HOUR, MINUTE, Kind, Pace
from bot.model.table import Table
from rules.core.events import Seat
from rules.core.undo import TookBack

FLOOR: Final = {Kind.LIVE: 10.0, Kind.CORRESPONDENCE: 10.0 * MINUTE, Kind.NONE: 10.0 * MINUTE}
"""The minimum time, in seconds, that a seat has left when a decision is due or another one follows."""

GRACE: Final = 2.0 * MINUTE
"""The minimum time, in seconds, that a seat has left after an outage; the length of the outage if that is shorter."""

UNTOLD: Final = {Kind.LIVE: 1.0 * HOUR, Kind.CORRESPONDENCE: 24.0 * HOUR, Kind.NONE: 7.0 * DAY}
"""The maximum time, in seconds, for which the clock of a seat stands still in a match, all in all, because its player
could not be told of their turn. It is bounded so that nobody stops a match for ever by closing their direct
messages; a live match is shorter, since its players wait at the table.
"""

PATIENT: Final = 3
"""The number of unanswered reminders after which a seat gets no more until it acts, except the final warning."""

SEEN: Final = {Kind.LIVE: 10.0, Kind.CORRESPONDENCE: float(MINUTE), Kind.NONE: float(DAY)}
"""The delay, in seconds, that outages must add to a deadline in total before its messages are drawn again."""

MOST_PACES: Final = 3
"""The hard limit of a decision by correspondence or of an absence, as a multiple of the time for it. Inactive hours do
not extend it.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatClock:
    """The clock of one seat."""

    left: float
    """The seconds that were left when the clock last started, or stopped; except in live games, active seconds."""
    since: float = 0.0
    """The moment at which the seat's present decision, or else its latest one, became due."""
    deadline: float | None = None
    """The moment at which the clock runs out; None: it is stopped."""
    counted: float = 0.0
    """The moment up to which the deadline already allows for outages."""
    timed_out: int = -1
    """The latest ply that was played because this clock ran out; -1: none."""
    remind: float | None = None
    """The moment of the next reminder; None: there is none before the next decision."""
    reminded: int = 0
    """The number of reminders since the seat last acted."""
    unseen: float = 0.0
    """The seconds that outages have added to the deadline since messages last showed it."""
    muted: bool = False
    """Whether the player wants no more reminders for this decision."""
    untold: float = 0.0
    """The seconds for which the clock has stood still in this match because its player could not be told."""


Clocks = tuple[SeatClock, ...]
"""The clocks by seat; () in a match without clocks."""


class Habits(NamedTuple):
    """The preferences of a player that affect a clock that counts active hours: any but a live one."""

    active_hours: ActiveHours = ALWAYS
    reminder_interval: float | None = None
    """The active seconds between reminders; None: only the final warning."""


class Outage(NamedTuple):
    """A period in which the bot did not run: from the end of its earlier run to the start of its next one."""

    start: float
    end: float


NO_OUTAGE: Final = Outage(0.0, 0.0)


class Passage(NamedTuple):
    """The facts about a change of a match that its clocks depend on."""

    before: Table | None
    after: Table | None
    """The table after the change; None: the match cannot be played at present."""
    now: float
    timed_out: Seat | None = None
    """The seat for which the change was made because its time was over; None: it was made for another reason."""


def carried_on(clocks: Clocks, pace: Pace, passage: Passage, habits: Sequence[Habits]) -> Clocks:
    """Return the clocks after a change of the match.

    A seat with a new decision gets its time, or what was left of it if the seat has taken back the ply that ended the
    earlier one. A bank gets its increment when its seat has decided and others are to decide, or the next turn begins.
    A seat that acts and must decide again in the same turn keeps its deadline, but has `FLOOR` left at least; without
    a pace, its time starts anew. An action that can be taken back changes no deadline.

    habits: those of each seat's player; the default ones in a live match.
    """
    before, after, now, _ = passage
    if after is None:
        return tuple(_paused(clock, now, habits[seat]) for seat, clock in enumerate(clocks))
    if before is None and clocks:  # the match resumes after a suspension
        asked, most = after.state.phase.waiting, inf if pace.kind is Kind.LIVE else float(pace.seconds)
        return tuple(
            _running(replace(clock, left=min(clock.left, most)), pace, now, habits[seat]) if seat in asked else clock
            for seat, clock in enumerate(clocks)
        )
    clocks = clocks or (SeatClock(left=float(pace.seconds)),) * len(habits)
    return tuple(_next(clock, pace, passage, seat, habits[seat]) for seat, clock in enumerate(clocks))


def _next(clock: SeatClock, pace: Pace, passage: Passage, seat: Seat, habits: Habits) -> SeatClock:
    before, after, now, timed_out = passage
    assert after is not None
    acted = before is not None and after.acted[seat] != before.acted[seat]
    if timed_out == seat:
        clock = replace(clock, timed_out=after.ply)
    elif acted and clock.reminded:
        clock = replace(clock, reminded=0)
    asked = seat in after.state.phase.waiting
    if clock.deadline is not None:
        assert before is not None
        if asked and after.state.turn == before.state.turn:
            if not acted or timed_out == seat or _may_come_back(after, seat):
                return clock
            if pace.kind is Kind.NONE:
                return _running(replace(clock, left=float(pace.seconds)), pace, now, habits)
            floored = replace(clock, deadline=max(clock.deadline, now + FLOOR[pace.kind]))
            return _planned(floored, pace, now, habits)
        clock = _stopped(clock, pace, now, habits)
    if not asked:
        return clock
    if pace.kind is not Kind.LIVE and clock.left != pace.seconds and not _took_back(after, seat):
        clock = replace(clock, left=float(pace.seconds))
    return _running(replace(clock, since=now, muted=False), pace, now, habits)


def _may_come_back(after: Table, seat: Seat) -> bool:
    """Return whether the seat can take back the latest ply without asking, or that ply was itself an undo.

    No seat gains time by acting and undoing.
    """
    return after.may_undo == seat or _took_back(after)


def _took_back(after: Table, seat: Seat | None = None) -> bool:
    """Return whether the latest ply was an undo. seat: an undo of this seat; None: of any."""
    return any(isinstance(event, TookBack) and seat in (None, event.seat) for event in after.events[-1])


def _running(clock: SeatClock, pace: Pace, now: float, habits: Habits) -> SeatClock:
    left = max(clock.left, FLOOR[pace.kind])
    latest = now + (left if pace.kind is Kind.LIVE else MOST_PACES * max(left, pace.seconds))
    deadline = habits.active_hours.after(now, left, latest)
    return _planned(replace(clock, deadline=deadline, counted=now), pace, now, habits)


def _planned(clock: SeatClock, pace: Pace, now: float, habits: Habits) -> SeatClock:
    """Return the clock with its next reminder: at the player's interval, or as a warning before the deadline."""
    assert clock.deadline is not None
    if pace.kind is Kind.NONE:
        return clock
    left, warning = habits.active_hours.awake(now, clock.deadline), warned_before(pace)
    pauses = [left - warning] if left > warning and clock.reminded <= PATIENT else []
    if habits.reminder_interval is not None and clock.reminded < PATIENT:
        pauses.append(habits.reminder_interval)
    remind = (
        habits.active_hours.after(now, min(pauses), clock.deadline) if pauses and not clock.muted else clock.deadline
    )
    return replace(clock, remind=remind if remind < clock.deadline else None)


def reminded(clocks: Clocks, seat: Seat, pace: Pace, now: float, habits: Habits) -> Clocks:
    """Return the clocks after a reminder to a seat."""
    clock = clocks[seat]
    again = _planned(replace(clock, reminded=clock.reminded + 1), pace, now, habits)
    return with_clock(clocks, seat, again)


def muted(clocks: Clocks, seat: Seat) -> Clocks:
    """Return the clocks with the reminders of a seat silenced until its next decision."""
    return with_clock(clocks, seat, replace(clocks[seat], muted=True, remind=None))


def _stopped(clock: SeatClock, pace: Pace, now: float, habits: Habits) -> SeatClock:
    """Return the clock as it stands after its seat has decided."""
    stopped = _paused(clock, now, habits)
    return replace(stopped, left=stopped.left + pace.increment) if pace.increment else stopped


def stopped(clocks: Clocks) -> Clocks:
    """Return the clocks with none of them running."""
    return tuple(replace(clock, deadline=None, remind=None) for clock in clocks)


def _paused(clock: SeatClock, now: float, habits: Habits) -> SeatClock:
    """Return the clock stopped, with the time it has left."""
    if clock.deadline is None:
        return clock
    return replace(clock, left=habits.active_hours.awake(now, clock.deadline), deadline=None, remind=None)


def after_outage(clock: SeatClock, outage: Outage, habits: Habits) -> SeatClock:
    """Return the clock with its deadline moved so that an outage costs no time.

    As many active seconds are left as at the start of the outage, but at least `GRACE`. The next reminder is moved in
    the same way. A clock that already allows for the outage is not changed. habits: those of the clock's player.
    """
    if clock.deadline is None or clock.counted >= outage.end:
        return clock
    start = max(outage.start, clock.counted)
    left = habits.active_hours.awake(start, clock.deadline)
    grace = min(GRACE, outage.end - outage.start)
    deadline = max(habits.active_hours.after(outage.end, left), outage.end + grace, clock.deadline)
    unseen = clock.unseen + deadline - clock.deadline
    moved = replace(clock, deadline=deadline, counted=outage.end, unseen=unseen)
    if clock.remind is None:
        return moved
    remind = habits.active_hours.after(outage.end, habits.active_hours.awake(start, clock.remind), deadline)
    return replace(moved, remind=remind if remind < deadline else None)


def in_break(clock: SeatClock, pause: Break, now: float, pace: Pace, habits: Habits) -> SeatClock:
    """Return the clock with its deadline moved by the part of a break that is over. The messages are drawn again at the
    first look in the break and at the last one; in between they say that the clock stands still.
    """
    if clock.deadline is None or not clock.counted < pause.ends or now < pause.begins:
        return clock
    is_first, end = clock.counted < pause.begins, min(now, pause.ends)
    if end <= clock.counted:
        return clock
    moved = after_outage(clock, Outage(pause.begins, end), habits)
    is_turn = is_first or end == pause.ends
    return replace(moved, unseen=clock.unseen + (SEEN[pace.kind] if is_turn else 0.0))


def break_turns(clock: SeatClock, pause: Break) -> float | None:
    """Return the next moment at which a break begins or ends for a running clock, which may have passed; None if the
    break has no part in it.
    """
    if clock.deadline is None or clock.counted >= pause.ends or clock.deadline <= pause.begins:
        return None
    return pause.begins if clock.counted < pause.begins else pause.ends


def due_after(clock: SeatClock, pause: Break, now: float) -> SeatClock:
    """Return the clock as it comes due if a break lasts until its end; unchanged if it is not in the break."""
    if clock.deadline is None or not pause.is_on(now):
        return clock
    return replace(clock, deadline=clock.deadline + pause.ends - max(pause.begins, clock.counted), remind=pause.ends)


def while_untold(clock: SeatClock, since: float, now: float, pace: Pace, habits: Habits) -> SeatClock:
    """Return the clock with its deadline moved by the time in which its player could not be told of their turn, up to
    `UNTOLD` in all. Messages show that the clock stands still, and the later deadline only at the end.

    since: the moment at which that was found out. A moment before the present decision counts for nothing.
    """
    until = _stands_until(clock, since, pace)
    start, end = max(since, clock.counted), min(now, until)
    if end <= start:
        return clock
    moved = after_outage(clock, Outage(start, end), habits)
    unseen = clock.unseen if end < until else moved.unseen + SEEN[pace.kind]
    return replace(moved, untold=clock.untold + end - start, unseen=unseen)


def stands_until(clock: SeatClock, since: float, now: float, pace: Pace) -> float | None:
    """Return until when, at the latest, a clock stands still because its player could not be told; None if it runs.
    since: as for `while_untold`.
    """
    until = _stands_until(clock, since, pace)
    return until if until > now else None


def as_due(clock: SeatClock, since: float, now: float, pace: Pace) -> SeatClock:
    """Return the clock as it comes due, if it stands still for as long as it can; unchanged if it runs. Its next
    reminder is the moment at which it goes on. since: as for `while_untold`.
    """
    until = stands_until(clock, since, now, pace)
    if clock.deadline is None or until is None:
        return clock
    return replace(clock, deadline=clock.deadline + UNTOLD[pace.kind] - clock.untold, remind=until)


def _stands_until(clock: SeatClock, since: float, pace: Pace) -> float:
    """Return until when a clock stands still at the latest, a moment that may have passed; 0 if it does not."""
    if clock.deadline is None or clock.muted or since < clock.since:
        return 0.0
    return max(since, clock.counted) + UNTOLD[pace.kind] - clock.untold


def extended(clocks: Clocks, seat: Seat, until: float) -> Clocks:
    """Return the clocks with a new deadline for a seat, and no reminder before it."""
    return with_clock(clocks, seat, replace(clocks[seat], deadline=until, remind=None))


def given(clock: SeatClock, seconds: float, pace: Pace, now: float, habits: Habits) -> SeatClock:
    """Return the clock with this many seconds left, active seconds except in a live match."""
    return _running(replace(clock, left=seconds), pace, now, habits)


def with_clock(clocks: Clocks, seat: Seat, clock: SeatClock) -> Clocks:
    """Return the clocks with that of a seat replaced."""
    return (*clocks[:seat], clock, *clocks[seat + 1 :])


def started(before: Clocks, after: Clocks) -> frozenset[Seat]:
    """Return the seats whose clocks have started to run for a new decision."""
    running_since = {seat: clock.since for seat, clock in enumerate(after) if clock.deadline is not None}
    ran_since = {seat: clock.since for seat, clock in enumerate(before) if clock.deadline is not None}
    return frozenset(seat for seat, since in running_since.items() if ran_since.get(seat) != since)


def unseen(clocks: Clocks) -> float:
    """Return the largest delay that outages have added to a deadline since messages last showed it."""
    return max((clock.unseen for clock in clocks), default=0.0)


def shown(clocks: Clocks) -> Clocks:
    """Return the clocks as they stand once messages with the present deadlines are due to be sent."""
    return tuple(replace(clock, unseen=0.0) if clock.unseen else clock for clock in clocks)


def first_over(clocks: Clocks, now: float) -> Sequence[Seat]:
    """Return the seats whose time was over first: none, one, or several at the same moment."""
    over = {seat: c.deadline for seat, c in enumerate(clocks) if c.deadline is not None and c.deadline <= now}
    return [seat for seat, deadline in over.items() if deadline == min(over.values())]


def first_reminder(clocks: Clocks, now: float) -> Seat | None:
    """Return a seat whose reminder is due; None: no reminder is."""
    return next((seat for seat, clock in enumerate(clocks) if clock.remind is not None and clock.remind <= now), None)


def next_reminder(clocks: Clocks) -> float | None:
    """Return the moment of the next reminder; None: there is none."""
    return min((clock.remind for clock in clocks if clock.remind is not None), default=None)


def next_deadline(clocks: Clocks) -> float | None:
    """Return the next deadline; None: no clock runs."""
    return min((clock.deadline for clock in clocks if clock.deadline is not None), default=None)


def warned_before(pace: Pace) -> float:
    """Return the seconds between the warning and the deadline: a minute in a live match, else a tenth of the pace but
    at most 2 hours.
    """
    return float(MINUTE) if pace.kind is Kind.LIVE else min(2.0 * HOUR, pace.seconds / 10)
