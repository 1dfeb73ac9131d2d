"""Profiles: figures, badges, histories and tables of a user's matches."""

import csv
from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.application.application import Application
from bot.application.time.retention import clear
from bot.content.library import Library
from bot.model.match import MatchId
from bot.model.pace import DAY
from bot.model.rating_list import RatingList
from bot.people.season_plan import CalendarSeasons
from bot.people.settings import SEASON
from bot.profiles.profile import RELIABLE, WEEK, Badge, BadgeKind, Favourite, Moment, PlayedMatch, Profile, Score
from bot.profiles.profiles import matches_csv
from bot.store.database import Database
from rules.core.options import RuleSet
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CLEO, GUILD, TINY, beaten, begin
from tests.bot.test_seasons import timed_out

WON = PlayedMatch(
    match_id=MatchId(1),
    game="tiny",
    guild=GUILD,
    pace="24h",
    started_at=1_000,
    ended_at=2_000,
    rules=RuleSet.HOUSE,
    deck="steep",
    deck_name="",
    rank=1,
    points_before=1000,
    points_after=1100,
    own_plies=4,
    timed_out_plies=0,
    lost_on_time=False,
    took_over=False,
    players=2,
    beaten=1,
    beaten_experts=0,
    opponent=BEN,
)
LOST, DRAWN = WON._replace(rank=2, beaten=0), WON._replace(beaten=0)
LATE = LOST._replace(own_plies=0, timed_out_plies=4)
FIRST = Badge(BadgeKind.FIRST_WIN, "tiny")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return Application(database, Library.of({"tiny": TINY}), clock=time, seeds=lambda: 1)


def profile(*matches: PlayedMatch, given_up: int = 0, days: int = 0, gap: int = 1) -> Profile:
    return Profile(
        user=ANN,
        matches=matches,
        given_up=given_up,
        puzzle_days=frozenset(date(2026, 1, 1) + timedelta(days=gap * day) for day in range(days)),
        adjusted=(),
    )


def test_a_streak_counts_wins_up_to_the_latest_match() -> None:
    assert profile(WON, WON, WON, LOST, WON, WON).streak == 2
    assert profile(WON, WON, WON, LOST, WON, WON).best_streak == 3
    assert profile(WON, DRAWN).streak == 0
    assert (profile().streak, profile().best_streak) == (0, 0)


def test_who_hands_a_seat_over_or_loses_on_time_has_not_finished() -> None:
    assert profile().finished is None
    assert profile(WON, LOST, LOST).finished == 1
    assert profile(WON, LOST._replace(lost_on_time=True), given_up=2).finished == 0.25
    assert profile(WON, LOST._replace(took_over=True, own_plies=None)).finished == 1


def test_decisions_in_time_are_counted_under_a_clock_only() -> None:
    assert profile(WON, LATE).in_time == 0.5
    assert profile(WON._replace(pace="none")).in_time is None


def test_the_first_win_of_each_game_has_a_badge() -> None:
    assert profile(LOST, DRAWN).badges == []
    other = WON._replace(game="heist")
    assert profile(WON, other, WON).badges == [FIRST, Badge(BadgeKind.FIRST_WIN, "heist")]


def test_a_beaten_expert_is_a_badge_unless_the_seat_was_taken_over() -> None:
    expert = WON._replace(beaten_experts=1, opponent=None)
    assert Badge(BadgeKind.EXPERT_BEATEN) in profile(expert).badges
    assert Badge(BadgeKind.EXPERT_BEATEN) not in profile(expert._replace(took_over=True)).badges


@pytest.mark.parametrize(("before", "after", "has_badge"), [(0, RELIABLE, True), (5, RELIABLE - 1, False)])
def test_ten_matches_in_a_row_without_a_lapse_are_a_badge(before: int, after: int, has_badge: bool) -> None:
    played = profile(*[LOST] * before, LATE, *[LOST] * after)
    assert (Badge(BadgeKind.RELIABLE) in played.badges) is has_badge


def test_matches_without_a_clock_make_nobody_reliable() -> None:
    assert profile(*[LOST._replace(pace="none")] * RELIABLE).badges == []


@pytest.mark.parametrize(("days", "gap", "has_badge"), [(WEEK, 1, True), (WEEK - 1, 1, False), (WEEK, 2, False)])
def test_a_week_of_daily_puzzles_is_a_badge(days: int, gap: int, has_badge: bool) -> None:
    assert (profile(days=days, gap=gap).badges == [Badge(BadgeKind.PUZZLE_WEEK)]) is has_badge


def test_the_favourite_deck_of_a_game_is_the_one_played_most() -> None:
    own = WON._replace(deck="#17", deck_name="Mine")
    cleared = own._replace(deck_name="")
    assert profile(WON, own, cleared, WON._replace(game="heist", deck="")).favourites == [
        Favourite("tiny", "#17", "Mine", 2)
    ]


def test_head_to_head_counts_matches_of_two_persons() -> None:
    met = [WON, LOST, DRAWN, WON._replace(opponent=CLEO), WON._replace(opponent=None), WON._replace(opponent=-3)]
    assert profile(*met).scores == [Score(BEN, 1, 1, 1), Score(CLEO, 1, 0, 0)]


async def lose(app: Application, loser: int = BEN) -> None:
    match = await begin(app, loser)
    await beaten(app, match, loser)


async def test_a_first_win_is_neither_a_loss_nor_a_later_win_nor_one_at_another_game(app: Application) -> None:
    matches = []
    for loser in (ANN, BEN, BEN):
        matches.append(await begin(app, BEN))
        await beaten(app, matches[-1], loser)
    assert [await app.profiles.is_first_win(ANN, match) for match in matches] == [False, True, False]
    assert [await app.profiles.is_first_win(BEN, match) for match in matches] == [True, False, False]
    assert not await app.profiles.is_first_win(ANN, replace(matches[1], game="heist"))


async def test_a_profile_is_of_one_server_or_of_all(app: Application) -> None:
    await lose(app)
    assert len((await app.profiles.of(ANN, GUILD)).matches) == 1
    assert len((await app.profiles.of(ANN, None)).matches) == 1
    assert (await app.profiles.of(ANN, GUILD + 1)).matches == []
    [match] = (await app.profiles.of(BEN, GUILD)).matches
    assert (match.rank, match.opponent, match.is_won, match.took_over) == (2, ANN, False, False)


async def test_a_history_goes_from_match_to_match_and_shows_the_end_of_a_season(app: Application, time: Time) -> None:
    await app.preferences.choose_for_server(GUILD, SEASON, CalendarSeasons(1))
    await app.ratings.season(GUILD)
    await lose(app)
    time.go_on(40 * DAY)
    await lose(app)
    [(of, moments)] = (await app.profiles.of(ANN, GUILD)).histories
    [(_, won), (_, won_again)] = [
        (match.points_before, match.points_after) for match in (await app.profiles.of(ANN, GUILD)).matches
    ]
    assert of == RatingList(GUILD, "tiny")
    assert [moment.points for moment in moments][:2] == [1000, won]
    assert won is not None
    assert 1000 < moments[2].points < won
    assert moments[-1] == Moment(int(time.seconds), won_again or 0)


async def test_matches_that_ran_out_of_time_are_counted(app: Application, time: Time) -> None:
    await timed_out(app, time, 1)
    assert (await app.profiles.of(BEN, GUILD)).in_time == 0
    assert 0 < ((await app.profiles.of(ANN, GUILD)).in_time or 0) < 1


async def test_nothing_is_left_of_the_profile_of_a_deleted_user(app: Application) -> None:
    await lose(app)
    await app.user_data.delete(ANN)
    nothing = await app.profiles.of(ANN, None)
    assert (nothing.matches, nothing.badges, nothing.histories) == ([], [], [])
    assert (await app.profiles.of(BEN, GUILD)).scores == []


async def test_a_profile_stays_when_the_logs_of_its_matches_are_deleted(app: Application, database: Database) -> None:
    await lose(app)
    before = await app.profiles.of(ANN, GUILD)
    await database.write(lambda db: clear(db, before.matches[0].match_id, 1))
    assert await app.profiles.of(ANN, GUILD) == before


def test_a_table_of_matches_has_a_line_for_each_and_no_formula() -> None:
    evil = LOST._replace(deck="#1", deck_name="=HYPERLINK(1)", points_before=None, points_after=None)
    [head, *lines] = csv.reader(matches_csv(profile(WON, evil), {"tiny": "Tiny"}).splitlines())
    rows = [dict(zip(head, line, strict=True)) for line in lines]
    assert [row["result"] for row in rows] == ["won", "lost"]
    assert [row["deck"] for row in rows] == ["steep", "'=HYPERLINK(1)"]
    assert rows[0]["game"] == "Tiny"
    assert (rows[0]["points_after"], rows[1]["points_after"]) == ("1100", "")
