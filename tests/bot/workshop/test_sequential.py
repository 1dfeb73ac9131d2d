"""A comparison may be looked at after every match: the promised error holds however often somebody looks."""

from random import Random

import pytest

from bot.model.comparison import Verdict
from bot.workshop.sequential import ERROR, MARGIN, Trial, interval

LONG = 500
"""The number of pairs after which these comparisons are given up."""


def drawing(seed: int) -> Random:
    return Random(seed)  # noqa: S311 # a trial


def played(first: float, second: float, rng: Random, pairs: int) -> Trial:
    """Return a comparison of two drafts in which a match has what is asked with these probabilities."""
    trial = Trial()
    for _ in range(pairs):
        if trial.see((rng.random() < second) - (rng.random() < first)) is not None:
            break
    return trial


def false_alarms(share: float, runs: int, pairs: int) -> float:
    """Return how often two equal drafts are called different by somebody who looks after every pair."""
    rng = drawing(57)
    verdicts = [played(share, share, rng, pairs).verdict for _ in range(runs)]
    return sum(verdict in (Verdict.MORE, Verdict.LESS) for verdict in verdicts) / runs


def test_two_equal_drafts_are_seldom_called_different_by_somebody_who_always_looks() -> None:
    assert false_alarms(0.5, runs=150, pairs=80) <= ERROR


@pytest.mark.thorough
@pytest.mark.parametrize("share", [0.02, 0.1, 0.5, 0.9])
def test_at_length_equal_drafts_are_never_called_different_too_often(share: float) -> None:
    assert false_alarms(share, runs=2000, pairs=LONG) <= ERROR


def test_looking_always_at_an_ordinary_interval_would_lie() -> None:
    """The fault that the sequential test is for: it would be found by the first test."""
    rng, lies, runs = drawing(57), 0, 150
    for _ in range(runs):
        total = squares = 0
        for number in range(1, 81):
            difference = (rng.random() < 0.5) - (rng.random() < 0.5)
            total, squares = total + difference, squares + difference**2
            if number >= 10 and abs(total) > 1.96 * squares**0.5:
                lies += 1
                break
    assert lies / runs > 3 * ERROR


@pytest.mark.parametrize(("first", "second", "verdict"), [(0.3, 0.7, Verdict.MORE), (0.7, 0.3, Verdict.LESS)])
def test_a_large_difference_is_found_with_its_direction(first: float, second: float, verdict: Verdict) -> None:
    rng = drawing(1)
    trials = [played(first, second, rng, 150) for _ in range(30)]
    assert [trial.verdict for trial in trials] == [verdict] * 30
    assert sorted(trial.pairs for trial in trials)[15] < 60


def test_drafts_without_what_is_asked_are_found_alike() -> None:
    assert played(0.0, 0.0, drawing(1), LONG).verdict is Verdict.ALIKE


def test_the_interval_holds_the_truth_after_every_pair() -> None:
    rng, missed = drawing(7), 0
    for _ in range(20):
        seen = list[float]()
        for _ in range(40):
            seen.append((rng.random() < 0.6) - (rng.random() < 0.4))
            low, high = interval(seen)
            if not low <= 0.2 <= high:
                missed += 1
                break
    assert missed <= 20 * ERROR


def test_interval_and_verdict_agree() -> None:
    trial, seen = Trial(), list[float]()
    rng = drawing(3)
    while trial.see(difference := float((rng.random() < 0.8) - (rng.random() < 0.3))) is None:
        seen.append(difference)
        assert interval(seen)[0] <= 0
    low, high = interval([*seen, difference])
    assert trial.verdict is Verdict.MORE
    assert 0 < low < 0.5 < high <= 1
    assert trial.see(-1.0) is Verdict.MORE, "the first verdict stays"


def test_alike_means_within_the_margin() -> None:
    trial, seen = Trial(), list[float]()
    while trial.see(0.0) is None:
        seen.append(0.0)
    low, high = interval([*seen, 0.0])
    assert -MARGIN < low < 0 < high < MARGIN


def test_without_a_pair_nothing_is_known() -> None:
    assert interval([]) == pytest.approx((-1.0, 1.0))
