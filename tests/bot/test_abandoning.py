"""Ending a match without a result: by its players once it is idle, by moderators of its channel at any time."""

import pytest

from bot.application.application import Application
from bot.application.match.ratings import Ratings
from bot.content.library import Library
from bot.model.life import IDLE
from bot.model.match import Status
from bot.model.pace import DAY
from bot.model.reasons.lobby import ChannelBusy
from bot.model.reasons.match import MatchInUse, MatchNotLive
from bot.model.refusals import NotAtThisTable, NotLive, NotTheHost
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, STRANGER, TINY, begin, fresh, open_lobby, play_on


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, clock: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: 7)


async def test_players_can_end_an_idle_match(app: Application, clock: Time, database: Database) -> None:
    match = await play_on(app, await begin(app), 2)
    assert IDLE == 7 * DAY, "the same as its text says"
    clock.seconds += IDLE - 1
    with refused(MatchInUse(match_id=1, days=7)):
        await app.administration.abandon(match.id, ANN, moderates=False, interaction=fresh())
    with refused(ChannelBusy()):
        await open_lobby(app)
    clock.seconds += 1
    with refused(ChannelBusy(idle_match_id=1, idle_days=7)):
        await open_lobby(app)
    with pytest.raises(NotAtThisTable):
        await app.administration.abandon(match.id, STRANGER, moderates=False, interaction=fresh())
    ended = await app.administration.abandon(match.id, BEN, moderates=False, interaction=fresh())
    assert ended.match.status is Status.ABANDONED
    assert (await Ratings(database).leaderboard(GUILD, "tiny", first=0, count=9, user=None)).players == 0
    assert (await open_lobby(app)).status is Status.LOBBY
    with pytest.raises(MatchNotLive):
        await app.matches.resign(match.id, ANN, interaction=fresh())


async def test_a_moderator_of_the_channel_can_end_any_match_and_any_lobby(app: Application) -> None:
    live, lobby = await begin(app), await open_lobby(app, channel=CHANNEL + 1)
    for match, status in ((live, Status.ABANDONED), (lobby, Status.CLOSED)):
        ended = await app.administration.abandon(match.id, STRANGER, moderates=True, interaction=fresh())
        assert ended.match.status is status
        with pytest.raises(NotLive):
            await app.administration.abandon(match.id, STRANGER, moderates=True, interaction=fresh())


async def test_a_lobby_passes_to_its_longest_seated_player_when_the_host_is_gone(app: Application) -> None:
    lobby = await open_lobby(app)
    for user in (BEN, CLEO):
        await app.lobbies.join(lobby.id, user, deck="level", interaction=fresh())
    with pytest.raises(NotTheHost):
        await app.lobbies.start(lobby.id, BEN, interaction=fresh())
    passed = (await app.lobbies.pass_on(lobby.id, ANN)).match
    assert (passed.host, [player.user for player in passed.players]) == (BEN, [BEN, CLEO])
    assert (await app.lobbies.start(lobby.id, BEN, interaction=fresh())).match.status is Status.LIVE


async def test_an_empty_lobby_is_closed(app: Application) -> None:
    lobby = await open_lobby(app)
    assert (await app.lobbies.pass_on(lobby.id, ANN)).match.status is Status.CLOSED
    assert await app.matches.in_channel(CHANNEL) is None
