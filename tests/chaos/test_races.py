"""The short form of the races: `python -m tests.chaos races` is the long one."""

import pytest

from bot.application.match.positions import Positions
from bot.model.table import Table
from tests.chaos.races import races
from tests.chaos.races_on_discord import races_on_discord


async def test_of_many_presses_at_once_each_decision_takes_one() -> None:
    async with races(seed=3) as running:
        tally = await running.run(150)
    assert tally.faults == []
    assert tally.done["presses"] > 1_000
    assert tally.done["plies"] > 30
    assert tally.done["decisions of several seats at once"] > 2
    assert min(tally.done[f"bursts on {what}"] for what in ("a chair", "a start", "a resignation")) >= 1


async def test_of_many_presses_at_once_on_discord_each_decision_takes_one() -> None:
    tally = await races_on_discord(4, seed=1)
    assert tally.faults == []
    assert tally.done["plies"] >= 4


async def test_a_decision_that_stays_open_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "is_open", lambda *_: True)
    async with races(seed=1) as running:
        assert (await running.run(60)).faults


async def test_an_interaction_that_is_refused_the_second_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unused(*_: object) -> bool:
        return False

    monkeypatch.setattr(Positions, "_used", unused)
    async with races(seed=1) as running:
        assert (await running.run(60)).faults
