"""Admin actions on a match, through the service."""

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import Status
from bot.model.refusals import NotLive
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, SEED, STRANGER, TINY, begin, fresh, play_on


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=time, seeds=lambda: SEED)


async def test_a_quarantined_match_reveals_nothing_until_it_is_revived(app: Application) -> None:
    admin = app.administration
    match = await play_on(app, await begin(app), 2)
    ply_events, _ = await app.matches.log(await app.positions.get(match.id), ANN)
    held = await admin.hold(match.id, STRANGER, interaction=fresh())
    assert held.match.status is Status.QUARANTINED
    with pytest.raises(NotLive):
        await app.matches.log(held, ANN)
    with pytest.raises(NotLive):
        await app.matches.since(held, ANN)
    revived = await admin.revive(match.id, STRANGER)
    assert revived.match.status is Status.LIVE
    assert (await app.matches.log(revived, ANN))[0] == ply_events
