"""The short form of the kills of one of three processes: `python -m tests.chaos processes` is the long one."""

import pytest

from tests.chaos.processes import processes

pytestmark = pytest.mark.postgres

KILLS = 2


async def test_killed_and_replaced_under_play_while_their_database_crashes_processes_lose_nothing() -> None:
    [tally] = [tally async for tally in processes(KILLS, seed=1, game="tnb")]
    assert tally.faults == []
    assert (tally.done["kills"], tally.done["crashes of the database"], tally.done["replacements"]) == (KILLS, 1, 1)
    assert tally.done["looks at a match"] >= 1
    assert tally.done["plies"] >= 1
