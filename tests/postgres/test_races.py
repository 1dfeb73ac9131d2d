"""Races of three processes over joins, starts, decisions, votes, pre-moves and settings: each takes effect once, and
none is lost.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from bot.application.application import Application
from bot.model.pace import DAY, HOUR, Pace
from bot.model.position import Position
from bot.model.proposal import Verdict
from bot.model.reasons.match import NoLongerDue
from bot.model.refusals import NothingProposed
from bot.people.settings import PING_DELAY, REMINDER_INTERVAL, THEME
from bot.store.database import Database
from render.palette import Theme
from tests.bot import thieves
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CLEO, fresh
from tests.bot.test_deadlines import made
from tests.bot.test_votes import late, open_vote
from tests.chaos.races import KEPT, Burst, Press, Races
from tests.postgres.stand_in import address_for

pytestmark = pytest.mark.postgres

BURSTS = 30
DAN = 14
SLOW = Pace.read("24h vote")


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
        return Application(database, self._library, seeds=lambda: self._any.getrandbits(63), kept=KEPT)

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
    apps = [Application(each, Races(each, 1)._library) for each in databases]
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


@pytest.mark.parametrize(
    ("verdicts", "minutes"),
    [
        ((Verdict.MORE, Verdict.PASS, Verdict.END), 0),
        ((Verdict.MORE, Verdict.MORE, Verdict.MORE), 24 * 60),
    ],
)
async def test_a_vote_that_reaches_three_processes_at_once_counts_each_voter_once_and_is_decided_once(
    databases: Sequence[Database], verdicts: Sequence[Verdict], minutes: int
) -> None:
    time = Time()
    apps = [made(each, time) for each in databases]
    match, _, others = await late(apps[0], time, SLOW, BEN, CLEO, DAN)
    number = open_vote(await apps[0].positions.get(match.id)).made
    answers = await asyncio.gather(
        *(
            app.votes.choose(match.id, user, number, verdict, interaction=fresh())
            for app, user, verdict in zip(apps, others, verdicts, strict=True)
        ),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    assert all(isinstance(answer, NothingProposed) for answer in refused)
    assert len(refused) == (verdicts.count(Verdict.MORE) == len(verdicts)), "two of three decide; all three are needed"
    for app in apps:
        app.positions.drop(match.id)
        after = await app.positions.get(match.id)
        assert after.clocks[0].deadline == time().timestamp() + minutes * 60
        assert len(await app.administration.acts(match.id)) == 1
        assert after.match.version == match.version + 4 - len(refused), "the vote that opened, and each that counted"


async def test_pre_moves_that_three_processes_store_at_once_are_all_kept_and_each_is_played_once(
    databases: Sequence[Database],
) -> None:
    time = Time()
    apps = [thieves.made(each, time) for each in databases]
    match = await thieves.begun(apps[0])
    users = (ANN, BEN, CLEO)
    await asyncio.gather(
        *(
            app.pre_moves.say(match.id, user, "keep-all", interaction=fresh())
            for app, user in zip(apps, users, strict=True)
        )
    )
    for app in apps:
        app.positions.drop(match.id)
        assert len((await app.positions.get(match.id)).pre_moves) == len(users)
    opened = await thieves.play(apps[1], match, ANN, "take 2")
    time.go_on(thieves.WAIT + 1)
    for app in apps:
        app.positions.drop(match.id)
    given = await asyncio.gather(*(app.pre_moves.carry_out(match.id) for app in apps), return_exceptions=True)
    assert all(isinstance(each, NoLongerDue | Position) for each in given)
    for app in apps:
        app.positions.drop(match.id)
        assert (await app.positions.get(match.id)).match.ply == opened.match.ply + 1
