"""Analyses of finished matches, through the match service."""

from typing import NoReturn

import pytest

from bot.application.application import Application
from bot.application.match.replay import DivergedError
from bot.application.thinking.analyses import SHOWN, Analysis, Progress
from bot.application.thinking.priorities import Priority
from bot.application.thinking.thinking import Thinking
from bot.model.match import Match, Status
from bot.model.reasons.thinking import AnalysedWhenOver, AnalysisFailed
from bot.model.refusals import NotAtThisTable
from bot.store.database import Database
from tests.bot.at_once import AtOnce, Broken
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, STRANGER, begin, first_choice, fresh
from tests.bot.test_computers import made


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def pool() -> AtOnce:
    return AtOnce()


@pytest.fixture
def app(database: Database, time: Time, pool: AtOnce) -> Application:
    return made(database, time, Thinking(1, lambda _: pool))


async def played(app: Application) -> Match:
    """Return a finished match of Ann and Ben, in which both took their first choices."""
    match = await begin(app)
    position = await app.positions.get(match.id)
    while position.match.status is Status.LIVE:
        user = match.players[position.seen.state.phase.waiting[0]].user
        choice = await first_choice(app, match, user)
        position = await app.matches.act(match.id, user, choice, decision=None, interaction=fresh())
    return position.match


async def looked_back(app: Application, match: Match, user: int = ANN) -> Analysis:
    position, analysis = await app.analyses.of(match.id, user)
    assert isinstance(analysis, Progress)
    assert position.match == match
    await app.analyses.settled()
    _, analysis = await app.analyses.of(match.id, user)
    assert isinstance(analysis, Analysis)
    return analysis


async def test_an_analysis_shows_the_costliest_decisions_with_their_views_and_better_choices(app: Application) -> None:
    match = await played(app)
    analysis = await looked_back(app, match)
    seat = match.seat_of(ANN)
    assert analysis.decisions > 0
    assert 0 < len(analysis.missteps) <= SHOWN
    costs = [misstep.comparison.cost for misstep in analysis.missteps]
    assert costs == sorted(costs, reverse=True)
    for misstep in analysis.missteps:
        assert misstep.view.seat == seat
        assert {misstep.made, misstep.better[0][1]} <= set(misstep.view.options)
        assert misstep.made != misstep.better[0][1]
        assert misstep.comparison.is_sure


async def test_an_analysis_is_computed_once_and_stays_the_same_after_a_restart(
    app: Application, database: Database, time: Time, pool: AtOnce
) -> None:
    match = await played(app)
    first = await looked_back(app, match)
    calls = len(pool.calls)
    assert (await app.analyses.of(match.id, ANN))[1] is first
    assert len(pool.calls) == calls
    assert await looked_back(made(database, time), match) == first


async def test_an_analysis_uses_only_views_of_the_users_own_seat(app: Application, pool: AtOnce) -> None:
    match = await played(app)
    await looked_back(app, match, BEN)
    assert {view.seat for _, view, *_ in pool.calls} == {match.seat_of(BEN)}


async def test_only_players_can_analyse_a_match_and_only_once_it_is_over(app: Application) -> None:
    live = await begin(app)
    with refused(AnalysedWhenOver(match_id=1)):
        await app.analyses.of(live.id, ANN)
    await app.matches.resign(live.id, ANN, interaction=fresh())
    with pytest.raises(NotAtThisTable):
        await app.analyses.of(live.id, STRANGER)
    assert (await looked_back(app, (await app.positions.get(live.id)).match)).decisions == 0


async def test_a_failed_analysis_is_explained_and_can_be_retried(database: Database, time: Time) -> None:
    app = made(database, time, Thinking(1, Broken))
    match = await played(app)
    await app.analyses.of(match.id, ANN)
    await app.analyses.settled()
    with pytest.raises(AnalysisFailed):
        await app.analyses.of(match.id, ANN)
    assert isinstance((await app.analyses.of(match.id, ANN))[1], Progress)
    await app.analyses.settled()


async def test_a_match_that_does_not_replay_is_not_analysed(app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    def diverged(*_: object) -> NoReturn:
        raise DivergedError(1, "another digest")

    match = await played(app)
    monkeypatch.setattr("bot.application.thinking.analyses.decisions_of", diverged)
    await app.analyses.of(match.id, ANN)
    await app.analyses.settled()
    with pytest.raises(AnalysisFailed):
        await app.analyses.of(match.id, ANN)


async def test_an_analysis_runs_at_the_lowest_priority(app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    urgencies = []
    aside = Thinking.aside

    async def watched(*args: object, priority: Priority) -> object:
        urgencies.append(priority)
        return await aside(*args, priority=priority)  # type: ignore[arg-type] # called with other arguments

    monkeypatch.setattr(Thinking, "aside", watched)
    await looked_back(app, await played(app))
    assert set(urgencies) == {Priority.LEISURE}
