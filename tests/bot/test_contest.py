"""Contests and scores of the lab."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from threading import Timer, get_ident
from typing import Any

import pytest

from bot.lab.contest import Arena, Contest
from bot.lab.plans import Plan, verdict
from bot.lab.score import Score
from rules.core.play import Outcome


def test_the_same_seed_gives_the_same_matches_on_any_number_of_processors() -> None:
    contest = Contest(game="tnb", players=("random", "greedy"), options={})
    with Arena(1) as one, Arena(2) as two:
        assert list(one.play(contest, 6, 5)) == list(two.play(contest, 6, 5))


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Make Ctrl-C interrupt, even if the tests were started with it ignored, as shells do in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_interrupts_even_while_matches_are_handed_to_processes(
    ctrl_c: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def submit(_self: ProcessPoolExecutor, *_call: object) -> Future[Any]:
        os.kill(os.getpid(), signal.SIGINT)
        return Future()

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    contest = Contest(game="tnb", players=("random",) * 2, options={})
    with pytest.raises(KeyboardInterrupt), Arena(2) as arena:
        list(arena.play(contest, 2, 1))


def test_ctrl_c_received_by_another_thread_interrupts_the_wait_for_a_result(
    ctrl_c: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meet() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.pthread_kill(get_ident(), signal.SIGINT)

    def submit(_self: ProcessPoolExecutor, *_call: object) -> Future[Any]:
        Timer(0.2, meet).start()  # sometimes before and sometimes after it sleeps; both must interrupt
        return Future()

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    contest = Contest(game="tnb", players=("random",) * 2, options={})
    with pytest.raises(KeyboardInterrupt), Arena(2) as arena:
        list(arena.play(contest, 2, 1))


def test_every_seed_is_played_from_every_seat() -> None:
    contest = Contest(game="circuitry", players=("greedy", "random", "random"), options={})
    with Arena(1) as arena:
        assert [match.seat for match in arena.play(contest, 6, 5)] == [0, 1, 2, 0, 1, 2]


def test_matches_of_identical_players_are_not_counted_twice() -> None:
    contest = Contest(game="tnb", players=("random",) * 2, options={})
    with Arena(1) as arena:
        played = list(arena.play(contest, 6, 5))
    assert [match.seat for match in played] == [0] * 6
    assert len({(match.plies, match.shares, match.turns) for match in played}) > 3
    mirror = Contest(game="tnb", players=("random",) * 2, options={}, decks=("vanguard", "vanguard"))
    assert (mirror.places, Contest(game="tnb", players=("greedy", "random"), options={}).places) == (1, 2)


def test_a_win_is_shared_by_its_winners_and_a_draw_by_all() -> None:
    def of(*ranks: int) -> list[float]:
        return [Outcome("last_resort", ranks).share(seat) for seat in range(len(ranks))]

    assert of(1, 2) == [1, 0]
    assert of(1, 1, 3) == [0.5, 0.5, 0]
    assert of(1, 1) == [0.5, 0.5]


def test_the_interval_of_a_score_is_wilsons() -> None:
    low, high = Score(10, 8).interval
    assert (round(low, 1), round(high, 1)) == (49.0, 94.3)
    assert Score(10, 8) + Score(2, 0.5) == Score(12, 8.5)


def test_matches_of_the_same_deal_count_as_one_sample() -> None:
    """If each deal is won from only one seat, nothing depends on luck; if both seats win or lose it together, one match
    would do.
    """
    alone, split_, same = (
        Score(200, 100),
        Score.by_deals([1.0, 0.0] * 100, 2),
        Score.by_deals([1.0, 1.0, 0.0, 0.0] * 50, 2),
    )
    widths = [high - low for low, high in (score.interval for score in (split_, alone, same))]
    assert widths == sorted(widths)
    assert widths[0] < 0.6 * widths[1]
    assert widths[2] == pytest.approx(widths[1] * 2**0.5, rel=0.05)
    assert {score.share for score in (alone, split_, same)} == {50}
    assert Score.by_deals([1.0, 0.0], 1) == Score(2, 1)
    assert Score.by_deals([1.0] * 20, 2).interval[0] < 90


def test_a_part_that_is_known_exactly_leaves_the_doubt_about_the_other() -> None:
    """Equal decks against each other win every deal once: of 400 matches, only the other 200 say something."""
    exact, doubtful = Score.by_deals([1.0, 0.0] * 100, 2), Score(200, 120)
    (low, high), (least, most) = doubtful.interval, (exact + doubtful).interval
    assert (most - least) == pytest.approx((high - low) / 2, rel=0.05)
    assert exact + Score() == exact


@pytest.mark.parametrize(("wins", "answer"), [(20, "no"), (46, "unsure"), (40, "yes"), (5, "yes")])
def test_a_goal_is_missed_only_if_the_measurement_excludes_it(wins: int, answer: str) -> None:
    plan = Plan(player="turtle", summary="", most=45)
    assert verdict(plan, Score(100 if wins > 20 else 21, wins)) == answer


@pytest.mark.thorough
def test_results_without_statistics_equal_those_of_the_same_matches() -> None:
    contest = Contest(game="tnb", players=("random", "greedy"), options={})
    jobs = [(contest, number) for number in range(14)]
    with Arena(1) as one, Arena(2) as two:
        won = [match.won for match in one.play(contest, 14, 5)]
        assert one.results(jobs, 5).won == two.results(jobs, 5).won == won
        assert one.results(jobs, 5).elsewhere == 0 < two.results(jobs, 5).elsewhere
