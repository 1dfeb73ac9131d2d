"""Resigning where the others can play on, through the match service."""

import pytest

from bot.application.application import Application
from bot.application.match.ratings import Ratings
from bot.content.library import Library
from bot.model.match import Match, Status
from bot.model.reasons.match import AlreadyResigned
from bot.model.refusals import NotYourDecision
from bot.store.database import Database
from rules.core.play import RESIGNED
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, asked, first_choice, fresh, play_on
from tests.heist_game import Heist

HEIST = Heist()


@pytest.fixture
def app(database: Database) -> Application:
    return Application.on(database, Library.of({"heist": HEIST}), seeds=lambda: 1)


async def begun(app: Application, *guests: int) -> Match:
    lobby = await app.lobbies.create(
        guild=GUILD, channel=CHANNEL, host=ANN, game="heist", options={}, deck=None, interaction=fresh()
    )
    for guest in guests:
        await app.lobbies.join(lobby.match.id, guest, interaction=fresh())
    return (await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())).match


async def test_the_others_play_on_and_whoever_resigned_ranks_below_them(app: Application, database: Database) -> None:
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


async def test_somebody_who_is_not_asked_can_leave_too(app: Application) -> None:
    match = await begun(app, BEN, CLEO)
    _, user = await asked(app, match)
    leaver = next(player.user for player in match.players if player.user != user)
    left = await app.matches.resign(match.id, leaver, interaction=fresh())
    assert left.match.status is Status.LIVE
    assert (await asked(app, match))[1] == user


async def test_nobody_leaves_twice_or_acts_after_leaving(app: Application) -> None:
    match = await begun(app, BEN, CLEO)
    _, leaver = await asked(app, match)
    choice = await first_choice(app, match, leaver)
    await app.matches.resign(match.id, leaver, interaction=fresh())
    with refused(AlreadyResigned(match_id=1)):
        await app.matches.resign(match.id, leaver, interaction=fresh())
    with pytest.raises(NotYourDecision):
        await app.matches.act(match.id, leaver, choice, decision=None, interaction=fresh())


async def test_the_last_but_one_to_leave_ends_the_match(app: Application) -> None:
    match = await begun(app, BEN, CLEO)
    await app.matches.resign(match.id, ANN, interaction=fresh())
    over = (await app.matches.resign(match.id, BEN, interaction=fresh())).match
    assert over.outcome is not None
    assert over.outcome.ending == RESIGNED
    assert [player.user for seat, player in enumerate(over.players) if over.outcome.ranks[seat] == 1] == [CLEO]


async def test_who_resigned_is_known_at_the_end_and_after_a_restart(app: Application, database: Database) -> None:
    match = await begun(app, BEN, CLEO)
    await app.matches.resign(match.id, ANN, interaction=fresh())
    over = await app.matches.resign(match.id, BEN, interaction=fresh())
    again = await Application.on(database, Library.of({"heist": HEIST}), seeds=lambda: 1).positions.get(match.id)
    assert over.seen.left == again.seen.left == {match.seat_of(ANN), match.seat_of(BEN)}


async def test_a_match_that_somebody_left_goes_on_after_a_restart(app: Application, database: Database) -> None:
    match = await begun(app, BEN, CLEO)
    left = await app.matches.resign(match.id, BEN, interaction=fresh())
    again = Application.on(database, Library.of({"heist": HEIST}), seeds=lambda: 1)
    there = await again.positions.get(match.id)
    assert there.seen.digest == left.seen.digest
    assert there.seen.left == left.seen.left == {match.seat_of(BEN)}
    assert (await play_on(again, there.match)).status is Status.OVER
