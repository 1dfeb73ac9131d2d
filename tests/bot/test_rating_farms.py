"""Beating accounts of one's own is worth little, and hardly changes the order of honest players."""

from functools import cache

import pytest

from bot.ratings.ratings import Rating, rated
from bot.ratings.weights import KNOWN, Opponent, weight
from rules.core.play import Outcome
from tests.bot.rating_farms import FARMS, MAIN, MATCHES, Season, Server, lost, season, tau
from tests.examples import thorough

MOST = 100
"""The most points that a farm may be worth."""


@cache
def without_farm(seed: int) -> Season:
    return season([], seed, plays_honestly=True)


@pytest.mark.parametrize(
    ("kind", "count", "seed"),
    [
        ("pyramid", 10, 1),
        *thorough(*((kind, count, seed) for kind in FARMS for count in (1, 3, 10) for seed in range(2, 5))),
    ],
)
def test_a_farm_is_worth_few_points_and_changes_no_order(kind: str, count: int, seed: int) -> None:
    farm = FARMS[kind](count)
    only, both = (season(farm, seed, plays_honestly=each) for each in (False, True))
    assert only.main - only.expected <= MOST, "whoever only beats their own accounts, beside an honest player as strong"
    assert both.main - without_farm(seed).main <= MOST, (
        "whoever plays honestly as well, beside what they have without the farm"
    )
    assert tau(both.honest, without_farm(seed).honest) > 0.97


def test_a_farm_that_counted_fully_would_be_worth_hundreds_of_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bot.rating_farms.weight", lambda *_: 1.0)
    server = Server()
    for winner, loser in lost(1):
        server.play(winner, loser)
    assert server.ratings[MAIN].points > 1000 + 500
    assert server.ratings[MAIN].games == MATCHES


def test_the_same_pair_counts_less_with_each_match() -> None:
    weights = [weight([Opponent(matches, KNOWN)], 100) for matches in range(4)]
    assert weights == pytest.approx([1, 0.7, 0.49, 0.343])


def test_an_opponent_counts_more_with_each_player_they_have_met_until_they_know_twenty_or_half_of_all() -> None:
    assert [weight([Opponent(0, met)], 100) for met in (1, 10, 20, 40)] == pytest.approx([1 / 8000, 1 / 8, 1, 1])
    assert [weight([Opponent(0, met)], 8) for met in (1, 2, 4)] == pytest.approx([1 / 64, 1 / 8, 1])
    assert weight([Opponent(0, 1)], 2) == 1, "the first two players of a server"


def test_the_weight_of_a_match_of_many_is_the_mean_over_the_opponents() -> None:
    assert weight([Opponent(0, 20), Opponent(1, 20)], 100) == pytest.approx(0.85)
    assert weight([], 4) == 1


def test_a_weight_is_the_part_of_the_change_that_is_made() -> None:
    won, before = Outcome("points", (1, 2)), [Rating(), Rating()]
    full, half = rated(before, won), rated(before, won, weights=[0.5, 0.0])
    assert half[0].mu - 25 == pytest.approx((full[0].mu - 25) / 2)
    assert half[0].sigma - Rating().sigma == pytest.approx((full[0].sigma - Rating().sigma) / 2)
    assert (half[1].mu, half[1].sigma, half[1].games) == (25, Rating().sigma, 1)
