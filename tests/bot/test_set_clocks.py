"""The system's clock may be set at any moment, and the machine suspended: nobody gains or loses time by that."""

from pathlib import Path
from random import Random

import pytest

from bot.application.application import Application
from bot.application.time import uptime
from bot.application.time.uptime import STOOD_STILL
from bot.clock import SteadyClock
from bot.model.match import Match
from bot.model.pace import HOUR
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.test_deadlines import LIBRARY, begun, play, running


class Machine:
    """A machine whose clock can be set, and which can be suspended."""

    def __init__(self) -> None:
        self.wall = Time()
        self.monotonic = 0.0

    def go_on(self, seconds: float) -> None:
        self.wall.go_on(seconds)
        self.monotonic += seconds

    def started(self, database: Database) -> Application:
        """Return a bot as it starts on this machine."""
        return Application(database, LIBRARY, clock=SteadyClock(self.wall, lambda: self.monotonic), seeds=lambda: 1)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def app(database: Database, machine: Machine) -> Application:
    return machine.started(database)


async def left(app: Application, match: Match) -> float:
    """Return the seconds left to the first seat, as they are when its next press is judged."""
    await app.positions.before_change()
    deadline = (await app.positions.get(match.id)).clocks[0].deadline
    assert deadline is not None
    return deadline - app.clock().timestamp()


@pytest.mark.parametrize("seconds", [2 * HOUR, 12.0, -12.0, -2 * HOUR], ids=str)
async def test_a_press_before_the_next_look_is_judged_without_the_jump(
    app: Application, machine: Machine, seconds: float
) -> None:
    await app.timers.open()
    match = await begun(app, "10+15")
    machine.go_on(10)
    machine.wall.go_on(seconds)
    machine.go_on(2)
    after = await play(app, match, "take 1")
    assert after.clocks[0].left == pytest.approx(600 - 12 + 15)
    await app.timers.close()


async def test_a_press_right_after_the_process_was_stopped_is_judged_without_that_time(
    app: Application, machine: Machine
) -> None:
    await app.timers.open()
    match = await begun(app, "10+15")
    machine.go_on(STOOD_STILL + 500)
    assert (await play(app, match, "take 1")).clocks[0].left == pytest.approx(600 + 15)
    await app.timers.close()


async def test_the_clock_follows_the_systems_forward_and_never_back(app: Application, machine: Machine) -> None:
    await app.timers.open()
    await begun(app, "24h")
    for seconds in (-HOUR, 3 * HOUR):
        machine.wall.go_on(seconds)
        before = app.clock()
        await app.timers.catch_up()
        assert (app.clock() - before).total_seconds() == pytest.approx(max(0.0, seconds - HOUR))
    assert app.clock() == machine.wall()
    await app.timers.close()


@pytest.mark.parametrize("seconds", [-2 * HOUR, 2 * HOUR], ids=str)
async def test_a_clock_that_is_set_while_the_bot_is_down_gives_nobody_time(
    app: Application, database: Database, machine: Machine, path: Path, seconds: float
) -> None:
    await app.timers.open()
    match = await begun(app, "10+0")
    machine.go_on(10)
    await app.timers.close()
    machine.wall.go_on(seconds)
    again = machine.started(database)
    await again.timers.open()
    assert await left(again, match) == pytest.approx(590)
    assert running(path) == [(0, pytest.approx(machine.wall.seconds + 590))]
    await again.timers.close()


@pytest.mark.parametrize("events", [60, pytest.param(10_000, marks=pytest.mark.thorough)])
async def test_jumps_outages_and_suspensions_at_random_cost_nobody_a_second_each(
    app: Application, database: Database, machine: Machine, monkeypatch: pytest.MonkeyPatch, events: int
) -> None:
    monkeypatch.setattr(uptime, "LOOK", 1e6)  # nobody looks: each press notices what has happened before it
    draw = Random(1)  # noqa: S311 # the same events each time
    await app.timers.open()
    match = await begun(app, "24h")
    most = 0.0
    for number in range(events):
        machine.go_on(draw.uniform(0, 8))
        before = await left(app, match)
        span = draw.uniform(0, 2 * HOUR)
        match draw.choice(["set forward", "set back", "suspended", "unreachable", "stopped", "restarted"]):
            case "set forward" | "suspended":
                machine.wall.go_on(span)
            case "set back":
                machine.wall.go_on(-span)
            case "unreachable":
                app.timers.pause()
                machine.go_on(span)
                await app.timers.go_on()
            case "stopped":
                machine.go_on(STOOD_STILL + 8 + span)
            case "restarted":
                await app.timers.close()
                machine.go_on(span)
                machine.wall.go_on(draw.choice([-span, 0, span]))
                app = machine.started(database)
                await app.timers.open()
        after = await left(app, match)
        most = max(most, abs(after - before))
        assert after == pytest.approx(before, abs=1), number
    assert most < 1
    await app.timers.close()
