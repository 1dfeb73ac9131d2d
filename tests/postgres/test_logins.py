"""The shards of several processes log in one after another, as those of a single process do."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from discord.shard import SessionStartLimits

from bot.application.match.leases import Leases
from bot.clock import system_clock
from bot.store.database import Database
from cogs.shards import identifies
from cogs.shards.identifies import Identifies
from cogs.shards.turns import LoginTurns
from tests.patience import PATIENT
from tests.postgres.stand_in import address_for

pytestmark = pytest.mark.postgres

KEYS = 2


class Limits:
    """Discord's limits, which every process requests."""

    def __init__(self, remaining: int = 1000) -> None:
        self.remaining = remaining
        self.asked = 0

    async def __call__(self) -> SessionStartLimits:
        self.asked += 1
        return SessionStartLimits(total=1000, remaining=self.remaining, reset_after=0, max_concurrency=KEYS)


@pytest.fixture
def limits() -> Limits:
    return Limits()


@pytest.fixture
async def queues(path: Path, limits: Limits) -> AsyncIterator[Sequence[Identifies]]:
    """The queues of two processes."""
    async with AsyncExitStack() as stack:
        queues = []
        for _ in range(2):
            database = await Database.open(address_for(path), shared=True)
            stack.push_async_callback(database.close)
            turns = LoginTurns(Leases(database, system_clock), look=0.01)
            queues.append(Identifies(limits, interval=0.05, turns=turns))
        yield queues


async def logged_in(queue: Identifies, shard: int, under_way: set[int], most: list[int]) -> None:
    async with queue.turn(shard):
        under_way.add(shard)
        most.append(len(under_way))
        await asyncio.sleep(0)
        under_way.discard(shard)


async def test_two_shards_of_one_key_never_log_in_at_once(queues: Sequence[Identifies]) -> None:
    under_way: set[int] = set()
    most: list[int] = []
    shards = [KEYS * number for number in range(6)]
    async with asyncio.timeout(PATIENT):
        await asyncio.gather(*(logged_in(queues[each % 4 // 2], each, under_way, most) for each in shards))
    assert most == [1] * len(shards)


async def test_shards_of_another_key_do_not_wait(queues: Sequence[Identifies]) -> None:
    async with asyncio.timeout(PATIENT), queues[0].turn(0), queues[1].turn(1):
        pass


async def test_no_process_takes_the_last_logins_that_others_may_be_using(
    queues: Sequence[Identifies], limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait(seconds: float) -> None:
        if seconds:
            limits.remaining = 1000

    monkeypatch.setattr(identifies, "sleep", wait)
    limits.remaining = 2 * KEYS - 1
    async with asyncio.timeout(PATIENT), queues[0].turn(0):
        assert limits.remaining == 1000, "it has waited until there were more"
