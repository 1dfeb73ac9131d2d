"""The short form of simulated weeks: `python -m tests.chaos weeks` is the long one."""

from itertools import chain

import pytest

from bot.application.time.timers import Timers
from tests.chaos.weeks import all_games, small_games, weeks

SEEDS = range(5, 25)
"""The seeds, of which at least one finds a planted fault; the search ends at the first that does."""


@pytest.mark.thorough
def test_every_match_ends_each_moment_comes_once_and_the_same_seed_gives_the_same_database() -> None:
    tally, again = weeks(40, 17, small_games()), weeks(40, 17, small_games())
    assert tally.faults == again.faults == []
    assert tally.bytes == again.bytes
    assert tally.done == again.done
    assert tally.done["matches"] == 40
    assert tally.done["moments at which something was due"] >= 5
    assert tally.done["answers that were due while the bot was away"] >= 1
    assert tally.done["matches: abandoned"] >= 1
    assert tally.done["resignations"] >= 1
    assert tally.done["steps taken back freely"] >= 1
    assert tally.done["proposals agreed on: undo"] >= 1
    assert tally.done["seats handed over"] >= 1
    assert tally.done["ends of clocks"] >= 10
    assert tally.done["answers about somebody late"] >= 1
    assert tally.done["seasons that ended"] >= 1
    assert tally.done["players listed: season"] >= 1


def test_some_matches_end_and_the_same_seed_gives_the_same_database() -> None:
    tally, again = weeks(8, 16, small_games()), weeks(8, 16, small_games())
    assert tally.faults == again.faults == []
    assert (tally.bytes, tally.done) == (again.bytes, again.done)
    assert tally.done["matches"] == 8


def test_matches_of_the_games_of_the_catalog_end_too() -> None:
    tally = weeks(3, 16, all_games())
    assert tally.faults == []
    assert tally.done["matches"] == 3


def faults(matches: int) -> chain[str]:
    """Yield the faults of one seed after the other, as far as the caller reads."""
    return chain.from_iterable(weeks(matches, seed, small_games()).faults for seed in SEEDS)


def test_time_that_is_lost_while_the_bot_is_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.application.match.clocks.clocks.after_outage", lambda clock, *_: clock)
    assert any("seconds, not" in fault for fault in faults(12))


@pytest.mark.parametrize("said", ["nothing is done", "nobody gives"])
def test_a_moment_that_does_not_come_is_found(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Timers, "schedule", lambda *_: None)
    assert any(said in fault for fault in faults(12))
