"""The short form of simulated weeks: `python -m tests.chaos weeks` is the long one."""

import pytest

from bot.application.time.timers import Timers
from tests.chaos.weeks import weeks

MATCHES = 12


def test_every_match_ends_each_moment_comes_once_and_the_same_seed_gives_the_same_database() -> None:
    tally, again = weeks(MATCHES, seed=16), weeks(MATCHES, seed=16)
    assert tally.faults == again.faults == []
    assert tally.bytes == again.bytes
    assert tally.done == again.done
    assert tally.done["matches"] == MATCHES
    assert tally.done["moments at which something was due"] >= 5
    assert tally.done["answers that were due while the bot was away"] >= 1
    assert tally.done["matches: abandoned"] >= 1
    assert tally.done["resignations"] >= 1
    assert tally.done["steps taken back freely"] >= 1
    assert tally.done["proposals agreed on: undo"] >= 1
    assert tally.done["seats handed over"] >= 1
    assert tally.done["ends of clocks"] >= 10
    assert tally.done["answers about somebody late"] >= 1


def test_time_that_is_lost_while_the_bot_is_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.application.match.clocks.clocks.after_outage", lambda clock, *_: clock)
    assert any("seconds, not" in fault for fault in weeks(MATCHES, seed=1).faults)


@pytest.mark.parametrize(("seed", "found"), [(2, "nothing is done"), (4, "nobody gives")])
def test_a_moment_that_does_not_come_is_found(seed: int, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Timers, "schedule", lambda *_: None)
    assert any(found in fault for fault in weeks(MATCHES, seed=seed).faults)
