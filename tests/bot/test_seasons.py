"""Leaderboards of a month, of a season and of all games: their players, and the end of a season."""

from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import MatchId
from bot.model.new_match import NewMatch
from bot.model.pace import DAY, Pace
from bot.model.rating_list import RatingList
from bot.people import settings
from bot.people.season_plan import CalendarSeasons
from bot.ratings.ratings import PROVISIONAL, Rating, Standing, drawn
from bot.ratings.season import Period
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, TINY, beaten, begin, fresh
from tests.heist_game import Heist
from tests.raw_database import connect_raw

JANUARY = 31 * DAY
"""The clock starts at the beginning of 2026."""


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return Application(database, Library.of({"tiny": TINY, "heist": Heist()}), clock=time, seeds=lambda: 1)


async def win(app: Application, *losers: int, channel: int = CHANNEL) -> None:
    """Let Ann win a match of Tiny against each of these users."""
    for loser in losers:
        match = await begin(app, loser, channel=channel)
        await beaten(app, match, loser)


async def board(app: Application, period: Period, game: str | None = "tiny") -> Sequence[Standing]:
    page = await app.ratings.leaderboard(GUILD, game, first=0, count=100, user=ANN, period=period)
    assert page.players == len(page.standings)
    assert page.own == next((line for line in page.standings if line.user == ANN), None)
    return page.standings


async def users(app: Application, period: Period, game: str | None = "tiny") -> list[int]:
    return [standing.user for standing in await board(app, period, game)]


async def with_seasons(app: Application, months: int | None = 1) -> None:
    plan = None if months is None else CalendarSeasons(months)
    await app.preferences.choose_for_server(GUILD, settings.SEASON, plan)
    await app.ratings.season(GUILD)


def test_seasons_are_parts_of_a_calendar_year() -> None:
    def dates(moment: datetime, months: int) -> list[str]:
        return [f"{date:%Y-%m-%d}" for date in CalendarSeasons(months).bounds(moment)]

    assert dates(datetime(2026, 1, 20, 5, tzinfo=UTC), 1) == ["2026-01-01", "2026-02-01"]
    assert dates(datetime(2026, 12, 31, tzinfo=UTC), 1) == ["2026-12-01", "2027-01-01"]
    assert dates(datetime(2026, 5, 1, tzinfo=UTC), 3) == ["2026-04-01", "2026-07-01"]
    assert dates(datetime(2026, 7, 1, tzinfo=UTC), 6) == ["2026-07-01", "2027-01-01"]
    assert dates(datetime(2026, 7, 1, tzinfo=UTC), 12) == ["2026-01-01", "2027-01-01"]


def test_the_end_of_a_season_draws_ratings_towards_the_middle_and_makes_them_less_certain() -> None:
    for rating in (Rating(mu=33.0, sigma=3.0), Rating(mu=18.0, sigma=5.0), Rating()):
        mu, sigma, points = drawn(rating.mu, rating.sigma)
        assert abs(mu - 25) == abs(rating.mu - 25) / 2
        assert min(rating.sigma + 0.1, Rating().sigma) <= sigma <= Rating().sigma
        assert points == Rating(mu=mu, sigma=sigma).points


async def test_a_month_counts_the_points_of_matches_that_ended_in_it(app: Application, time: Time) -> None:
    await win(app, BEN)
    time.go_on(JANUARY)
    assert await board(app, Period.MONTH) == []
    before = {line.user: line.points for line in await board(app, Period.NOW)}
    await win(app, CLEO)
    after = {line.user: line.points for line in await board(app, Period.NOW)}
    month = {line.user: (line.place, line.points, line.games, line.wins) for line in await board(app, Period.MONTH)}
    assert month == {ANN: (1, after[ANN] - before[ANN], 1, 1), CLEO: (2, after[CLEO] - 1000, 1, 0)}


async def test_all_games_add_up_the_points_above_those_of_a_new_player(app: Application) -> None:
    await win(app, BEN)
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="heist"), interaction=fresh()
    )
    for guest in (BEN, CLEO):
        await app.lobbies.join(lobby.match.id, guest, interaction=fresh())
    await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())
    for user in (BEN, CLEO):
        await app.matches.resign(lobby.match.id, user, interaction=fresh())
    of_games = [await board(app, Period.NOW, game) for game in ("tiny", "heist")]
    for line in await board(app, Period.NOW, None):
        own = [each for games in of_games for each in games if each.user == line.user]
        assert line.points == sum(each.points - 1000 for each in own)
        assert (line.games, line.wins) == (sum(each.games for each in own), sum(each.wins for each in own))
    assert (await users(app, Period.NOW, None))[0] == ANN
    assert {line.user: line.games for line in await board(app, Period.MONTH, None)} == {ANN: 2, BEN: 2, CLEO: 1}


async def test_a_rating_is_provisional_until_its_tenth_match(app: Application) -> None:
    for count in range(1, PROVISIONAL + 1):
        await win(app, BEN)
        assert [line.is_provisional for line in await board(app, Period.NOW)] == [count < PROVISIONAL] * 2


async def test_a_user_who_opts_out_is_not_listed_and_is_again_on_their_wish(app: Application) -> None:
    await win(app, BEN, CLEO)
    await with_seasons(app)
    await win(app, BEN, CLEO)
    await app.preferences.choose(ANN, settings.LISTED, value=False)
    await win(app, BEN)
    for period in Period:
        for game in ("tiny", None):
            assert sorted(await users(app, period, game)) == [BEN, CLEO]
    points = {line.user: line.place for line in await board(app, Period.NOW)}
    assert min(points.values()) == 1
    await app.preferences.choose(ANN, settings.LISTED, value=True)
    assert (await users(app, Period.NOW))[0] == ANN


async def test_a_user_who_left_the_server_is_not_listed_until_they_are_back(app: Application) -> None:
    await win(app, BEN)
    await app.membership.left(GUILD, BEN)
    assert [await users(app, period, None) for period in (Period.NOW, Period.MONTH)] == [[ANN], [ANN]]
    await app.membership.met(GUILD + 1, BEN)
    assert await users(app, Period.NOW) == [ANN]
    await app.membership.met(GUILD, BEN)
    assert await users(app, Period.NOW) == [ANN, BEN]


async def test_a_season_ends_by_its_date_keeps_its_winners_and_the_next_one_begins(
    app: Application, time: Time
) -> None:
    await with_seasons(app)
    await win(app, BEN, CLEO)
    before = await board(app, Period.SEASON)
    assert before == await board(app, Period.NOW)
    time.go_on(JANUARY - 1)
    assert await board(app, Period.SEASON) == before
    time.go_on(1)
    assert await board(app, Period.SEASON) == []
    season = await app.ratings.season(GUILD)
    assert season is not None
    assert (season.number, season.began_at) == (2, int(time.seconds))
    winners = await app.ratings.winners(RatingList(GUILD, "tiny"), 3)
    assert [(each.place, each.user, each.points) for each in winners] == [
        (line.place, line.user, line.points) for line in before
    ]
    after = await board(app, Period.NOW)
    assert after[0].user == ANN
    assert max(line.points for line in after) < before[0].points


async def test_a_match_that_ends_after_the_date_counts_in_the_new_season(app: Application, time: Time) -> None:
    await with_seasons(app)
    await win(app, BEN)
    match = await begin(app)
    time.go_on(JANUARY)
    await beaten(app, match, BEN)
    assert [(line.user, line.games) for line in await board(app, Period.SEASON)] == [(ANN, 1), (BEN, 1)]
    assert [each.season.number for each in await app.ratings.winners(RatingList(GUILD, "tiny"), 3)] == [1, 1]


async def test_a_season_without_a_match_changes_no_rating_and_none_is_missed(app: Application, time: Time) -> None:
    await win(app, BEN)
    before = await board(app, Period.NOW)
    await with_seasons(app)
    time.go_on(5 * JANUARY)
    assert await board(app, Period.NOW) == before
    season = await app.ratings.season(GUILD)
    assert season is not None
    assert season.ends_at > time.seconds
    assert await app.ratings.winners(RatingList(GUILD, "tiny"), 3) == []


async def test_without_seasons_the_present_one_is_the_last(app: Application, time: Time) -> None:
    assert await app.ratings.season(GUILD) is None
    await with_seasons(app)
    await with_seasons(app, None)
    assert await app.ratings.season(GUILD) is not None
    time.go_on(JANUARY)
    assert await app.ratings.season(GUILD) is None


async def test_a_winner_who_deleted_their_data_is_no_longer_named(app: Application, time: Time, path: Path) -> None:
    await with_seasons(app)
    await win(app, BEN)
    time.go_on(JANUARY)
    await app.ratings.season(GUILD)
    exported = await app.user_data.export(ANN)
    assert [row["place"] for row in exported["season_standings"]] == [1]
    await app.user_data.delete(ANN)
    assert [each.user for each in await app.ratings.winners(RatingList(GUILD, "tiny"), 3)] == [BEN]
    assert await users(app, Period.NOW) == [BEN]
    with closing(connect_raw(path)) as db:
        counted = db.execute("SELECT sum(players) FROM players_by_points GROUP BY width").fetchall()
    assert counted == [(1,), (1,)]


async def timed_out(app: Application, time: Time, acts: int) -> MatchId:
    """Play a match in which Ann decides her first plies herself, and all other decisions are made by timeouts."""
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", deck="steep", pace=Pace.read("24h")),
        interaction=fresh(),
    )
    await app.lobbies.join(lobby.match.id, BEN, deck="steep", interaction=fresh())
    position = await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())
    while position.match.outcome is None:
        seat = position.match.seat_of(ANN)
        if acts and seat in position.seen.state.phase.waiting:
            acts -= 1
            choice = str(position.view_for(ANN).view.options[0])
            position = await app.matches.act(position.match.id, ANN, choice, decision=None, interaction=fresh())
        else:
            time.go_on(DAY)
            position = await app.deadlines.carry_out(position.match.id)
    return position.match.id


async def test_a_player_who_let_every_deadline_pass_gains_nothing(app: Application, time: Time) -> None:
    match_id = await timed_out(app, time, 0)
    for before, after in (await app.ratings.changes(match_id)).values():
        assert after <= before == 1000
    assert {line.games for line in await board(app, Period.NOW)} == {1}


async def test_a_player_who_decided_anything_is_rated_as_usual(app: Application, time: Time) -> None:
    changes = await app.ratings.changes(match_id := await timed_out(app, time, 1))
    match = (await app.positions.get(match_id)).match
    ann, ben = (match.seat_of(user) for user in (ANN, BEN))
    assert ann is not None
    assert ben is not None
    assert changes[ann] != (1000, 1000)
    assert changes[ben][1] <= 1000
