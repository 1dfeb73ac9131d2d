"""Clocks in words. Moments are Discord's timestamps, which each reader's client counts down."""

from collections.abc import Sequence

from bot.model.clocks import SeatClock
from bot.model.match import Status
from bot.model.pace import Kind, Timeout
from bot.model.position import Position
from bot.model.proposal import CLOCKED
from cogs.text import escaped
from rules.core.events import Seat
from rules.core.words import together


def moment(deadline: float) -> str:
    """Return a moment as each reader sees it: “in 5 minutes”."""
    return f"<t:{int(deadline)}:R>"


def deadlines(position: Position, names: Sequence[str]) -> list[str]:
    """Return public lines about the deadlines of the waiting seats, the seats whose clocks stand still, and those whose
    last ply was chosen for them because their time ran out; [] without a clock.
    """
    late = {proposal.seat for proposal in position.proposals if proposal.kind in CLOCKED}
    clocks = {seat: clock for seat, clock in _running(position).items() if seat not in late}
    lines = []
    moments = {_until(clock) for clock in clocks.values()}
    if len(moments) == 1:
        lines = [f"-# Time runs out {moments.pop()}"]
    elif clocks:
        each = together([f"{escaped(names[seat])} {_until(clock)}" for seat, clock in clocks.items()])
        lines = [f"-# Time runs out: {each}"]
    return [*lines, *_still(position, names), *_timed_out(position, names)]


def own_deadline(position: Position, seat: Seat, names: Sequence[str]) -> list[str]:
    """Return lines about the deadline of a seat, and about other seats whose clocks stand still; [] without either."""
    clock = _running(position).get(seat)
    lines = [f"-# Your time runs out {_until(clock)}"] if clock is not None else []
    if seat in position.resting and not position.resting[seat].is_agreed:
        lines = [f"-# You're on holiday: your clock stands still until {moment(position.resting[seat].until)}"]
    elif seat in position.untold:
        until = moment(position.untold[seat])
        lines = [f"-# I couldn't tell you that it's your turn: your clock stands still, but not beyond {until}"]
    return [*lines, *_still(position, names, but=seat)]


def times_left(position: Position, names: Sequence[str]) -> list[str]:
    """Return the pace of the match and the time that each player has left."""
    pace, clocks = position.match.pace, position.clocks
    if pace.kind is Kind.NONE or position.match.status is not Status.LIVE:
        return []
    lines = [f"-# {pace.description}"]
    for seat, clock in [(seat, clock) for seat, clock in enumerate(clocks) if not position.stands_still(seat)]:
        if clock.deadline is not None:
            lines.append(f"-# {escaped(names[seat])}: time runs out {_until(clock)}")
        elif pace.kind is Kind.LIVE and position.table is not None and seat not in position.table.left:
            lines.append(f"-# {escaped(names[seat])}: {minutes(clock.left)} left")
    return [*lines, *_still(position, names)]


def minutes(seconds: float) -> str:
    """Return the seconds left on a clock as minutes and seconds, such as “4:05”."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def _running(position: Position) -> dict[Seat, SeatClock]:
    """Return the clocks that run. Those of seats that could not be told of their turn, or have a break, stand still."""
    running = {seat: clock for seat, clock in enumerate(position.deadlines) if clock.deadline is not None}
    return {seat: clock for seat, clock in running.items() if not position.stands_still(seat)}


def _until(clock: SeatClock) -> str:
    assert clock.deadline is not None
    return moment(clock.deadline)


def _still(position: Position, names: Sequence[str], *, but: Seat | None = None) -> list[str]:
    """Return a line about the break of the match, or for each other seat whose clock stands still. but: not for this
    seat.
    """
    agreed = [rest.until for rest in position.resting.values() if rest.is_agreed]
    if agreed:
        return [f"-# A break, as agreed: no clock runs until {moment(max(agreed))}. `/match pause` ends it."]
    still = "their days don't count" if position.match.pace.kind is Kind.NONE else "their clock stands still"
    away = [
        f"-# {escaped(names[seat])} is on holiday: {still} until {moment(rest.until)}"
        for seat, rest in position.resting.items()
        if seat != but
    ]
    untold = [
        f"-# I can't reach {escaped(names[seat])}: {still}, but not beyond {moment(until)}"
        for seat, until in position.untold.items()
        if seat != but and seat not in position.resting
    ]
    return [*away, *untold]


def _timed_out(position: Position, names: Sequence[str]) -> list[str]:
    """Return lines about the seats whose latest ply was chosen for them."""
    if position.table is None:
        return []
    acted, left = position.table.acted, position.table.left
    late = [seat for seat, clock in enumerate(position.clocks) if 0 <= clock.timed_out == acted[seat]]
    absent = [escaped(names[seat]) for seat in late if seat not in left]
    gone = [escaped(names[seat]) for seat in late if seat in left]
    who = "A computer" if position.match.pace.timeout is Timeout.COMPUTER else "I"
    lines = [f"-# {together(absent)} ran out of time. {who} moved for them."] if absent else []
    how = "was absent" if position.match.pace.kind is Kind.NONE else "ran out of time"
    return [*lines, f"-# {together(gone)} {how}, which counts as resigning."] if gone else lines
