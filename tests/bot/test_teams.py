"""Teams, and options that do not fit every number of players, through the match service."""

from collections.abc import Sequence

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import Match, Status, UserId
from bot.model.new_match import NewMatch
from bot.model.reasons.lobby import OptionsDoNotFit, WrongTeamSize
from bot.ratings.ratings import Ratings
from bot.store.database import Database
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, beaten, fresh
from tests.heist_game import Heist

DAN, EVE = 14, 15
PAIRS = {"sides": "pairs"}


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, Library.of({"heist": Heist()}), seeds=lambda: 1)


async def gathered(app: Application, *guests: UserId) -> Match:
    match = (
        await app.lobbies.create(
            NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="heist", options=PAIRS),
            interaction=fresh(),
        )
    ).match
    for user in guests:
        match = (await app.lobbies.join(match.id, user, interaction=fresh())).match
    return match


async def begun(app: Application) -> Match:
    match = await gathered(app, BEN, CLEO, DAN)
    return (await app.lobbies.start(match.id, ANN, interaction=fresh())).match


def users(match: Match, seats: Sequence[int]) -> set[UserId]:
    return {match.players[seat].user for seat in seats}


async def test_a_start_with_options_for_another_number_of_players_is_refused(app: Application) -> None:
    lobby = await gathered(app, BEN, CLEO)
    with refused(OptionsDoNotFit(faults=("Pairs are for four or six thieves (rule 1.5).",))):
        await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    assert (await app.positions.get(lobby.id)).match == lobby
    await app.lobbies.join(lobby.id, DAN, interaction=fresh())
    assert (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match.status is Status.LIVE


async def test_the_host_must_choose_a_full_team_of_partners(app: Application) -> None:
    lobby = await gathered(app, BEN, CLEO, DAN)
    for mates in ([], [BEN, CLEO]):
        with refused(WrongTeamSize(size=2)):
            await app.lobbies.choose_mates(lobby.id, ANN, mates, interaction=fresh())
    chosen = (await app.lobbies.choose_mates(lobby.id, ANN, [CLEO], interaction=fresh())).match
    assert chosen.settings.order


async def test_the_same_players_can_start_with_changed_options(app: Application) -> None:
    lobby = await gathered(app, BEN, CLEO)
    await app.lobbies.choose_option(lobby.id, ANN, "sides", "alone", interaction=fresh())
    assert (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match.status is Status.LIVE


@pytest.mark.parametrize("seat", range(4))
async def test_a_resignation_ranks_the_whole_team_last(app: Application, seat: int) -> None:
    match = await begun(app)
    over = (await app.matches.resign(match.id, match.players[seat].user, interaction=fresh())).match
    assert over.outcome is not None
    assert over.outcome.ranks == ((3, 1, 3, 1) if seat in (0, 2) else (1, 3, 1, 3))
    assert over.outcome.winners == ((1, 3) if seat in (0, 2) else (0, 2))


async def test_a_team_is_rated_as_one(app: Application, database: Database) -> None:
    match = await begun(app)
    await beaten(app, match, match.players[0].user)
    board = (await Ratings(database).leaderboard(GUILD, "heist", first=0, count=10, user=None)).standings
    assert [(row.place, row.wins) for row in board] == [(1, 1), (1, 1), (3, 0), (3, 0)]
    assert {row.user for row in board[:2]} == users(match, (1, 3))
    again = Application(database, Library.of({"heist": Heist()}))
    assert (await again.positions.get(match.id)).match.outcome == (await app.positions.get(match.id)).match.outcome
