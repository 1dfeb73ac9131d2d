"""Work that several processes see on one database: one of them does it, and another one if that one dies."""

import pytest

from bot.application.application import Application
from bot.application.match.leases import ALIVE, Leases, Taken, Work
from bot.application.thinking.computers import PAUSE
from bot.model.match import Match
from bot.model.pace import Pace
from bot.store.database import Database
from tests.bot import test_computers, test_deadlines
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, first_choice, fresh

LIVE = Pace.read("1+0")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def neighbour(database: Database, time: Time, monkeypatch: pytest.MonkeyPatch) -> Leases:
    """Another process on the database."""
    monkeypatch.setattr(database, "is_shared", True)
    return Leases(database, time)


async def computers_turn(app: Application) -> Match:
    """Return a match in which a computer player has to decide."""
    match = await test_computers.alone(app)
    choice = await first_choice(app, match, ANN)
    return (await app.matches.act(match.id, ANN, choice, decision=None, interaction=fresh())).match


async def thought(app: Application, time: Time, match: Match) -> int:
    """Let the computer players of this process think and act if they may, and return the number of plies."""
    await test_computers.carry_out(app, match.id)
    time.go_on(PAUSE)
    await test_computers.carry_out(app, match.id)
    return (await app.positions.get(match.id)).match.ply


async def test_a_computer_for_which_another_process_thinks_does_not_think_here(
    database: Database, time: Time, neighbour: Leases
) -> None:
    app = test_computers.made(database, time)
    match = await computers_turn(app)
    assert await neighbour.take(Work.COMPUTERS, match.id) is Taken.FREE
    assert await thought(app, time, match) == match.ply
    time.go_on(ALIVE + 1)
    assert await thought(app, time, match) > match.ply, "the other process has died"


async def test_a_duty_that_another_process_does_is_done_here_once_that_one_has_died(
    database: Database, time: Time, neighbour: Leases
) -> None:
    app = test_deadlines.made(database, time)
    match = await test_deadlines.begun(app, str(LIVE), game="tiny", guests=(BEN,))
    assert await neighbour.take(Work.DUTIES, match.id) is Taken.FREE
    time.go_on(LIVE.seconds)
    await neighbour.beat()
    await app.timers._do(match.id)
    assert (await app.positions.get(match.id)).match.ply == 0
    time.go_on(ALIVE + 1)
    await app.timers._do(match.id)
    assert (await app.positions.get(match.id)).match.ply > 0


async def test_duties_that_a_dead_process_had_scheduled_are_found_in_the_database(
    database: Database, time: Time, neighbour: Leases
) -> None:
    dead, app = (test_deadlines.made(database, time) for _ in range(2))
    await app.timers.open()
    match = await test_deadlines.begun(dead, str(LIVE), game="tiny", guests=(BEN,))
    assert match.id not in app.timers._first
    app.announcer.look()
    assert app.timers._looking is not None
    await app.timers._looking
    assert app.timers._first[match.id] == time().timestamp() + LIVE.seconds
    await app.timers.close()
