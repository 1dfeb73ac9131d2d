"""Resigning from a match that the others continue, through the match service."""

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import Match, Status
from bot.model.new_match import NewMatch
from bot.model.reasons.match import AlreadyResigned
from bot.model.refusals import NotYourDecision
from bot.ratings.ratings import Ratings
from bot.store.database import Database
from rules.core.play import RESIGNED
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, asked, first_choice, fresh, play_on
from tests.heist_game import Heist

HEIST = Heist()


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, Library.of({"heist": HEIST}), seeds=lambda: 1)


async def begun(app: Application, *guests: int) -> Match:
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="heist"), interaction=fresh()
    )
    for guest in guests:
        await app.lobbies.join(lobby.match.id, guest, interaction=fresh())
    return (await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())).match


async def test_the_others_play_on_and_rank_above_a_player_who_resigned(app: Application, database: Database) -> None:
    match = await begun(app, BEN, CLEO)
    _, leaver = await asked(app, match)
    left = await app.matches.resign(match.id, leaver, interaction=fresh())
    assert left.match.status is Status.LIVE
    assert (await asked(app, match))[1] != leaver
    over = await play_on(app, left.match)
    assert over.outcome is not None
    assert over.outcome.ending == "pot"
    gone = over.seat_of(leaver)
    assert [seat for seat, rank in enumerate(over.outcome.ranks) if rank == 3] == [gone]
    page = await Ratings(database).leaderboard(GUILD, "heist", first=0, count=3, user=None)
    assert page.standings[-1].user == leaver


async def test_a_player_who_is_not_asked_can_resign_too(app: Application) -> None:
    match = await begun(app, BEN, CLEO)
    _, user = await asked(app, match)
    leaver = next(player.user for player in match.players if player.user != user)
    left = await app.matches.resign(match.id, leaver, interaction=fresh())
    assert left.match.status is Status.LIVE
    assert (await asked(app, match))[1] == user


async def test_nobody_resigns_twice_or_acts_after_resigning(app: Application) -> None:
    match = await begun(app, BEN, CLEO)
    _, leaver = await asked(app, match)
    choice = await first_choice(app, match, leaver)
    await app.matches.resign(match.id, leaver, interaction=fresh())
    with refused(AlreadyResigned(match_id=1)):
        await app.matches.resign(match.id, leaver, interaction=fresh())
    with pytest.raises(NotYourDecision):
        await app.matches.act(match.id, leaver, choice, decision=None, interaction=fresh())


async def test_a_match_ends_when_only_one_player_remains(app: Application) -> None:
    match = await begun(app, BEN, CLEO)
    await app.matches.resign(match.id, ANN, interaction=fresh())
    over = (await app.matches.resign(match.id, BEN, interaction=fresh())).match
    assert over.outcome is not None
    assert over.outcome.ending == RESIGNED
    assert [player.user for seat, player in enumerate(over.players) if over.outcome.ranks[seat] == 1] == [CLEO]


async def test_resigned_seats_are_known_at_the_end_and_after_a_restart(app: Application, database: Database) -> None:
    match = await begun(app, BEN, CLEO)
    await app.matches.resign(match.id, ANN, interaction=fresh())
    over = await app.matches.resign(match.id, BEN, interaction=fresh())
    again = await Application(database, Library.of({"heist": HEIST}), seeds=lambda: 1).positions.get(match.id)
    assert over.seen.left == again.seen.left == {match.seat_of(ANN), match.seat_of(BEN)}


async def test_a_match_continues_after_a_resignation_and_a_restart(app: Application, database: Database) -> None:
    match = await begun(app, BEN, CLEO)
    left = await app.matches.resign(match.id, BEN, interaction=fresh())
    again = Application(database, Library.of({"heist": HEIST}), seeds=lambda: 1)
    position = await again.positions.get(match.id)
    assert position.seen.digest == left.seen.digest
    assert position.seen.left == left.seen.left == {match.seat_of(BEN)}
    assert (await play_on(again, position.match)).status is Status.OVER
