"""The clocks of a match: how much time each seat has left, and until when.

Moments are seconds since 1970-01-01 UTC. A clock runs as long as its seat is asked. It is stored by the moment at which
it runs out, so that nothing has to be counted while it runs; an outage moves that moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.model.active_hours import ALWAYS, Waking
from bot.model.pace import HOUR, MINUTE, Kind, Pace
from bot.model.table import Table
from rules.core.events import Seat
from rules.core.undo import TookBack

FLOOR: Final = {Kind.LIVE: 10.0, Kind.CORRESPONDENCE: 10.0 * MINUTE}
"""Minimum time left when a seat is asked or asked again, in seconds."""

GRACE: Final = 2.0 * MINUTE
"""Minimum time left after an outage (the outage's length, if shorter), in seconds."""

PATIENT: Final = 3
"""Unanswered reminders after which no more are sent, the final warning excepted."""

SEEN: Final = {Kind.LIVE: 10.0, Kind.CORRESPONDENCE: float(MINUTE)}
"""Seconds by which outages have to shift a clock in total before it is redrawn."""

LONGEST: Final = 3
"""Hard limit for correspondence, as a multiple of the pace; active hours do not extend it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatClock:
    """The clock of a seat."""

    left: float
    """Seconds that the seat has when its clock starts to run, or had then; in correspondence games active seconds."""
    since: float = 0.0
    """When the seat was last asked."""
    deadline: float | None = None
    """When the clock runs out; None: it stands still."""
    counted: float = 0.0
    """The moment up to which outages have been counted into the deadline."""
    lapsed: int = -1
    """The latest ply that was made because the clock had run out; -1: none."""
    remind: float | None = None
    """When the seat is reminded; None: not before it is asked anew."""
    reminded: int = 0
    """The number of reminders since the seat last acted."""
    unseen: float = 0.0
    """Seconds by which the posted deadline is too early: outages have moved it since it was drawn."""
    muted: bool = False
    """Whether the player wants no more pings before they are asked anew."""


Clocks = tuple[SeatClock, ...]
"""The clocks by seat; () where no time is counted."""


class Habits(NamedTuple):
    """The habits of a player that a clock heeds in correspondence games."""

    waking: Waking = ALWAYS
    reminders: float | None = None
    """Active seconds between reminders; None: none."""


class Life(NamedTuple):
    """An outage: its start and its end."""

    ended: float
    began: float


NEVER_DOWN: Final = Life(0.0, 0.0)


class Passage(NamedTuple):
    """The parts of a change that matter to the clocks."""

    before: Table | None
    after: Table | None
    """None: nothing can be played."""
    now: float
    lapsed: Seat | None = None
    """The seat whose timeout made the change."""


def carried_on(clocks: Clocks, pace: Pace, passage: Passage, habits: Sequence[Habits]) -> Clocks:
    """Return the clocks after a change. habits: by seat; unused in a live match.

    A seat that is asked anew gets its time; a bank gets its increment when its seat has decided and others are asked,
    or the next turn begins. A seat that has acted and is asked again keeps its deadline, with `FLOOR` at least, unless
    the ply can be taken back.
    """
    before, after, now, _ = passage
    if pace.kind is Kind.NONE:
        return ()
    if after is None:
        return tuple(_paused(clock, now, habits[seat]) for seat, clock in enumerate(clocks))
    if before is None and clocks:  # it was set aside
        asked = after.state.phase.waiting
        return tuple(
            _running(clock, pace, now, habits[seat]) if seat in asked else clock for seat, clock in enumerate(clocks)
        )
    clocks = clocks or (SeatClock(left=float(pace.seconds)),) * len(habits)
    return tuple(_next(clock, pace, passage, seat, habits[seat]) for seat, clock in enumerate(clocks))


def _next(clock: SeatClock, pace: Pace, passage: Passage, seat: Seat, habits: Habits) -> SeatClock:
    before, after, now, lapsed = passage
    assert after is not None
    acted = before is not None and after.acted[seat] != before.acted[seat]
    if lapsed == seat:
        clock = replace(clock, lapsed=after.ply)
    elif acted:
        clock = replace(clock, reminded=0)
    asked = seat in after.state.phase.waiting
    if clock.deadline is not None:
        assert before is not None
        if asked and after.state.turn == before.state.turn:
            if not acted or lapsed == seat or _may_come_back(after, seat):
                return clock
            floored = replace(clock, deadline=max(clock.deadline, now + FLOOR[pace.kind]))
            return _planned(floored, pace, now, habits)
        clock = _stopped(clock, pace, now)
    return _running(replace(clock, since=now, muted=False), pace, now, habits) if asked else clock


def _may_come_back(after: Table, seat: Seat) -> bool:
    """Return whether the latest ply can be taken back unasked, or took one back, so that nobody gains time by doing and
    undoing.
    """
    return after.may_undo == seat or any(isinstance(event, TookBack) for event in after.events[-1])


def _running(clock: SeatClock, pace: Pace, now: float, habits: Habits) -> SeatClock:
    left = max(clock.left, FLOOR[pace.kind])
    latest = now + (left if pace.kind is Kind.LIVE else LONGEST * pace.seconds)
    deadline = habits.waking.after(now, left, latest)
    return _planned(replace(clock, deadline=deadline, counted=now), pace, now, habits)


def _planned(clock: SeatClock, pace: Pace, now: float, habits: Habits) -> SeatClock:
    """Return the clock with its next reminder: at the player's interval, or as a warning before the end."""
    assert clock.deadline is not None
    left, warning = habits.waking.awake(now, clock.deadline), warned_before(pace)
    pauses = [left - warning] if left > warning and clock.reminded <= PATIENT else []
    if habits.reminders is not None and clock.reminded < PATIENT:
        pauses.append(habits.reminders)
    remind = habits.waking.after(now, min(pauses), clock.deadline) if pauses and not clock.muted else clock.deadline
    return replace(clock, remind=remind if remind < clock.deadline else None)


def reminded(clocks: Clocks, seat: Seat, pace: Pace, now: float, habits: Habits) -> Clocks:
    """Return the clocks after a reminder to a seat."""
    clock = clocks[seat]
    again = _planned(replace(clock, reminded=clock.reminded + 1), pace, now, habits)
    return _with(clocks, seat, again)


def muted(clocks: Clocks, seat: Seat) -> Clocks:
    """Return the clocks after a seat has muted its pings for the turn."""
    return _with(clocks, seat, replace(clocks[seat], muted=True, remind=None))


def _stopped(clock: SeatClock, pace: Pace, now: float) -> SeatClock:
    """Return the clock of a seat that has decided."""
    assert clock.deadline is not None
    left = max(0.0, clock.deadline - now) + pace.increment if pace.kind is Kind.LIVE else float(pace.seconds)
    return replace(clock, left=left, deadline=None, remind=None)


def _paused(clock: SeatClock, now: float, habits: Habits) -> SeatClock:
    """Return the clock of a seat that will go on later with the time it has left."""
    if clock.deadline is None:
        return clock
    return replace(clock, left=habits.waking.awake(now, clock.deadline), deadline=None, remind=None)


def after_outage(clock: SeatClock, life: Life, habits: Habits) -> SeatClock:
    """Return the clock after an outage, which is not counted: as many active seconds are left as at its start, and some
    at least (`GRACE`); likewise until the next reminder. An outage that has been counted changes nothing.

    habits: as for `carried_on`.
    """
    if clock.deadline is None or clock.counted >= life.began:
        return clock
    ended = max(life.ended, clock.counted)
    left = habits.waking.awake(ended, clock.deadline)
    grace = min(GRACE, life.began - life.ended)
    deadline = max(habits.waking.after(life.began, left), life.began + grace, clock.deadline)
    unseen = clock.unseen + deadline - clock.deadline
    moved = replace(clock, deadline=deadline, counted=life.began, unseen=unseen)
    if clock.remind is None:
        return moved
    remind = habits.waking.after(life.began, habits.waking.awake(ended, clock.remind), deadline)
    return replace(moved, remind=remind if remind < deadline else None)


def extended(clocks: Clocks, seat: Seat, until: float) -> Clocks:
    """Return the clocks with another deadline of a seat, without a reminder for it."""
    return _with(clocks, seat, replace(clocks[seat], deadline=until, remind=None))


def given_more(clocks: Clocks, seat: Seat, pace: Pace, now: float, habits: Habits) -> Clocks:
    """Return the clocks after the others have given a seat more time (`Pace.extension`)."""
    return _with(clocks, seat, _running(replace(clocks[seat], left=float(pace.extension)), pace, now, habits))


def _with(clocks: Clocks, seat: Seat, clock: SeatClock) -> Clocks:
    return (*clocks[:seat], clock, *clocks[seat + 1 :])


def started(before: Clocks, after: Clocks) -> frozenset[Seat]:
    """Return the seats whose clock has started anew: those that are asked anew."""
    now = {seat: clock.since for seat, clock in enumerate(after) if clock.deadline is not None}
    known = {seat: clock.since for seat, clock in enumerate(before) if clock.deadline is not None}
    return frozenset(seat for seat, since in now.items() if known.get(seat) != since)


def unseen(clocks: Clocks) -> float:
    """Return the largest number of seconds by which a posted deadline is too early."""
    return max((clock.unseen for clock in clocks), default=0.0)


def shown(clocks: Clocks) -> Clocks:
    """Return the clocks as they are once their posted deadlines have been redrawn."""
    return tuple(replace(clock, unseen=0.0) if clock.unseen else clock for clock in clocks)


def first_over(clocks: Clocks, now: float) -> Sequence[Seat]:
    """Return the seats whose clock ran out first: none, one, or several at the same moment."""
    over = {seat: c.deadline for seat, c in enumerate(clocks) if c.deadline is not None and c.deadline <= now}
    return [seat for seat, deadline in over.items() if deadline == min(over.values())]


def first_reminder(clocks: Clocks, now: float) -> Seat | None:
    """Return the seat to be reminded now, or None."""
    return next((seat for seat, clock in enumerate(clocks) if clock.remind is not None and clock.remind <= now), None)


def next_reminder(clocks: Clocks) -> float | None:
    """Return when the next seat is reminded, or None."""
    return min((clock.remind for clock in clocks if clock.remind is not None), default=None)


def next_deadline(clocks: Clocks) -> float | None:
    """Return when the next clock runs out, or None."""
    return min((clock.deadline for clock in clocks if clock.deadline is not None), default=None)


def warned_before(pace: Pace) -> float:
    """Return how many seconds before the end a player is warned: in live games a minute, else a tenth of the pace, at
    most 2 hours.
    """
    return float(MINUTE) if pace.kind is Kind.LIVE else min(2.0 * HOUR, pace.seconds / 10)
