"""The clocks of a match: how much time each seat has left, and until when. Moments are seconds since 1970-01-01 UTC.

A clock runs as long as its seat is asked. It is stored by the moment at which it runs out, so that nothing has to be
counted while it runs; a bot that was down moves that moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.model.pace import HOUR, MINUTE, Kind, Pace
from bot.model.table import Table
from bot.model.waking import Waking
from rules.core.events import Seat

FLOOR: Final = {Kind.LIVE: 10.0, Kind.CORRESPONDENCE: 10.0 * MINUTE}
"""Seconds that are there at least when somebody is asked, or has done something and is asked on."""

GRACE: Final = 2.0 * MINUTE
"""Seconds that are there at least when the bot is back."""

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


Clocks = tuple[SeatClock, ...]
"""By seat; () where no time is counted."""


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


def carried_on(clocks: Clocks, pace: Pace, passage: Passage, waking: Sequence[Waking]) -> Clocks:
    """The clocks after a change. waking: by seat, when its clock runs; always, in a live match.

    Whoever is asked anew gets their time; a bank gets its increment when its seat has decided and others are asked, or
    the next turn begins. Whoever has done something and is asked on keeps the deadline, with `FLOOR` at least.
    """
    before, after, now, _ = passage
    if pace.kind is Kind.NONE:
        return ()
    if after is None:
        return tuple(_paused(clock, now, waking[seat]) for seat, clock in enumerate(clocks))
    if before is None and clocks:  # it was set aside
        asked = after.state.phase.waiting
        return tuple(
            _running(clock, pace, now, waking[seat], anew=False) if seat in asked else clock
            for seat, clock in enumerate(clocks)
        )
    clocks = clocks or (SeatClock(left=float(pace.seconds)),) * len(waking)
    return tuple(_next(clock, pace, passage, seat, waking[seat]) for seat, clock in enumerate(clocks))


def _next(clock: SeatClock, pace: Pace, passage: Passage, seat: Seat, hours: Waking) -> SeatClock:
    before, after, now, lapsed = passage
    assert after is not None
    if lapsed == seat:
        clock = replace(clock, lapsed=after.ply)
    asked = seat in after.state.phase.waiting
    if clock.deadline is None:
        return _running(clock, pace, now, hours, anew=True) if asked else clock
    assert before is not None
    if asked and after.state.turn == before.state.turn:
        if after.acted[seat] == before.acted[seat] or lapsed == seat:
            return clock
        return replace(clock, deadline=max(clock.deadline, now + FLOOR[pace.kind]))
    stopped = _stopped(clock, pace, now)
    return _running(stopped, pace, now, hours, anew=True) if asked else stopped


def _running(clock: SeatClock, pace: Pace, now: float, hours: Waking, *, anew: bool) -> SeatClock:
    left = max(clock.left, FLOOR[pace.kind])
    latest = now + (left if pace.kind is Kind.LIVE else LONGEST * pace.seconds)
    deadline = hours.after(now, left, latest)
    return replace(clock, since=now if anew else clock.since, deadline=deadline, counted=now)


def _stopped(clock: SeatClock, pace: Pace, now: float) -> SeatClock:
    """Its seat has decided."""
    assert clock.deadline is not None
    if pace.kind is Kind.LIVE:
        return replace(clock, left=max(0.0, clock.deadline - now) + pace.increment, deadline=None)
    return replace(clock, left=float(pace.seconds), deadline=None)


def _paused(clock: SeatClock, now: float, hours: Waking) -> SeatClock:
    """It goes on later where it stood."""
    if clock.deadline is None:
        return clock
    return replace(clock, left=hours.awake(now, clock.deadline), deadline=None)


def after_outage(clock: SeatClock, life: Life, hours: Waking) -> SeatClock:
    """The clock after a time in which the bot was down, which is not counted: as many waking seconds are left as when
    that began, and `GRACE` at least.

    hours: as for `carried_on`. Nothing changes for a clock into which it has been counted.
    """
    if clock.deadline is None or clock.counted >= life.began:
        return clock
    ended = max(life.ended, clock.counted)
    left = hours.awake(ended, clock.deadline)
    deadline = max(hours.after(life.began, left), life.began + GRACE, clock.deadline)
    return replace(clock, deadline=deadline, counted=life.began)


def started(before: Clocks, after: Clocks) -> frozenset[Seat]:
    """Who was asked anew."""
    asked = (seat for seat, clock in enumerate(after) if clock.deadline is not None)
    return frozenset(seat for seat in asked if not before or after[seat].since != before[seat].since)


def first_over(clocks: Clocks, now: float) -> Seat | None:
    """Whose time was over first, if anybody's is."""
    over = [(c.deadline, seat) for seat, c in enumerate(clocks) if c.deadline is not None and c.deadline <= now]
    return min(over)[1] if over else None


def next_deadline(clocks: Clocks) -> float | None:
    """When somebody's time is over next."""
    return min((clock.deadline for clock in clocks if clock.deadline is not None), default=None)


def warned_before(pace: Pace) -> float:
    """How many seconds before the end somebody is warned: live a minute, else a tenth of the span, at most 2 hours."""
    return float(MINUTE) if pace.kind is Kind.LIVE else min(2.0 * HOUR, pace.seconds / 10)
