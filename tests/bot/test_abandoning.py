"""Ending a match without a result: by its players once nobody plays it, by moderators of its channel at any time."""

import pytest

from bot.application.match.matches import (
    ChannelTaken,
    Matches,
    NotAllowed,
    NotAtThisTable,
    NotLive,
    NotTheHost,
    Status,
)
from bot.application.match.ratings import Ratings
from bot.content.library import Library
from bot.model.life import IDLE
from bot.model.pace import DAY
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, STRANGER, TINY, begin, fresh, open_lobby, play_on


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def matches(database: Database, clock: Time) -> Matches:
    return Matches(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: 7)


async def test_a_match_in_which_nothing_happens_can_be_ended_by_its_players(
    matches: Matches, clock: Time, database: Database
) -> None:
    match = await play_on(matches, await begin(matches), 2)
    assert IDLE == 7 * DAY, "as is said"
    clock.seconds += IDLE - 1
    with pytest.raises(NotAllowed, match="7 days"):
        await matches.abandon(match.id, ANN, moderates=False, interaction=fresh())
    with pytest.raises(ChannelTaken) as taken:
        await open_lobby(matches)
    assert "/match abandon" not in str(taken.value)
    clock.seconds += 1
    with pytest.raises(ChannelTaken, match="for 7 days: `/match abandon` ends it"):
        await open_lobby(matches)
    with pytest.raises(NotAtThisTable):
        await matches.abandon(match.id, STRANGER, moderates=False, interaction=fresh())
    ended = await matches.abandon(match.id, BEN, moderates=False, interaction=fresh())
    assert ended.match.status is Status.ABANDONED
    assert (await Ratings(database).leaderboard(GUILD, "tiny", first=0, count=9, user=None)).players == 0
    assert (await open_lobby(matches)).status is Status.LOBBY
    with pytest.raises(NotLive, match="ended without a result"):
        await matches.resign(match.id, ANN, interaction=fresh())


async def test_whoever_moderates_the_channel_can_end_any_match_and_any_lobby(matches: Matches) -> None:
    live, lobby = await begin(matches), await open_lobby(matches, channel=CHANNEL + 1)
    for match, status in ((live, Status.ABANDONED), (lobby, Status.CLOSED)):
        ended = await matches.abandon(match.id, STRANGER, moderates=True, interaction=fresh())
        assert ended.match.status is status
        with pytest.raises(NotLive):
            await matches.abandon(match.id, STRANGER, moderates=True, interaction=fresh())


async def test_a_lobby_passes_to_whoever_has_sat_there_longest_when_its_host_is_gone(matches: Matches) -> None:
    lobby = await open_lobby(matches)
    for user in (BEN, CLEO):
        await matches.join(lobby.id, user, deck="level", interaction=fresh())
    with pytest.raises(NotTheHost):
        await matches.start(lobby.id, BEN, interaction=fresh())
    passed = (await matches.pass_on(lobby.id, ANN)).match
    assert (passed.host, [player.user for player in passed.players]) == (BEN, [BEN, CLEO])
    assert (await matches.start(lobby.id, BEN, interaction=fresh())).match.status is Status.LIVE


async def test_a_lobby_in_which_nobody_is_left_is_closed(matches: Matches) -> None:
    lobby = await open_lobby(matches)
    assert (await matches.pass_on(lobby.id, ANN)).match.status is Status.CLOSED
    assert await matches.in_channel(CHANNEL) is None
