"""A new match continues from a decision of a finished one: unrated, with the same deal and the same plies so far."""

import pytest

from bot.application.application import Application
from bot.computer.levels import Level
from bot.content.library import Library
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Fork, Match, MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.reasons.match import UnknownMatch
from bot.model.reasons.replay import NothingToPlayOn, ReplayNotOpen
from bot.store.database import Database
from bot.store.plies import plies_of
from tests.bot.table_helpers import BEN, CHANNEL, CLEO, GUILD, SEED, STRANGER, TINY, begin, fresh, play_on

PLY = 3


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)


async def fork(app: Application, match: Match, ply: int, *, friend: int | None = None) -> Position:
    asked = () if friend is None else (friend,)
    seats = await app.starts.check_fork(match.id, ply)
    return await app.lobbies.create(
        NewMatch(
            guild=GUILD,
            channel=CHANNEL + 9,
            host=CLEO,
            game=match.game,
            settings=LobbySettings(asked=asked, wanted=seats),
            levels=[Level.NOVICE] * (seats - 1 - len(asked)),
            fork=Fork(match.id, ply),
        ),
        interaction=fresh(),
    )


async def test_a_fork_against_computers_begins_at_once_with_the_table_of_that_moment(app: Application) -> None:
    match = await play_on(app, await begin(app))
    forked = await fork(app, match, PLY)
    plies = await app.database.read(lambda db: plies_of(db, match.id))
    assert forked.match.status is Status.LIVE
    assert forked.match.ply == PLY
    assert forked.seen.digest == plies[PLY - 1].digest
    assert forked.match.players[forked.seen.state.phase.waiting[0]].user == CLEO
    assert not forked.match.is_rated
    await app.computers.close()


async def test_a_fork_with_a_friend_begins_when_they_join_and_is_played_to_its_own_end(app: Application) -> None:
    match = await play_on(app, await begin(app))
    lobby = await fork(app, match, PLY, friend=BEN)
    assert lobby.match.status is Status.LOBBY
    begun = await app.lobbies.join(lobby.match.id, BEN, interaction=fresh())
    assert begun.match.status is Status.LIVE
    ended = await play_on(app, begun.match)
    assert ended.status is Status.OVER
    assert not ended.is_rated
    assert await app.ratings.changes(ended.id) == {}
    again = Application(app.database, app.library)
    loaded = await again.positions.get(ended.id)
    assert loaded.match == ended
    assert loaded.match.fork == Fork(match.id, PLY)
    assert loaded.seen.digest == (await app.positions.get(ended.id)).seen.digest


async def test_the_finished_match_stays_as_it_was(app: Application) -> None:
    match = await play_on(app, await begin(app))
    before = await app.database.read(lambda db: plies_of(db, match.id))
    lobby = await fork(app, match, PLY, friend=BEN)
    await play_on(app, (await app.lobbies.join(lobby.match.id, BEN, interaction=fresh())).match, 2)
    assert await app.database.read(lambda db: plies_of(db, match.id)) == before


async def test_there_is_nothing_to_play_on_from_at_the_end_or_beyond_it(app: Application) -> None:
    match = await play_on(app, await begin(app))
    for ply in (match.ply, match.ply + 1):
        with pytest.raises(NothingToPlayOn):
            await app.starts.check_fork(match.id, ply)


async def test_a_match_that_ended_without_a_result_can_be_continued(app: Application) -> None:
    match = await play_on(app, await begin(app), 2)
    await app.administration.abandon(match.id, STRANGER, moderates=True, interaction=fresh())
    assert await app.starts.check_fork(match.id, 1) == len(match.players)


async def test_a_match_that_does_not_exist_or_is_not_over_is_refused(app: Application) -> None:
    with pytest.raises(UnknownMatch):
        await app.starts.check_fork(MatchId(99), 1)
    match = await play_on(app, await begin(app), 2)
    with pytest.raises(ReplayNotOpen):
        await app.starts.check_fork(match.id, 1)
