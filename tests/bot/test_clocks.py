"""The arithmetic of clocks, without a table, a database or any waiting."""

from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.application.time.uptime import BEAT, STOOD_STILL
from bot.model.active_hours import ActiveHours
from bot.model.clocks import (
    PATIENT,
    Clocks,
    Habits,
    Outage,
    Passage,
    after_outage,
    carried_on,
    first_over,
    first_reminder,
    muted,
    next_deadline,
    next_reminder,
    reminded,
    started,
    warned_before,
)
from bot.model.pace import HOUR, Pace
from bot.model.table import Table
from tests.bot.test_waking import wakings
from tests.examples import examples

START: Final = 1.78e9
LIVE, DAYS = Pace.read("5+10"), Pace.read("24h")
BOTH = [Habits(), Habits()]


def table(*asked: int, ply: int = 0, turn: int = 1, acted: tuple[int, ...] = (-1, -1)) -> Table:
    """Return the part of a table that clocks read."""
    state = SimpleNamespace(phase=SimpleNamespace(waiting=asked), turn=turn)
    return cast("Table", SimpleNamespace(state=state, ply=ply, acted=acted, may_undo=None, events=((),)))


def begun(pace: Pace, habits: list[Habits] = BOTH) -> Clocks:
    return carried_on((), pace, Passage(None, table(0), START), habits)


def test_a_clock_runs_while_its_seat_is_asked() -> None:
    clocks = begun(LIVE)
    assert [clock.deadline for clock in clocks] == [START + 300, None]
    assert started((), clocks) == {0}
    clocks = carried_on(clocks, LIVE, Passage(table(0), table(1, ply=1, acted=(1, -1)), START + 40), BOTH)
    assert [(clock.left, clock.deadline) for clock in clocks] == [(270, None), (300, START + 340)]


def test_a_player_who_acts_and_is_asked_again_keeps_the_deadline_and_a_minimum() -> None:
    clocks = begun(LIVE)
    for second, deadline in ((40, 300), (295, 305)):
        passage = Passage(table(0), table(0, ply=1, acted=(1, -1)), START + second)
        assert carried_on(clocks, LIVE, passage, BOTH)[0].deadline == START + deadline


def test_each_turn_starts_with_fresh_time() -> None:
    clocks = begun(DAYS)
    passage = Passage(table(0), table(0, ply=1, turn=2, acted=(1, -1)), START + HOUR)
    after = carried_on(clocks, DAYS, passage, BOTH)
    assert after[0].deadline == START + 25 * HOUR
    assert started(clocks, after) == {0}
    live = carried_on(begun(LIVE), LIVE, replace_now(passage, START + 100), BOTH)
    assert live[0].deadline == START + 300 + LIVE.increment


def test_another_players_action_does_not_stop_the_clock_of_an_asked_seat() -> None:
    clocks = carried_on((), DAYS, Passage(None, table(0, 1), START), BOTH)
    after = carried_on(clocks, DAYS, Passage(table(0, 1), table(1, ply=1, acted=(1, -1)), START + 50), BOTH)
    assert after[1] == clocks[1]
    assert after[0].deadline is None
    assert started(clocks, after) == set()


def test_a_player_out_of_time_gets_none_before_the_next_turn() -> None:
    clocks = begun(LIVE)
    same = Passage(table(0), table(0, ply=1, acted=(1, -1)), START + 300, timed_out=0)
    after = carried_on(clocks, LIVE, same, BOTH)
    assert first_over(after, START + 300) == [0]
    assert after[0].timed_out == 1
    passed = Passage(table(0), table(1, ply=2, acted=(2, -1)), START + 301, timed_out=0)
    after = carried_on(after, LIVE, passed, BOTH)
    assert after[0].left == LIVE.increment
    none = Pace.read("5+0")
    over = carried_on(begun(none), none, replace_now(passed, START + 400), BOTH)
    back = carried_on(over, none, Passage(table(1), table(0, ply=3, acted=(2, 3)), START + 500), BOTH)
    assert back[0].deadline == START + 500 + 10, "at least ten seconds are left"


def test_a_quarantined_match_resumes_with_the_time_it_had() -> None:
    for pace in (LIVE, DAYS):
        paused = carried_on(begun(pace), pace, Passage(table(0), None, START + 60), BOTH)
        assert next_deadline(paused) is None
        again = carried_on(paused, pace, Passage(None, table(0), START + 9000), BOTH)
        assert again[0].deadline == START + 9000 + pace.seconds - 60
        assert again[1] == begun(pace)[1]


def test_in_correspondence_games_only_waking_hours_count_up_to_a_hard_limit() -> None:
    night = ActiveHours.read("UTC 00:00-04:00")
    [clock, _] = begun(DAYS, [Habits(night), Habits()])
    assert clock.deadline == START + 3 * DAYS.seconds
    [clock, _] = begun(Pace.read("2h"), [Habits(night), Habits()])
    assert clock.deadline is not None
    assert night.awake(START, clock.deadline) == pytest.approx(2 * HOUR)


def test_an_outage_leaves_as_much_time_as_before_and_at_least_a_grace() -> None:
    [clock, rests] = begun(LIVE)
    outage = Outage(START + 100, START + 5000)
    assert after_outage(clock, outage, Habits()).deadline == START + 5000 + 200
    assert after_outage(clock, Outage(START + 299, START + 5000), Habits()).deadline == START + 5000 + 120
    assert after_outage(clock, Outage(START - 100, START + 50), Habits()).deadline == START + 350
    assert after_outage(rests, outage, Habits()) == rests
    once = after_outage(clock, outage, Habits())
    assert after_outage(once, outage, Habits()) == once


def test_hours_of_sleep_around_an_outage_are_not_counted() -> None:
    day = ActiveHours.read("UTC 08:00-22:00")
    evening = 20_600 * 24 * HOUR + 20 * HOUR
    clocks = carried_on((), Pace.read("2h"), Passage(None, table(0), float(evening)), [Habits(day), Habits()])
    morning = evening + 10 * HOUR
    assert after_outage(clocks[0], Outage(evening, morning), Habits(day)).deadline == morning + 4 * HOUR


def test_reminders_follow_the_players_interval_warn_before_the_end_and_stop() -> None:
    daily = [Habits(reminder_interval=12 * HOUR), Habits()]
    assert begun(LIVE)[0].remind == START + 240
    assert begun(Pace.read("1+0"))[0].remind is None
    clocks, hours = all_reminders(begun(Pace.read("72h"), daily), daily[0])
    assert hours == [12, 24, 36, 70]
    acts = Passage(table(0), table(0, ply=1, turn=2, acted=(1, -1)), START)
    _, hours = all_reminders(carried_on(clocks, Pace.read("72h"), acts, daily), daily[0])
    assert hours == [12, 24, 36, 70], "whoever acts is there again"
    lapse = Passage(table(0), table(1, ply=1, acted=(1, -1)), START + 72 * HOUR, timed_out=0)
    clocks = carried_on(clocks, Pace.read("72h"), lapse, daily)
    back = Passage(table(1, acted=(1, -1)), table(0, ply=2, acted=(1, 2)), START + 80 * HOUR)
    assert carried_on(clocks, Pace.read("72h"), back, daily)[0].remind is None, "reminders stop without an answer"
    assert begun(DAYS, daily)[0].remind == START + 12 * HOUR
    assert begun(DAYS)[0].remind == START + 22 * HOUR
    assert muted(begun(DAYS), 0)[0].remind is None


def all_reminders(clocks: Clocks, habits: Habits) -> tuple[Clocks, list[float]]:
    """Return the hours at which the first seat is reminded if it does nothing for 72 hours."""
    hours = []
    while (remind := clocks[0].remind) is not None:
        hours.append((remind - START) / HOUR)
        clocks = reminded(clocks, 0, Pace.read("72h"), remind, habits)
    return clocks, hours


def test_every_outage_postpones_a_ping_by_its_length() -> None:
    habits = Habits(reminder_interval=4 * HOUR)
    [clock, _] = begun(DAYS, [habits, Habits()])
    assert clock.remind == START + 4 * HOUR
    for minute in range(0, 3 * 60, 30):
        clock = after_outage(clock, Outage(START + minute * 60, START + minute * 60 + 5), habits)
    assert clock.remind == START + 4 * HOUR + 6 * 5
    late = after_outage(clock, Outage(START + 3 * HOUR, START + 9 * HOUR), habits)
    assert late.remind == START + 10 * HOUR + 6 * 5


def test_warnings_come_before_the_deadline() -> None:
    assert warned_before(LIVE) == 60
    assert warned_before(DAYS) == 2 * HOUR
    assert warned_before(Pace.read("5h")) == HOUR / 2


def replace_now(passage: Passage, now: float) -> Passage:
    return passage._replace(now=now)


EVENTS: Final = ("wait", "act", "act on", "down", "still", "back")
OUTAGES: Final = 75
"""The number of outages and clock jumps in a simulated world; there are about as many other events."""


@dataclass
class World:
    """Two players, of whom one has to decide, and a bot that is killed, suspended, or given a wrong system time.

    Counts the active seconds that this player had while the bot was running.
    """

    pace: Pace
    habits: list[Habits]
    clocks: Clocks
    now: float = START
    beat: float = START
    asked: int = 0
    ply: int = 0
    had: float = 0.0
    outages: int = 0

    def take(self, what: str, seconds: float) -> None:
        self.outages += what in EVENTS[3:]
        match what:
            case "wait":
                self.live(seconds)
            case "act":
                self.act(1 - self.asked)
            case "act on":
                self.act(self.asked)
            case "down":
                self.outage(seconds)
            case "still":
                self.outage(STOOD_STILL + seconds)
            case _:
                self.now -= seconds
                self.beat = self.now
        self.fire()

    def live(self, seconds: float) -> None:
        """Let time pass while the bot is running, and carry out everything that becomes due."""
        until = self.now + seconds
        while (due := self.due()) is not None and due <= until:
            self.pass_to(due)
            self.fire()
        self.pass_to(until)

    def due(self) -> float | None:
        moments = (next_deadline(self.clocks), next_reminder(self.clocks))
        return min((moment for moment in moments if moment is not None), default=None)

    def pass_to(self, moment: float) -> None:
        if moment > self.now:
            self.had += self.habits[self.asked].active_hours.awake(self.now, moment)
            self.now = moment
            self.beat = max(self.beat, moment - moment % BEAT)

    def outage(self, seconds: float) -> None:
        self.now += seconds
        before = self.clocks
        outage = Outage(min(self.beat, self.now), self.now)
        self.clocks = tuple(after_outage(c, outage, h) for c, h in zip(before, self.habits, strict=True))
        self.beat = self.now
        assert not first_over(self.clocks, self.now)
        for old, new in zip(before, self.clocks, strict=True):
            assert (new.deadline or 0) >= (old.deadline or 0), "deadlines never move to an earlier moment"

    def fire(self) -> None:
        """Pass for a player who is out of time, once per deadline."""
        while (called := first_reminder(self.clocks, self.now)) is not None:
            assert called == self.asked
            self.clocks = reminded(self.clocks, called, self.pace, self.now, self.habits[called])
            assert self.clocks[called].reminded <= PATIENT + 1, "reminders stop when nobody acts"
        while over := first_over(self.clocks, self.now):
            [seat] = over
            assert seat == self.asked
            clock = self.clocks[seat]
            waited = self.now - clock.since >= 3 * self.pace.seconds - 1
            assert waited or self.had >= min(clock.left, self.pace.seconds) - 1, "nobody loses time while it was down"
            self.act(1 - seat, timed_out=seat)
            assert self.clocks[seat].timed_out == self.ply
            assert first_over(self.clocks, self.now) != [seat]

    def act(self, then: int, timed_out: int | None = None) -> None:
        acted = (self.ply + 1, -1) if self.asked == 0 else (-1, self.ply + 1)
        before = table(self.asked, ply=self.ply)
        after = table(then, ply=self.ply + 1, acted=acted)
        passage = Passage(before, after, self.now, timed_out)
        old, self.clocks = self.clocks, carried_on(self.clocks, self.pace, passage, self.habits)
        assert all(clock.left >= 0 for clock in self.clocks)
        assert [seat for seat, clock in enumerate(self.clocks) if clock.deadline is not None] == [then]
        if then == self.asked:
            assert cast(Any, self.clocks[then].deadline) >= cast(Any, old[then].deadline)
        else:
            self.had = 0.0
        self.ply, self.asked = self.ply + 1, then


@examples(20)
@given(st.sampled_from(["1+0", "5+10", "1h", "24h", "72h"]), st.tuples(wakings(), wakings()), st.integers(0, 2**32))
def test_outages_and_jumps_cost_nobody_time_and_end_each_turn_once(
    text: str, hours: tuple[ActiveHours, ActiveHours], seed: int
) -> None:
    pace, random = Pace.read(text), Random(seed)  # noqa: S311 # a trial
    habits = [Habits(own, 4 * HOUR) for own in hours] if "h" in text else BOTH
    world = World(pace, habits, begun(pace, habits))
    while world.outages < OUTAGES:
        longest = random.choice([BEAT, pace.seconds / 4, 2 * pace.seconds])
        world.take(random.choice(EVENTS), random.random() * longest)
