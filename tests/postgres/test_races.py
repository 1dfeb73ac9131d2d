"""Races of three processes over joins, starts, decisions and settings: each takes effect once, and none is lost."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from bot.application.application import Application
from bot.model.pace import DAY, HOUR
from bot.model.settings import PING_DELAY, REMINDER_INTERVAL, THEME
from bot.store.database import Database
from render.palette import Theme
from tests.bot.table_helpers import ANN
from tests.chaos.races import KEPT, Burst, Press, Races
from tests.postgres.stand_in import address_for

pytestmark = pytest.mark.postgres

BURSTS = 30


class RacesOfProcesses(Races):
    """Sends each press to a random one of several processes. No process hears a notice during a burst."""

    def __init__(self, databases: Sequence[Database], seed: int) -> None:
        self._databases = databases
        self._apps: list[Application] = []
        self._any = Random(seed)  # noqa: S311 # no secret
        super().__init__(databases[0], seed)

    @property
    def _app(self) -> Application:
        return self._any.choice(self._apps)

    @_app.setter
    def _app(self, fresh: Application) -> None:
        self._apps = [fresh, *(self._on(database) for database in self._databases[1:])]

    def _on(self, database: Database) -> Application:
        return Application.on(database, self._library, seeds=lambda: self._any.getrandbits(63), kept=KEPT)

    async def _at_once(self, presses: Sequence[Press], *, goes_away: bool = True) -> Burst:
        burst = await super()._at_once(presses, goes_away=goes_away)
        self._hear()
        return burst

    async def _replays(self) -> None:
        self._hear()
        await super()._replays()

    def _hear(self) -> None:
        """Let every process drop what others have changed."""
        for app in self._apps:
            for match in self._known:
                app.positions.drop(match)


@pytest.fixture
async def databases(path: Path) -> AsyncIterator[Sequence[Database]]:
    async with AsyncExitStack() as stack:
        opened = [await Database.open(address_for(path), shared=True) for _ in range(3)]
        for each in opened:
            stack.push_async_callback(each.close)
        yield opened


async def test_of_many_presses_that_reach_three_processes_at_once_each_decision_takes_one(
    databases: Sequence[Database],
) -> None:
    tally = await RacesOfProcesses(databases, seed=1).run(BURSTS)
    assert tally.faults == []
    assert tally.done["presses"] > 300
    assert tally.done["plies"] > 5
    assert tally.done["bursts on a chair"] >= 2


async def test_settings_that_three_processes_change_at_once_are_all_kept(databases: Sequence[Database]) -> None:
    apps = [Application.on(each, Races(each, 1)._library) for each in databases]
    for ping_delay, reminders, theme in (
        (0, 4 * HOUR, Theme.DARK),
        (300, 12 * HOUR, Theme.LIGHT),
        (HOUR, DAY, Theme.DARK),
    ):
        await asyncio.gather(
            apps[0].preferences.choose(ANN, PING_DELAY, ping_delay),
            apps[1].preferences.choose(ANN, REMINDER_INTERVAL, reminders),
            apps[2].preferences.choose(ANN, THEME, theme),
        )
        for app in apps:
            app.preferences.forget_all()
            stored = await app.preferences.of(ANN)
            assert (stored.ping_delay, stored.reminder_interval, stored.theme) == (ping_delay, reminders, theme)
