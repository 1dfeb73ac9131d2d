"""Pairs whose results look agreed, and results that an admin takes out of the ratings."""

from collections.abc import Sequence

import pytest

from bot.application.application import Application
from bot.model.admin_action import AdminActionKind
from bot.model.match import Match, MatchId
from bot.model.rating_list import RatingList
from bot.ratings.pairs import LEAST, Result, Sign, suspicious
from bot.ratings.season import Period
from rules.core.options import RuleSet
from tests.bot.table_helpers import ANN, BEN, CLEO, GUILD, beaten, begin

ADMIN = 99
OF = RatingList(GUILD, "tiny")


def results(won: int, lost: int = 0, *, moves: int = 20, seconds: int = 600, loser: int = BEN) -> list[Result]:
    return [
        *(Result(MatchId(number), OF, ANN, loser, moves, seconds) for number in range(won)),
        *(Result(MatchId(won + number), OF, loser, ANN, moves, seconds) for number in range(lost)),
    ]


def others(count: int) -> list[Result]:
    """Return matches of Ben with people whom nobody else meets."""
    return [Result(MatchId(100 + number), OF, 100 + number, BEN, 20, 600) for number in range(count)]


def signs(found: Sequence[Result]) -> list[tuple[int, int, Sequence[Sign]]]:
    return [(pair.winner, pair.loser, pair.signs) for pair in suspicious(found)]


def test_a_pair_with_many_one_sided_matches_is_shown_with_the_signs_that_speak_for_it() -> None:
    assert signs([*results(LEAST), *others(3)]) == [], "no sign: Ben has met others, and it took time"
    assert signs([*results(LEAST), *others(2)]) == [(ANN, BEN, [Sign.ALONE])]
    assert signs([*results(LEAST, moves=3), *others(3)]) == [(ANN, BEN, [Sign.SHORT])]
    assert signs([*results(LEAST, seconds=60), *others(3)]) == [(ANN, BEN, [Sign.FAST])]
    assert signs(results(LEAST, moves=0, seconds=5)) == [(ANN, BEN, [Sign.SHORT, Sign.FAST, Sign.ALONE])]


@pytest.mark.parametrize(("won", "lost", "is_shown"), [(4, 0, False), (5, 1, False), (9, 1, True), (8, 2, False)])
def test_few_matches_or_matches_that_both_win_are_not(won: int, lost: int, is_shown: bool) -> None:
    assert bool(signs(results(won, lost))) == is_shown


def test_pairs_with_most_signs_and_matches_come_first() -> None:
    found = [*results(6, loser=CLEO), *results(LEAST, moves=1)]
    assert [loser for _, loser, _ in signs(found)] == [BEN, CLEO]


async def farmed(app: Application, count: int) -> list[Match]:
    matches = []
    for _ in range(count):
        matches.append(await begin(app))
        await beaten(app, matches[-1], BEN)
    return matches


async def points(app: Application, period: Period = Period.NOW) -> dict[int, tuple[int, int, int]]:
    board = await app.ratings.leaderboard(GUILD, "tiny", first=0, count=9, user=None, period=period)
    return {line.user: (line.points, line.games, line.wins) for line in board.standings}


async def test_results_that_are_taken_out_give_back_their_points_and_are_recorded(app: Application) -> None:
    other = await begin(app, CLEO)
    await beaten(app, other, CLEO)
    before = await points(app)
    matches = await farmed(app, LEAST)
    [pair] = await app.rating_review.pairs(GUILD)
    assert (pair.winner, pair.loser, pair.won, pair.matches) == (ANN, BEN, LEAST, LEAST)
    assert (await points(app))[ANN][0] > before[ANN][0]
    assert await app.rating_review.take_out(pair.of, pair.winner, pair.loser, ADMIN) == LEAST
    after = await points(app)
    assert after[ANN] == pytest.approx(before[ANN], abs=1)
    assert (after[CLEO], after[BEN][1:]) == (before[CLEO], (0, 0))
    assert after[BEN][0] == pytest.approx(1000, abs=1)
    for match in matches:
        assert await app.ratings.changes(match.id) == {}
        [act] = await app.administration.acts(match.id)
        assert (act.kind, act.user) == (AdminActionKind.UNRATED, ADMIN)
    assert set(await points(app, Period.MONTH)) == {ANN, CLEO}
    assert await app.rating_review.pairs(GUILD) == []
    assert await app.rating_review.take_out(pair.of, pair.winner, pair.loser, ADMIN) == 0, "once"


async def test_other_lists_and_servers_are_left_alone(app: Application) -> None:
    await farmed(app, LEAST)
    before = await points(app)
    for of in (RatingList(GUILD + 1, "tiny"), RatingList(GUILD, "heist"), RatingList(GUILD, "tiny", RuleSet.WRITTEN)):
        assert await app.rating_review.take_out(of, ANN, BEN, ADMIN) == 0
    assert await app.rating_review.pairs(GUILD + 1) == []
    assert await points(app) == before
