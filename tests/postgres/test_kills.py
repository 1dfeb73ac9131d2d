"""The short form of the kills of several processes: `python -m tests.chaos processes` is the long one."""

import pytest

from tests.chaos.processes import processes

pytestmark = pytest.mark.postgres

KILLS = 1


async def test_processes_and_their_database_that_are_killed_lose_nothing_and_do_nothing_twice() -> None:
    [tally] = [tally async for tally in processes(KILLS, seed=1, game="allocator")]
    assert tally.faults == []
    assert [tally.done[each] for each in ("kills", "crashes of the database", "replacements")] == [KILLS, 1, 1]
