"""Calls to Discord wait until they fit into the part of the rate limit that their process has."""

import asyncio
from collections.abc import Sequence
from io import BytesIO

import discord
import pytest

from cogs.shards import calls
from cogs.shards.calls import A_SECOND, SharedCalls
from sandbox.wire.server import Wire
from tests.wire.clients import client, running


class Clock:
    """A clock that moves only during pauses."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        until = self.now + seconds
        await asyncio.sleep(0)  # others pause as well
        self.now = max(self.now, until)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(calls, "sleep", clock.sleep)
    return clock


async def went_on(shares: SharedCalls, count: int, clock: Clock) -> list[float]:
    """Return the moment at which each of this many calls was let through."""
    moments = []
    for _ in range(count):
        await shares.take()
        moments.append(clock.now)
    return moments


def most_in_a_second(moments: Sequence[float]) -> int:
    return max(sum(begin <= each < begin + 1 for each in moments) for begin in moments)


@pytest.mark.parametrize("processes", [1, 2, 3, 7, 50])
async def test_all_processes_together_keep_to_the_limit(clock: Clock, processes: int) -> None:
    count = 3 * A_SECOND // processes
    moments = []
    for _ in range(processes):
        clock.now = 0.0
        moments += await went_on(SharedCalls(lambda: processes, clock=clock), count, clock)
    assert most_in_a_second(moments) <= A_SECOND
    assert most_in_a_second(moments) > A_SECOND - processes, "nothing that could be called is left unused"


async def test_a_share_of_less_than_a_call_a_second_waits_for_longer(clock: Clock) -> None:
    moments = await went_on(SharedCalls(lambda: 2 * A_SECOND, clock=clock), 4, clock)
    assert moments == [0.0, 2.0, 4.0, 6.0]


async def test_a_share_shrinks_and_grows_as_processes_come_and_go(clock: Clock) -> None:
    living = [1]
    shares = SharedCalls(lambda: living[0], clock=clock)
    assert set(await went_on(shares, A_SECOND, clock)) == {0.0}
    living[0] = 2
    later = await went_on(shares, A_SECOND, clock)
    assert [later.count(second) for second in (1.0, 2.0)] == [A_SECOND // 2] * 2
    living[0] = 1
    assert set(await went_on(shares, A_SECOND // 2, clock)) == {2.0}


@pytest.mark.usefixtures("redirected")
async def test_every_call_of_a_client_waits_but_for_first_answers(wire: Wire) -> None:
    taken = []

    class Counting(SharedCalls):
        async def take(self) -> None:
            taken.append(len(wire.requests))

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one moment", file=discord.File(BytesIO(b"picture"), "a.png"))
        await interaction.edit_original_response(content="done")

    bot = client(http_trace=Counting(lambda: 1).trace)
    tree = discord.app_commands.CommandTree(bot)
    tree.command(name="wait", description="Wait")(answer)
    async with running(bot, wire):
        await tree.sync()
        asked = await wire.user("Ada").slash("/wait")
        await wire.until(lambda: asked.content == "done")
    counted = [each for each in wire.requests if each.counts]
    assert len(taken) == len(counted) < len(wire.requests)


@pytest.mark.usefixtures("redirected")
async def test_where_a_process_is_alone_no_call_waits(wire: Wire) -> None:
    class Refusing(SharedCalls):
        async def take(self) -> None:
            raise AssertionError

    async with running(client(http_trace=Refusing(lambda: 0).trace), wire):
        assert len(wire.requests) > 0
