"""What an admin does to a match, through the service."""

import pytest

from bot.application.match.matches import Matches, NotLive, Status
from bot.content.library import Library
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, SEED, STRANGER, TINY, begin, fresh, play_on


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def matches(database: Database, time: Time) -> Matches:
    return Matches(database, Library.of({TINY.key: TINY}), clock=time, seeds=lambda: SEED)


async def test_of_a_match_that_is_set_aside_nothing_is_told_until_it_is_revived(matches: Matches) -> None:
    admin = matches.administration
    match = await play_on(matches, await begin(matches), 2)
    told, _ = await matches.log(await matches.position(match.id), ANN)
    held = await admin.hold(match.id, STRANGER, interaction=fresh())
    assert held.match.status is Status.QUARANTINED
    with pytest.raises(NotLive):
        await matches.log(held, ANN)
    with pytest.raises(NotLive):
        await matches.since(held, ANN)
    revived = await admin.revive(match.id, STRANGER)
    assert revived.match.status is Status.LIVE
    assert (await matches.log(revived, ANN))[0] == told
