"""Parts of the shards, of which each process claims one; parts that do not fit together are refused by name."""

from collections.abc import Callable

import pytest

from bot.application.application import Application
from bot.application.match.leases import ALIVE, Leases
from bot.content.library import Library
from bot.model.pauses import Pause
from bot.model.shards import Shard, ShardRange
from bot.process.command_line import Parser, build_parser
from bot.store import pauses
from bot.store.database import Database
from bot.store.errors import StoreError
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import SEED, TINY

LEFT, RIGHT = ShardRange(0, 7, 16), ShardRange(8, 15, 16)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def process(database: Database, time: Time, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Leases]:
    """Make a process that shares the database."""
    monkeypatch.setattr(database, "is_shared", True)
    return lambda: Leases(database, time)


async def connected(process: Leases, database: Database, shards: ShardRange) -> Leases:
    """Let a process claim shards and connect them."""
    await process.claim(shards)
    await database.write(lambda db: pauses.end(db, map(Pause.lost, shards.shards)))
    await process.serve()
    return process


def parser() -> Parser:
    def nothing(_: object) -> int:
        return 0

    names = ("run", "sandbox", "quarantined", "backup", "restore", "upgrade", "doctor")
    people = ("people_export", "people_delete", "moderation")
    return build_parser(**dict.fromkeys((*names, *people), nothing))


@pytest.mark.parametrize(
    ("text", "shards"),
    [
        ("0-7/16", LEFT),
        ("3/16", ShardRange(3, 3, 16)),
        ("0/1", ShardRange(0, 0, 1)),
        ("0-15/16", ShardRange(0, 15, 16)),
    ],
)
def test_a_range_is_read(text: str, shards: ShardRange) -> None:
    assert ShardRange.read(text) == shards
    assert parser().parse_args(["run", "--shards", text]).shards == shards
    assert ShardRange.read(str(shards)) == shards


@pytest.mark.parametrize(
    "text", ["", "0-7", "7-0/16", "0-16/16", "16/16", "0/0", "-1/4", "a/4", "1-2-3/4", " 0/1", "٣/4"]
)
def test_what_is_no_range_is_refused_in_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parser().parse_args(["run", f"--shards={text}"])
    assert left.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_range_is_its_shards() -> None:
    assert ShardRange(1, 2, 4).shards == {Shard(1, 4), Shard(2, 4)}


async def test_processes_with_parts_that_fit_together_run_side_by_side(process: Callable[[], Leases]) -> None:
    await process().claim(LEFT)
    await process().claim(RIGHT)


@pytest.mark.parametrize("shards", [ShardRange(7, 9, 16), ShardRange(0, 15, 16), ShardRange(3, 3, 16)])
async def test_overlapping_parts_are_refused_by_name(process: Callable[[], Leases], shards: ShardRange) -> None:
    one = process()
    await one.claim(LEFT)
    with pytest.raises(StoreError, match=f"Shards {shards} overlap with 0-7/16 of {one.name}"):
        await process().claim(shards)


async def test_another_number_of_shards_is_refused_by_name(process: Callable[[], Leases]) -> None:
    one = process()
    await one.claim(LEFT)
    with pytest.raises(StoreError, match=f"{one.name} connects with 16 shards in all"):
        await process().claim(ShardRange(16, 31, 32))


async def test_a_process_that_lives_is_replaced_by_one_at_a_time(process: Callable[[], Leases], time: Time) -> None:
    replaced, new = process(), process()
    await replaced.claim(LEFT)
    await new.claim(LEFT)

    async def both_live(seconds: float) -> None:
        time.go_on(seconds)
        await replaced.beat()
        await new.beat()

    with pytest.raises(StoreError, match="being handed over already"):
        await process().claim(LEFT, sleep=both_live)


async def test_a_process_waits_for_the_end_of_two_earlier_ones_that_were_killed(
    process: Callable[[], Leases], time: Time
) -> None:
    await process().claim(LEFT)
    time.go_on(ALIVE / 2)
    await process().claim(LEFT)
    waited: list[float] = []

    async def nobody_lives(seconds: float) -> None:
        waited.append(seconds)
        time.go_on(seconds)

    await process().claim(LEFT, sleep=nobody_lives)
    assert waited == [pytest.approx(ALIVE / 2, abs=1)]


async def test_the_shards_of_a_dead_process_can_be_cut_anew(process: Callable[[], Leases], time: Time) -> None:
    await process().claim(LEFT)
    time.go_on(ALIVE + 1)
    await process().claim(ShardRange(0, 31, 32))


async def test_the_shards_of_a_dead_process_are_lost_since_its_last_sign_of_life(
    process: Callable[[], Leases], database: Database, time: Time
) -> None:
    await connected(process(), database, LEFT)
    living = await connected(process(), database, RIGHT)
    seen = time().timestamp()
    for _ in range(3):
        time.go_on(ALIVE / 2 + 1)
        await living.beat()
    assert await database.read(pauses.load) == dict.fromkeys(map(Pause.lost, LEFT.shards), seen)


async def test_no_shard_is_lost_with_a_process_that_was_replaced(
    process: Callable[[], Leases], database: Database, time: Time
) -> None:
    await connected(process(), database, LEFT)
    living = await connected(process(), database, RIGHT), await connected(process(), database, LEFT)
    for _ in range(3):
        time.go_on(ALIVE / 2 + 1)
        for one in living:
            await one.beat()
    assert await database.read(pauses.load) == {}


async def test_a_process_that_stood_still_takes_its_shards_back(
    database: Database, time: Time, process: Callable[[], Leases]
) -> None:
    app = Application(database, Library.of({TINY.key: TINY}), clock=time, seeds=lambda: SEED)
    await app.leases.claim(LEFT)
    app.shard_outages.expect(LEFT.shards)
    for shard in sorted(LEFT.shards):
        await app.shard_outages.restore(shard)
    time.go_on(ALIVE + 1)
    neighbour = process()
    await database.write(lambda db: pauses.end(db, map(Pause.lost, RIGHT.shards)))
    await neighbour.beat()
    assert set(await database.read(pauses.load)) == set(map(Pause.lost, LEFT.shards))
    await app.leases.beat()
    await app.neighbours.look()
    assert await database.read(pauses.load) == {}
    with pytest.raises(StoreError, match="overlap"):
        await neighbour.claim(ShardRange(7, 8, 16))
