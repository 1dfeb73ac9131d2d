"""The short form of disks that fail and of files that are damaged: `python -m tests.chaos faults` is the long one."""

from tests.chaos.bad_disk import FAULTS
from tests.chaos.damage import SCHEMAS, damaged, migrated
from tests.chaos.faults import faults


async def test_whatever_the_disk_does_what_was_acknowledged_is_there_and_all_else_was_refused() -> None:
    tally = await faults(50, seed=1)
    assert tally.faults == []
    assert all(tally.done[f"statements: {name}"] for name in FAULTS)
    assert tally.done["answer: Unavailable"] >= 25
    assert tally.done["bursts on a slow disk"] >= 1
    assert tally.done["plies"] >= 30


async def test_a_damaged_file_is_refused_and_stays_as_it_is_or_goes_on() -> None:
    tally = await damaged(30, seed=1)
    assert tally.faults == []
    assert min(tally.done["refused"], tally.done["opened"]) >= 3


async def test_a_file_of_each_older_schema_is_migrated_and_goes_on_also_after_a_full_disk() -> None:
    tally = await migrated()
    assert tally.faults == []
    assert tally.done["schemas"] == len(SCHEMAS)
    assert tally.done["migrations on a disk with room"] == len(SCHEMAS)
    assert tally.done["migrations on a full disk"] >= 2 * (len(SCHEMAS) - 1)
