"""The clocks of a match: how much time each seat has left, and until when. Moments are seconds since 1970-01-01 UTC.

A clock runs as long as its seat is asked. It is stored by the moment at which it runs out, so that nothing has to be
counted while it runs; a bot that was down moves that moment.
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
"""Seconds that are there at least when somebody is asked, or has done something and is asked on."""

GRACE: Final = 2.0 * MINUTE
"""Seconds that are there at least when the bot is back, or as many as it was down."""

PATIENT: Final = 3
"""Reminders without an answer after which there are none before somebody acts, but for one warning."""

SEEN: Final = {Kind.LIVE: 10.0, Kind.CORRESPONDENCE: float(MINUTE)}
"""Seconds by which outages have to move a clock, all of them together, for what shows it to be drawn again."""

LONGEST: Final = 3
"""By correspondence: times the span of the pace after which the time is over, whatever hours somebody sleeps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatClock:
    """The time of a seat."""

    left: float
    """Seconds that it has from the next time that it runs, or had when it began to run; by correspondence they are
    waking ones."""
    since: float = 0.0
    """When its seat was asked last."""
    deadline: float | None = None
    """When it runs out; None: it stands still."""
    counted: float = 0.0
    """Until when times in which the bot was down have been counted into the deadline."""
    lapsed: int = -1
    """The latest ply that was made because it had run out; -1: none."""
    remind: float | None = None
    """When its seat is called again; None: not before it is asked anew."""
    reminded: int = 0
    """How often it was called again since it last acted."""
    unseen: float = 0.0
    """By how many seconds it runs out later than what hangs says: outages have moved it since that was drawn."""
    muted: bool = False
    """Whether its player wants no call any more before they are asked anew."""


Clocks = tuple[SeatClock, ...]
"""By seat; () where no time is counted."""


class Habits(NamedTuple):
    """What a clock by correspondence heeds of a player."""

    waking: Waking = ALWAYS
    reminders: float | None = None
    """Waking seconds after which they want to be called again; None: never."""


class Life(NamedTuple):
    """Between what moments nothing could be decided here: the bot was down."""

    ended: float
    began: float


NEVER_DOWN: Final = Life(0.0, 0.0)


class Passage(NamedTuple):
    """What a change of a match is to its clocks."""

    before: Table | None
    after: Table | None
    """None: while nothing can be played."""
    now: float
    lapsed: Seat | None = None
    """Whose time was over, if it was made for that."""


def carried_on(clocks: Clocks, pace: Pace, passage: Passage, habits: Sequence[Habits]) -> Clocks:
    """The clocks after a change. habits: by seat; none in a live match.

    Whoever is asked anew gets their time; a bank gets its increment when its seat has decided and others are asked, or
    the next turn begins. Whoever has done something and is asked on keeps the deadline, with `FLOOR` at least, unless
    it can be taken back.
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
    """Whether the latest ply can be taken back unasked, or took one back: by doing and undoing nobody gains time."""
    return after.may_undo == seat or any(isinstance(event, TookBack) for event in after.events[-1])


def _running(clock: SeatClock, pace: Pace, now: float, habits: Habits) -> SeatClock:
    left = max(clock.left, FLOOR[pace.kind])
    latest = now + (left if pace.kind is Kind.LIVE else LONGEST * pace.seconds)
    deadline = habits.waking.after(now, left, latest)
    return _planned(replace(clock, deadline=deadline, counted=now), pace, now, habits)


def _planned(clock: SeatClock, pace: Pace, now: float, habits: Habits) -> SeatClock:
    """With the moment at which its seat is called again: as it likes to be, and as a warning before the end."""
    assert clock.deadline is not None
    left, warning = habits.waking.awake(now, clock.deadline), warned_before(pace)
    pauses = [left - warning] if left > warning and clock.reminded <= PATIENT else []
    if habits.reminders is not None and clock.reminded < PATIENT:
        pauses.append(habits.reminders)
    remind = habits.waking.after(now, min(pauses), clock.deadline) if pauses and not clock.muted else clock.deadline
    return replace(clock, remind=remind if remind < clock.deadline else None)


def reminded(clocks: Clocks, seat: Seat, pace: Pace, now: float, habits: Habits) -> Clocks:
    """The clocks once a seat has been called again."""
    clock = clocks[seat]
    again = _planned(replace(clock, reminded=clock.reminded + 1), pace, now, habits)
    return _with(clocks, seat, again)


def muted(clocks: Clocks, seat: Seat) -> Clocks:
    """The clocks once a seat wants no call any more before it is asked anew."""
    return _with(clocks, seat, replace(clocks[seat], muted=True, remind=None))


def _stopped(clock: SeatClock, pace: Pace, now: float) -> SeatClock:
    """Its seat has decided."""
    assert clock.deadline is not None
    left = max(0.0, clock.deadline - now) + pace.increment if pace.kind is Kind.LIVE else float(pace.seconds)
    return replace(clock, left=left, deadline=None, remind=None)


def _paused(clock: SeatClock, now: float, habits: Habits) -> SeatClock:
    """It goes on later where it stood."""
    if clock.deadline is None:
        return clock
    return replace(clock, left=habits.waking.awake(now, clock.deadline), deadline=None, remind=None)


def after_outage(clock: SeatClock, life: Life, habits: Habits) -> SeatClock:
    """The clock after a time in which the bot was down, which is not counted: as many waking seconds are left as when
    that began, and some at least (`GRACE`); and as many until its seat is called again. habits: as for `carried_on`.

    Nothing changes for a clock into which it has been counted.
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
    """The clocks with another moment at which a seat's time is over; it is not called for that once more."""
    return _with(clocks, seat, replace(clocks[seat], deadline=until, remind=None))


def given_more(clocks: Clocks, seat: Seat, pace: Pace, now: float, habits: Habits) -> Clocks:
    """The clocks once the others have given a seat more time (`Pace.extension`)."""
    return _with(clocks, seat, _running(replace(clocks[seat], left=float(pace.extension)), pace, now, habits))


def _with(clocks: Clocks, seat: Seat, clock: SeatClock) -> Clocks:
    return (*clocks[:seat], clock, *clocks[seat + 1 :])


def started(before: Clocks, after: Clocks) -> frozenset[Seat]:
    """The seats whose clock runs since another moment than before: those that are asked anew."""
    now = {seat: clock.since for seat, clock in enumerate(after) if clock.deadline is not None}
    known = {seat: clock.since for seat, clock in enumerate(before) if clock.deadline is not None}
    return frozenset(seat for seat, since in now.items() if known.get(seat) != since)


def unseen(clocks: Clocks) -> float:
    """By how many seconds a clock runs out later than what hangs says, that one of which it is most."""
    return max((clock.unseen for clock in clocks), default=0.0)


def shown(clocks: Clocks) -> Clocks:
    """The clocks once what shows them is owed as they are."""
    return tuple(replace(clock, unseen=0.0) if clock.unseen else clock for clock in clocks)


def first_over(clocks: Clocks, now: float) -> Sequence[Seat]:
    """Whose time was over first: nobody's, or one seat's, or several's at the same moment."""
    over = {seat: c.deadline for seat, c in enumerate(clocks) if c.deadline is not None and c.deadline <= now}
    return [seat for seat, deadline in over.items() if deadline == min(over.values())]


def first_reminder(clocks: Clocks, now: float) -> Seat | None:
    """Who is to be called again now, if anybody is."""
    return next((seat for seat, clock in enumerate(clocks) if clock.remind is not None and clock.remind <= now), None)


def next_reminder(clocks: Clocks) -> float | None:
    """When somebody is called again next."""
    return min((clock.remind for clock in clocks if clock.remind is not None), default=None)


def next_deadline(clocks: Clocks) -> float | None:
    """When somebody's time is over next."""
    return min((clock.deadline for clock in clocks if clock.deadline is not None), default=None)


def warned_before(pace: Pace) -> float:
    """How many seconds before the end somebody is warned: live a minute, else a tenth of the span, at most 2 hours."""
    return float(MINUTE) if pace.kind is Kind.LIVE else min(2.0 * HOUR, pace.seconds / 10)
