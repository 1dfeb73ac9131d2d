"""Ratings and leaderboards, per server and game."""

from collections.abc import Sequence
from itertools import product

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.content.seeds import load_game
from bot.model.match import MatchId
from bot.ratings.ratings import Rating, Ratings, Standing, rated
from bot.ratings.season import Period
from bot.ratings.weights import WINDOW, Opponent, weight
from bot.store.database import Database
from rules.core.options import RuleSet
from rules.core.play import Outcome
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    GUILD,
    TINY,
    asked,
    beaten,
    begin,
    fresh,
    open_lobby,
    play_on,
)

WON, LOST = Outcome("points", (1, 2)), Outcome("points", (2, 1))


async def everybody(database: Database, guild: int = GUILD, game: str = "tiny") -> Sequence[Standing]:
    board = await Ratings(database).leaderboard(guild, game, first=0, count=100, user=None)
    assert board.own is None
    assert board.players == len(board.standings)
    return board.standings


def test_a_new_player_has_a_thousand_points() -> None:
    assert Rating().points == 1000


def test_a_unit_of_skill_is_forty_points_and_points_are_never_negative() -> None:
    assert Rating(mu=26.0, sigma=25 / 3).points == 1040
    assert Rating(mu=25.0, sigma=7.0).points == 1160
    assert Rating(mu=-20.0, sigma=8.0).points == 0


def test_the_winner_rises_as_far_as_the_loser_falls_and_both_become_more_certain() -> None:
    winner, loser = rated([Rating(), Rating()], WON)
    assert winner.mu - 25 == pytest.approx(25 - loser.mu)
    assert winner.mu > 25
    assert winner.sigma == pytest.approx(loser.sigma)
    assert winner.sigma < Rating().sigma
    assert (winner.games, winner.wins, loser.games, loser.wins) == (1, 1, 1, 0)


def test_the_order_of_seats_makes_no_difference() -> None:
    assert rated([Rating(), Rating()], WON) == rated([Rating(), Rating()], LOST)[::-1]


def test_an_upset_moves_ratings_more_than_an_expected_result() -> None:
    strong, weak = Rating(mu=32.0, sigma=3.0), Rating(mu=20.0, sigma=3.0)
    expected, upset = rated([strong, weak], WON), rated([strong, weak], LOST)
    assert upset[1].mu - weak.mu > expected[0].mu - strong.mu > 0


def test_a_draw_of_equals_moves_no_rating_and_counts_as_no_win() -> None:
    ratings = rated([Rating(), Rating()], Outcome("last_resort", (1, 1)))
    assert [rating.mu for rating in ratings] == [pytest.approx(25), pytest.approx(25)]
    assert [rating.wins for rating in ratings] == [0, 0]


def test_gains_of_three_players_follow_their_ranks() -> None:
    first, second, third = rated([Rating()] * 3, Outcome("points", (1, 2, 3)))
    assert first.mu > second.mu > third.mu


def test_a_team_rises_and_falls_as_one() -> None:
    won = Outcome("coins", (3, 1, 3, 1))
    ratings = rated([Rating()] * 4, won, [(0, 2), (1, 3)])
    assert ratings[0] == ratings[2]
    assert ratings[1] == ratings[3]
    assert ratings[1].mu - 25 == pytest.approx(25 - ratings[0].mu)
    assert ratings[1].mu > 25
    assert [rating.wins for rating in ratings] == [0, 1, 0, 1]


def test_a_strong_partner_makes_a_win_worth_less() -> None:
    won, pairs = Outcome("coins", (1, 3, 1, 3)), [(0, 2), (1, 3)]
    strong = Rating(mu=35.0, sigma=3.0)
    helped, alone = rated([Rating(), Rating(), strong, Rating()], won, pairs), rated([Rating()] * 4, won, pairs)
    assert helped[0].mu < alone[0].mu


def test_a_match_of_one_team_changes_no_rating() -> None:
    assert rated([Rating()] * 3, Outcome("coins", (1, 1, 1)), [(0, 1, 2)]) == [Rating(games=1, season_games=1)] * 3


async def test_a_finished_match_is_on_the_leaderboard_of_its_server_and_game(
    app: Application, database: Database
) -> None:
    match = await begin(app)
    await beaten(app, match, BEN)
    best, second = await everybody(database)
    assert (best.place, best.user, best.games, best.wins) == (1, ANN, 1, 1)
    assert (second.place, second.user, second.games, second.wins) == (2, BEN, 1, 0)
    assert best.points > second.points
    assert await everybody(database, GUILD + 1) == ()
    assert await everybody(database, game="allocator") == ()


async def test_ratings_carry_over_from_match_to_match(app: Application, database: Database) -> None:
    expected = [Rating(), Rating()]
    for matches in range(3):
        match = await begin(app)
        await beaten(app, match, BEN)
        expected = rated(expected, WON, weights=[0.7**matches] * 2)
    board = await everybody(database)
    assert [(row.user, row.points, row.games, row.wins) for row in board] == [
        (ANN, expected[0].points, 3, 3),
        (BEN, expected[1].points, 3, 0),
    ]


async def test_house_rules_those_as_written_and_custom_ones_are_rated_apart(database: Database) -> None:
    game = load_game("tnb")
    app = Application(database, Library.of({"tnb": game}), seeds=lambda: 1)
    custom = {**game.by_rules(RuleSet.WRITTEN), "withdraw": "on"}
    for options in (game.by_rules(RuleSet.HOUSE), game.by_rules(RuleSet.WRITTEN), custom):
        lobby = await open_lobby(app, game="tnb", options=options, deck=None)
        await app.lobbies.join(lobby.id, BEN, interaction=fresh())
        started = await app.lobbies.start(lobby.id, ANN, interaction=fresh())
        await beaten(app, started.match, BEN)
    for rules, period, of in product(RuleSet, (Period.NOW, Period.MONTH), ("tnb", None)):
        page = await app.ratings.leaderboard(GUILD, of, first=0, count=9, user=BEN, period=period, rules=rules)
        assert [(line.user, line.games, line.wins) for line in page.standings] == [(ANN, 1, 1), (BEN, 1, 0)]
        assert page.own == page.standings[1]
    histories = (await app.profiles.of(ANN, GUILD)).histories
    assert {of.rules: len(moments) for of, moments in histories} == dict.fromkeys(RuleSet, 2)


async def test_equal_points_share_a_place(app: Application, database: Database) -> None:
    match = await begin(app, BEN, CLEO)
    await app.matches.resign(match.id, CLEO, interaction=fresh())
    assert [row.place for row in await everybody(database)] == [1, 1, 3]


async def test_a_lobby_that_never_started_and_a_live_match_do_not_count(app: Application, database: Database) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.leave(lobby.id, ANN, interaction=fresh())
    await play_on(app, await begin(app, channel=CHANNEL + 1), 2)
    assert await everybody(database) == ()


async def test_the_last_ply_the_result_and_the_ratings_are_stored_in_one_transaction(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(app)

    async def fail(*_: object) -> None:
        raise RuntimeError("the machine stops here")

    with monkeypatch.context() as patch:
        patch.setattr("bot.ratings.ratings.record", fail)
        with pytest.raises(RuntimeError):
            await app.matches.resign(match.id, BEN, interaction=fresh())
    assert (await app.positions.get(match.id)).match == match
    assert await everybody(database) == ()
    await app.matches.resign(match.id, BEN, interaction=fresh())
    assert len(await everybody(database)) == 2


async def points_of(app: Application, match_id: MatchId) -> list[tuple[int, int]]:
    changes = await app.ratings.changes(match_id)
    return [changes[seat] for seat in sorted(changes)]


async def test_a_match_resigned_before_both_have_moved_gives_nothing_and_costs_whoever_resigns(
    app: Application, database: Database
) -> None:
    for plies in (0, 1):
        match = await begin(app)
        await play_on(app, match, plies)
        loser = (await asked(app, match))[1]
        await app.matches.resign(match.id, loser, interaction=fresh())
        seat = match.seat_of(loser)
        assert seat is not None
        changes = await points_of(app, match.id)
        assert changes[seat][1] <= changes[seat][0]
        assert changes[1 - seat][1] == changes[1 - seat][0]
    assert {standing.wins for standing in await everybody(database)} == {0}
    match = await begin(app)
    await beaten(app, match, BEN)
    assert [after > before for before, after in await points_of(app, match.id)] == [True, False]


async def test_a_match_counts_by_the_earlier_ones_of_the_pair_in_this_season_and_by_whom_the_opponent_has_met(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, counted = Time(), list[tuple[Sequence[Opponent], int]]()
    app = Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: 1)

    def noted(opponents: Sequence[Opponent], players: int) -> float:
        counted.append((opponents, players))
        return weight(opponents, players)

    monkeypatch.setattr("bot.ratings.ratings.weight", noted)
    for other in (BEN, BEN, CLEO):
        await beaten(app, await begin(app, other), other)
    ann, ben, cleo = ([of_seat for [of_seat], _ in counted[seat::2]] for seat in (0, 1, 1))
    assert ann == [Opponent(0, 1), Opponent(1, 1), Opponent(0, 1)], (
        "what counts for Ann: her opponents have met her alone"
    )
    assert ben[:2] == [Opponent(0, 1), Opponent(1, 1)]
    assert cleo[2] == Opponent(0, 2), "Ann has met Ben and Cleo"
    assert [players for _, players in counted[::2]] == [2, 2, 2]
    clock.go_on(WINDOW + 1)
    await beaten(app, await begin(app, BEN), BEN)
    assert [each for [each], _ in counted[-2:]] == [Opponent(0, 1), Opponent(0, 2)], "the earlier matches are too old"
    assert counted[-1][1] == 3
