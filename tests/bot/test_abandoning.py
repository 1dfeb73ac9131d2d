"""Ending a match without a result: by moderators of its channel at any time, by no player alone."""

import pytest

from bot.application.application import Application
from bot.computer.levels import Level
from bot.content.library import Library
from bot.model.match import Status
from bot.model.pace import DAY
from bot.model.reasons.lobby import ChannelBusy
from bot.model.reasons.match import JudgeInOwnMatch, MatchInUse
from bot.model.refusals import NotAtThisTable, NotLive, NotTheHost
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, STRANGER, TINY, begin, fresh, open_lobby, play_on


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, clock: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: 7)


async def test_no_player_alone_ends_a_match_however_long_nothing_happened(app: Application, clock: Time) -> None:
    match = await play_on(app, await begin(app), 2)
    clock.seconds += 25 * DAY
    for user in (ANN, BEN):
        with refused(MatchInUse(match_id=1)):
            await app.administration.abandon(match.id, user, moderates=False, interaction=fresh())
    with pytest.raises(NotAtThisTable):
        await app.administration.abandon(match.id, STRANGER, moderates=False, interaction=fresh())
    with refused(ChannelBusy()):
        await open_lobby(app)


async def test_no_player_alone_ends_a_match_that_an_admin_has_paused(app: Application) -> None:
    match = await begin(app)
    await app.administration.hold(match.id, STRANGER, interaction=fresh())
    with refused(MatchInUse(match_id=1)):
        await app.administration.abandon(match.id, ANN, moderates=False, interaction=fresh())
    ended = await app.administration.abandon(match.id, STRANGER, moderates=True, interaction=fresh())
    assert ended.match.status is Status.ABANDONED


async def test_a_moderator_of_the_channel_can_end_any_match_and_any_lobby(app: Application) -> None:
    live, lobby = await begin(app), await open_lobby(app, channel=CHANNEL + 1)
    for match, status in ((live, Status.ABANDONED), (lobby, Status.CLOSED)):
        ended = await app.administration.abandon(match.id, STRANGER, moderates=True, interaction=fresh())
        assert ended.match.status is status
        with pytest.raises(NotLive):
            await app.administration.abandon(match.id, STRANGER, moderates=True, interaction=fresh())


async def test_an_admin_judges_no_match_in_which_they_play_themselves(app: Application) -> None:
    match = await begin(app)
    for act in (app.administration.end, app.administration.hold):
        with refused(JudgeInOwnMatch(match_id=1)):
            await act(match.id, ANN, interaction=fresh())
    with refused(MatchInUse(match_id=1)):
        await app.administration.abandon(match.id, ANN, moderates=True, interaction=fresh())
    assert (await app.administration.end(match.id, STRANGER, interaction=fresh())).match.status is Status.ABANDONED


async def test_an_admin_ends_a_match_against_computers_alone(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.add_computer(lobby.id, ANN, Level.NOVICE, interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    assert (await app.administration.end(match.id, ANN, interaction=fresh())).match.status is Status.ABANDONED
    await app.computers.close()


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
